package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.history.AnswerJson;
import dev.asof.intake.watch.Site;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import dev.asof.schema.DatabaseSettings;
import dev.asof.schema.EmbeddedServer;
import dev.asof.schema.Owner;
import dev.asof.schema.Purge;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Erasure as its user has it: on an embedded server of its own, down to the bytes on the disk.
class EraseCommandTest {

  private static final String ORDER = "court order 12/2026";

  @TempDir private Path folder = Path.of("");
  private Path home = Path.of("");
  private final List<Path> homes = new ArrayList<>();

  @BeforeEach
  void makeHome() throws IOException {
    folder = folder.toRealPath();
    home = newHome("one");
  }

  private Path newHome(String name) {
    Path made = folder.resolve(name).resolve(".asof");
    TestDatabases.linkPrograms(made);
    homes.add(made);
    return made;
  }

  @AfterEach
  void stop() throws IOException {
    for (Path made : homes) {
      EmbeddedServer.in(made).stop();
      Files.deleteIfExists(made.resolve("postgres"));
    }
  }

  private static Cli cli(Path home) {
    return Cli.in(Objects.requireNonNull(home.getParent()));
  }

  private static Cli.Ran done(Cli.Ran ran) {
    assertThat(ran.exit()).as(ran.err() + ran.out()).isZero();
    return ran;
  }

  private static Owner owner(Path home) {
    return Owner.of(DatabaseSettings.read(Map.of("home", home.toString()), Map.of(), home));
  }

  private static String record(String document, String label, String from, String body) {
    return AnswerJson.line(
            Map.ofEntries(
                Map.entry("document_key", document),
                Map.entry("source", "acme"),
                Map.entry("version_label", label),
                Map.entry("title", "Title of " + label),
                Map.entry("url", "https://acme.example/" + label),
                Map.entry("format", "markdown"),
                Map.entry("language", "en"),
                Map.entry("validity_state", "asserted"),
                Map.entry("valid_from", from),
                Map.entry("recorded_at", from + "T00:00:00Z"),
                Map.entry("provenance", Map.of("crawl", "crawl-of-" + label)),
                Map.entry("body", body)))
        + "\n";
  }

  /// Neither compresses nor repeats.
  private static String noise(long seed, int words) {
    Random random = new Random(seed);
    StringBuilder noise = new StringBuilder();
    for (int i = 0; i < words; i++) {
      noise.append(Long.toString(random.nextLong() & Long.MAX_VALUE, 36)).append(' ');
    }
    return noise.toString();
  }

  private static final String LONG = noise(1, 4_000);
  private static final String SHORT = "The quokka owes nine doubloons.";
  private static final String SECRET =
      "# Terms\n\nIntro.\n\n## Zebrafish quarantine\n\n"
          + SHORT
          + "\n\n## Annex\n\n"
          + LONG
          + "\n\n## Shared\n\nThe same everywhere.\n";

  private void tell() throws IOException {
    StringBuilder lines = new StringBuilder();
    lines.append(record("terms", "clean-label", "2023-01-01", "# Terms\n\nIntro.\n"));
    lines.append(record("terms", "hidden-label", "2024-01-01", SECRET));
    lines.append(
        record("copy", "other-label", "2024-01-01", "# C\n\n## Shared\n\nThe same everywhere.\n"));
    for (int i = 0; i < 150; i++) {
      lines.append(record("doc-" + i, "v-" + i, "2024-01-01", "# Doc\n\n" + noise(i + 2, 120)));
    }
    Path file = folder.resolve("records.jsonl");
    Files.writeString(file, lines);
    done(cli(home).run("import", file.toString()));
    done(cli(home).run("ask", "quokka doubloons", "--about", "2024-06-01"));
    owner(home)
        .run((connection, sql) -> {
          // Statistics, and a piece of log that is put by for later use with its old content.
          sql.execute("analyze");
          sql.execute("select pg_switch_wal()");
          sql.execute("checkpoint");
          return sql;
        });
  }

  /// What may not be found: words, addresses, and every hash and salt that the rows had.
  private Map<String, byte[]> traces() {
    Map<String, byte[]> traces = new LinkedHashMap<>();
    for (String word :
        List.of(
            "quokka",
            "doubloons",
            "Zebrafish",
            "zebrafish-quarantine",
            "hidden-label",
            LONG.substring(100, 160),
            LONG.substring(40_000, 40_060))) {
      traces.put(word, word.getBytes(StandardCharsets.UTF_8));
    }
    owner(home)
        .run((connection, sql) -> {
          sql.fetch(
                  """
                  select 'version ' || c as what, b from version,
                    lateral (values ('sha256', sha256), ('normalised', normalised_sha256), ('salt', salt)) as x (c, b)
                  where label = 'hidden-label'
                  union all
                  select 'text ' || c, b from section_text,
                    lateral (values ('sha256', sha256), ('salt', salt)) as x (c, b)
                  where body like '%quokka%' or length(body) > 20000
                  union all
                  select 'section salt', salt from section where key like '%zebrafish%'
                  """)
              .forEach(row -> {
                byte[] bytes = row.get(1, byte[].class);
                traces.put(row.get(0, String.class), bytes);
                traces.put(
                    row.get(0, String.class) + " hex",
                    HexFormat.of().formatHex(bytes).getBytes(StandardCharsets.UTF_8));
              });
          return sql;
        });
    return traces;
  }

  /// Which of `traces` stand in a file of the home, and where; the programs are no part of it.
  private static Map<String, Set<String>> found(Path home, Map<String, byte[]> traces)
      throws IOException {
    Map<String, Set<String>> found = new LinkedHashMap<>();
    Files.walkFileTree(
        home,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (!attributes.isRegularFile()) {
              return FileVisitResult.CONTINUE;
            }
            byte[] content;
            try {
              content = Files.readAllBytes(file);
            } catch (NoSuchFileException e) {
              return FileVisitResult.CONTINUE;
            }
            String bytes = new String(content, StandardCharsets.ISO_8859_1);
            traces.forEach((name, trace) -> {
              if (bytes.contains(new String(trace, StandardCharsets.ISO_8859_1))) {
                found
                    .computeIfAbsent(name, none -> new TreeSet<>())
                    .add(home.relativize(file).toString());
              }
            });
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
  }

  @Test
  void afterAnErasureNoByteOfItIsLeftInTheHome() throws IOException {
    tell();
    Map<String, byte[]> traces = traces();
    Map<String, Set<String>> before = found(home, traces);
    assertThat(before.keySet())
        .contains(
            "quokka", "doubloons", "hidden-label", LONG.substring(100, 160), "version sha256");
    assertThat(before.toString()).contains("index/", "pg_wal/", "base/");

    Cli.Ran dry =
        done(
            cli(home)
                .run(
                    "erase",
                    "--document",
                    "terms",
                    "--version-label",
                    "hidden-label",
                    "--order",
                    ORDER,
                    "--reason",
                    "ordered",
                    "--dry-run"));
    assertThat(dry.out()).contains("Would go: 1 version,", "Would stay: 1 text that");
    assertThat(found(home, traces)).isNotEmpty();

    Cli.Ran erased =
        done(
            cli(home)
                .run(
                    "erase",
                    "--document",
                    "terms",
                    "--version-label",
                    "hidden-label",
                    "--order",
                    ORDER,
                    "--reason",
                    "ordered"));
    assertThat(erased.out())
        .contains("Gone: 1 version,", "off this disk", "copies that asof does not know");
    assertThat(found(home, traces)).isEmpty();

    assertThat(done(cli(home).run("verify")).out()).contains("all is as it was written");
    assertThat(cli(home).run("in-force", "--document", "terms", "--about", "2024-06-01").out())
        .contains("erased under " + ORDER);
    assertThat(cli(home).run("ask", "quokka doubloons", "--about", "2024-06-01").out())
        .doesNotContain("nine doubloons");
    assertThat(done(cli(home).run("ask", "same everywhere", "--about", "2024-06-01")).out())
        .contains("copy");
    EmbeddedServer.in(home).stop();
    assertThat(found(home, traces)).isEmpty();
    done(cli(home).run("verify"));
  }

  /// The server has the database open, the index too, and has answered with the words.
  @Test
  void anErasureThroughARunningServerIsOffTheDiskToo() throws Exception {
    tell();
    Map<String, byte[]> traces = traces();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Thread serving =
        Thread.ofPlatform()
            .start(() ->
                cli(home)
                    .writingTo(out)
                    .run("serve", "--port", "0", "--access-log", "off", "-o", "jsonl"));
    try (HttpClient client = HttpClient.newHttpClient()) {
      String tenant = ServeCommandTest.url(out) + "/v1/tenants/default/";
      String asked = "ask?q=quokka+doubloons&about=2024-06-01";
      assertThat(send(client, HttpRequest.newBuilder(URI.create(tenant + asked))).body())
          .contains("nine doubloons");
      String erase =
          "{\"document\":\"terms\",\"version_labels\":[\"hidden-label\"],\"order\":\"%s\",\"reason\":\"ordered\",\"dry_run\":%s}";
      assertThat(send(client, erasing(tenant, erase.formatted(ORDER, true))).body())
          .contains("\"dry_run\"");
      assertThat(found(home, traces)).isNotEmpty();
      HttpResponse<String> erased = send(client, erasing(tenant, erase.formatted(ORDER, false)));
      assertThat(erased.statusCode()).as(erased.body()).isEqualTo(200);
      assertThat(erased.body()).contains("\"purged\" : true");
      assertThat(found(home, traces)).isEmpty();
      assertThat(send(client, HttpRequest.newBuilder(URI.create(tenant + asked))).body())
          .doesNotContain("nine doubloons");
    } finally {
      serving.interrupt();
      serving.join();
    }
    done(cli(home).run("verify"));
  }

  private static HttpRequest.Builder erasing(String tenant, String body) {
    return HttpRequest.newBuilder(URI.create(tenant + "erase"))
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(body));
  }

  private static HttpResponse<String> send(HttpClient client, HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  @Test
  void aRestoredBackupIsErasedAgain() throws IOException {
    tell();
    Map<String, byte[]> traces = traces();
    Path backup = folder.resolve("backup");
    assertThat(done(cli(home).run("backup", backup.toString())).out()).contains("default");
    assertThat(cli(home).run("backup", backup.toString()).exit()).isEqualTo(65);
    Cli.Ran erased =
        done(
            cli(home)
                .run(
                    "erase",
                    "--document",
                    "terms",
                    "--all-versions",
                    "--order",
                    ORDER,
                    "--reason",
                    "ordered"));
    assertThat(erased.out()).contains("the backup in " + backup);
    assertThat(cli(home).run("restore", backup.toString()).err()).contains("not empty");

    Path other = newHome("two");
    Cli.Ran restored =
        done(
            cli(other)
                .run(
                    "restore",
                    backup.toString(),
                    "--erasures",
                    home.resolve("erasures.jsonl").toString()));
    assertThat(restored.out()).contains("Erased again 2 versions", ORDER);
    assertThat(found(other, traces)).isEmpty();
    assertThat(done(cli(other).run("verify")).out()).contains("all is as it was written");
    assertThat(cli(other).run("in-force", "--document", "terms", "--about", "2024-06-01").out())
        .contains("erased under " + ORDER);
    assertThat(done(cli(other).run("import", folder.resolve("records.jsonl").toString())).out())
        .contains("153 held already");
  }

  @Test
  void anOriginalIsInABackupAndAfterItsErasureOffTheDisk() throws IOException {
    Path page = folder.resolve("page.html");
    Files.writeString(page, "<html><!-- zebrafish 4711 --><body><p>A page.</p></body></html>");
    Map<String, byte[]> traces =
        Map.of("comment", "zebrafish 4711".getBytes(StandardCharsets.UTF_8));
    List<String> asserted =
        List.of("assert", "-d", "page", "-s", "acme", "--new-label", "one", "--from", "2024-01-01");
    done(cli(home).run(with(asserted, List.of("--file", page.toString()))));
    Path backup = folder.resolve("backup");
    done(cli(home).run("backup", backup.toString()));

    Path other = newHome("two");
    done(cli(other).run("restore", backup.toString()));
    Path back = folder.resolve("back.html");
    List<String> version = List.of("version", "-d", "page", "--version-label", "one");
    done(cli(other).run(with(version, List.of("--original", "--to", back.toString()))));
    assertThat(Files.mismatch(page, back)).isEqualTo(-1);
    EmbeddedServer.in(other).stop();
    assertThat(found(other, traces)).isNotEmpty();

    done(
        cli(home)
            .run("erase", "-d", "page", "--all-versions", "--order", ORDER, "--reason", "ordered"));
    EmbeddedServer.in(home).stop();
    assertThat(found(home, traces)).isEmpty();
  }

  @Test
  void aWatchedPageIsInABackupAndWhatItsServerSentWithAnErasedTextOffTheDisk() throws Exception {
    Map<String, byte[]> traces = Map.of("etag", "zebrafish-4711".getBytes(StandardCharsets.UTF_8));
    try (Site site = new Site()) {
      site.validated("/page", "<p>A page.</p>", "\"zebrafish-4711\"");
      done(cli(home).run("watch", "add", site.url("/page"), "-d", "page", "-s", "acme"));
      done(cli(home).run("watch", "run", "--allow-private"));
      Path backup = folder.resolve("backup");
      done(cli(home).run("backup", backup.toString()));

      Path other = newHome("two");
      done(cli(other).run("restore", backup.toString()));
      assertThat(done(cli(other).run("watch", "run", "--all", "--allow-private")).out())
          .contains("1 unchanged");
      assertThat(site.header("If-None-Match")).contains("\"zebrafish-4711\"");
      done(cli(other).run("verify"));
      EmbeddedServer.in(other).stop();
      assertThat(found(other, traces)).isNotEmpty();

      done(
          cli(home)
              .run(
                  "erase",
                  "-d",
                  "page",
                  "--all-versions",
                  "--order",
                  ORDER,
                  "--reason",
                  "ordered"));
      Cli.Ran again = cli(home).run("watch", "run", "--all", "--allow-private");
      assertThat(again.exit()).isEqualTo(1);
      assertThat(again.out()).contains("1 failed", ORDER);
      EmbeddedServer.in(home).stop();
      assertThat(found(home, traces)).isEmpty();
    }
  }

  @Test
  void aBackupThatWasChangedIsNotRestored() throws IOException {
    tell();
    Path backup = folder.resolve("backup");
    done(cli(home).run("backup", backup.toString()));
    Files.write(backup.resolve("version.gz"), new byte[] {1, 2, 3});
    Path other = newHome("two");
    Cli.Ran restored = cli(other).run("restore", backup.toString());
    assertThat(restored.exit()).isEqualTo(65);
    assertThat(restored.err()).contains("version.gz", "nothing was restored");
    assertThat(done(cli(other).run("verify", "--labels", "*")).out()).contains("0 transactions");
  }

  /// Who edits a table and its hash makes a backup that is whole, and whose ledger says so.
  @Test
  void aBackupThatWasEditedWithItsHashIsRefusedByItsLedger() throws IOException {
    tell();
    Path backup = folder.resolve("backup");
    done(cli(home).run("backup", backup.toString()));
    Path table = backup.resolve("version.gz");
    String rows;
    try (InputStream in = new GZIPInputStream(Files.newInputStream(table))) {
      rows = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    String before = Hash.wrap(Sha256.of(Files.readAllBytes(table))).hex();
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(table))) {
      out.write(rows.replaceFirst("text/markdown", "text/plain").getBytes(StandardCharsets.UTF_8));
    }
    Path manifest = backup.resolve("backup.json");
    Files.writeString(
        manifest,
        Files.readString(manifest)
            .replace(before, Hash.wrap(Sha256.of(Files.readAllBytes(table))).hex()));

    Cli.Ran restored = cli(newHome("two")).run("restore", backup.toString());

    assertThat(restored.exit()).isEqualTo(65);
    assertThat(restored.err()).contains("does not verify", "nothing was restored");
  }

  @Test
  void onlyCopiesOfItsOwnTenantAreNamedEachOnceAndAReasonIsCompulsory() throws IOException {
    try (TestDatabase database = TestDatabases.create()) {
      Cli cli = Cli.on(database, folder);
      Path text = folder.resolve("terms.md");
      Files.writeString(text, "# Terms\n\n" + SHORT + "\n");
      for (String tenant : List.of("ours", "zebra")) {
        done(cli.run("tenant", "add", tenant));
        done(
            cli.run(
                "put",
                "-d",
                "terms",
                "-s",
                "acme",
                "-f",
                text.toString(),
                "--new-label",
                "one",
                "--tenant",
                tenant));
        for (int i = 0; i < 2; i++) {
          String filed = folder.resolve("of-" + tenant + ".json").toString();
          cli.run("audit", "quokka", "--file", filed, "--tenant", tenant);
        }
      }
      List<String> erase =
          List.of(
              "erase",
              "-d",
              "terms",
              "--version-label",
              "one",
              "--order",
              ORDER,
              "--tenant",
              "ours",
              "--dry-run",
              "--db-role",
              "eraser");
      Cli.Ran unexplained = cli.run(erase.toArray(String[]::new));
      Cli.Ran dry = done(cli.run(with(erase, List.of("--reason", "ordered"))));

      assertThat(unexplained.exit()).isEqualTo(64);
      assertThat(unexplained.err()).contains("--reason");
      assertThat(cli.run("erase", "--help").out()).containsPattern("\\* +--reason=WORDS");
      assertThat(dry.out())
          .containsOnlyOnce("of-ours.json")
          .doesNotContain("zebra")
          .contains("Would go: 1 version, 1 stored text, 1 section key.");
    }
  }

  @Test
  void onAGivenServerItsOwnerIsToldWhatToRun() throws IOException {
    try (TestDatabase database = TestDatabases.create()) {
      Cli cli = Cli.on(database, folder);
      Path text = folder.resolve("terms.md");
      Files.writeString(text, "# Terms\n\n" + SHORT + "\n");
      List<String> put =
          List.of(
              "put",
              "--document",
              "terms",
              "--source",
              "acme",
              "--file",
              text.toString(),
              "--new-label",
              "one");
      done(cli.run(put.toArray(String[]::new)));
      List<String> hold = List.of("--document", "terms", "--matter", "Smith v Acme");
      done(cli.run(with(List.of(with(List.of("hold"), hold)), List.of("--reason", "counsel"))));
      assertThat(done(cli.run("holds")).out()).contains("terms", "Smith v Acme");
      List<String> erase =
          List.of(
              "erase", "--document", "terms", "--all-versions", "--order", ORDER, "--reason", "x");
      Cli.Ran held = cli.run(with(erase, List.of("--db-role", "eraser")));
      assertThat(held.exit()).isEqualTo(77);
      assertThat(held.err()).contains("Smith v Acme", "asof release --document terms");
      done(cli.run(with(List.of("release"), hold)));
      assertThat(cli.run(with(List.of("release"), hold)).exit()).isEqualTo(65);
      assertThat(done(cli.run("holds")).out()).contains("No document is on hold.");

      assertThat(cli.run(erase.toArray(String[]::new)).exit()).isEqualTo(77);
      Cli.Ran erased = done(cli.run(with(erase, List.of("--db-role", "eraser"))));
      assertThat(erased.out()).contains("vacuum (full) asof.section_text;", "dumps of the server");
      database.asOwner(sql -> Purge.statements().forEach(sql::execute));
      Cli.Ran again = cli.run(put.toArray(String[]::new));
      assertThat(again.exit()).isEqualTo(65);
      assertThat(again.err()).contains(ORDER);
      assertThat(done(cli.run("verify")).out()).contains("all is as it was written");
    }
  }

  private static String[] with(List<String> start, List<String> rest) {
    return Stream.concat(start.stream(), rest.stream()).toArray(String[]::new);
  }
}
