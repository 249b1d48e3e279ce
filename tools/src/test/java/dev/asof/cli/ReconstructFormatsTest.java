package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.history.AnswerJson;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.api.errors.GitAPIException;
import org.eclipse.jgit.lib.ObjectChecker;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A reconstruction in each of its forms holds the same texts.
class ReconstructFormatsTest {
  @TempDir private static Path home;
  private static TestDatabase database;

  @BeforeAll
  static void tell() {
    database = TestDatabases.create();
    ok("", "tenant", "add", "forms");
    says("act", "v1", "Act <one> & more.\n", "1960-01-01");
    says("act", "v2", "Act two.\n", "2024-03-01");
    says("law", "v1", "Law one.\n", "2024-02-01");
    says("blog", "v1", "Not to be shown.\n", "2024-02-01", "diary");
    ok("", "source", "set", "diary", "--display", "link");
    ok("", "terminate", "-d", "law", "-s", "gov", "--from", "2024-06-01", "--reason", "repealed");
    ok(
        "",
        "correct",
        "-d",
        "act",
        "-s",
        "gov",
        "--version-label",
        "v1",
        "--from",
        "2024-03-01",
        "--to",
        "2024-04-01",
        "--reason",
        "the board moved it");
  }

  @AfterAll
  static void close() {
    database.close();
  }

  private static void says(String document, String label, String text, String from) {
    says(document, label, text, from, "gov");
  }

  private static void says(String document, String label, String text, String from, String source) {
    ok(
        text,
        "assert",
        "-d",
        document,
        "-s",
        source,
        "-f",
        "-",
        "--new-label",
        label,
        "--from",
        from);
  }

  private static Cli cli() {
    Cli cli = Cli.on(database, home);
    cli.environment.put("ASOF_TENANT", "forms");
    return cli;
  }

  private static Cli.Ran ok(String in, String... args) {
    Cli.Ran ran = cli().reading(in).run(args);
    assertThat(ran.exit()).as(ran.err()).isZero();
    return ran;
  }

  private static Map<String, String> folder(String about, String... more) throws IOException {
    Path folder = Files.createTempDirectory(home, "folder").resolve("then");
    List<String> args =
        new ArrayList<>(List.of("reconstruct", "--about", about, "--folder", folder.toString()));
    args.addAll(List.of(more));
    ok("", args.toArray(String[]::new));
    return read(folder);
  }

  private static Map<String, String> read(Path folder) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.list(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return files;
  }

  @Test
  void aZipHoldsWhatAFolderHoldsAndIsTheSameEachTime() throws IOException {
    Map<String, String> expected = folder("2024-03-15");
    assertThat(expected)
        .containsKeys("act.txt", "law.txt", "manifest.json")
        .doesNotContainKey("blog.txt");
    Path zip = home.resolve("then.zip");
    ok("", "reconstruct", "--about", "2024-03-15", "--format", "zip", "--to", zip.toString());
    ByteArrayOutputStream again = new ByteArrayOutputStream();
    Cli cli = cli();
    cli.writingTo(again)
        .run("reconstruct", "--about", "2024-03-15", "--format", "zip", "--to", "-");

    byte[] bytes = Files.readAllBytes(zip);
    assertThat(again.toByteArray()).isEqualTo(bytes);
    Map<String, String> found = new TreeMap<>();
    String last = "";
    try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(bytes))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        last = entry.getName();
        found.put(last, new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    assertThat(found).isEqualTo(expected);
    assertThat(last).isEqualTo("manifest.json");
  }

  @Test
  void aPageHoldsEveryTextAndTheManifest() throws IOException {
    Path page = home.resolve("then.html");
    ok("", "reconstruct", "--about", "2024-03-15", "--format", "html", "--to", page.toString());

    String html = Files.readString(page);
    assertThat(html)
        .contains("<pre>\nAct &lt;one&gt; &amp; more.\n</pre>", "Law one.", "<a href=\"#act.txt\">")
        .doesNotContain("Not to be shown");
    String opening = "id=\"manifest\">\n";
    JsonNode manifest =
        AnswerJson.mapper()
            .readTree(
                html.substring(
                    html.indexOf(opening) + opening.length(), html.indexOf("</script>")));
    assertThat(manifest)
        .isEqualTo(AnswerJson.mapper().readTree(folder("2024-03-15").get("manifest.json")));
  }

  @Test
  void aRepositoryHasACommitForEachChangeOfValidity() throws Exception {
    Path folder = home.resolve("validity");
    ok(
        "",
        "reconstruct",
        "--about",
        "2024-12-31",
        "--format",
        "git",
        "--folder",
        folder.toString());

    List<RevCommit> commits = commits(folder);
    assertThat(commits)
        .extracting(RevCommit::getShortMessage)
        .containsExactly(
            "In force from 1960-01-01T00:00:00Z",
            "In force from 2024-02-01T00:00:00Z",
            "In force from 2024-04-01T00:00:00Z",
            "In force from 2024-06-01T00:00:00Z");
    // Git has no time before 1970, so the trailer says when.
    assertThat(commits.getFirst().getCommitTime()).isZero();
    assertThat(commits.getFirst().getFooterLines("Valid-From"))
        .containsExactly("1960-01-01T00:00:00Z");
    for (RevCommit commit : commits) {
      new ObjectChecker().checkCommit(commit.getRawBuffer());
    }
    assertThat(commits.getLast().getCommitTime()).isEqualTo(1717200000);
    assertThat(commits.get(1).getFullMessage())
        .contains(
            "law: v1 (gov)", "blog: v1 (diary), whose text may not be shown", "Asof-Known: @");
    for (RevCommit commit : commits) {
      String at = commit.getShortMessage().substring("In force from ".length());
      Map<String, String> expected = folder(at);
      expected.remove("manifest.json");
      assertThat(files(folder, commit)).as(at).isEqualTo(expected);
    }
    assertThat(read(folder)).isEqualTo(files(folder, commits.getLast()));
  }

  @Test
  void whatARepositorySaysOfValidityIsReadWhenItIsImported() throws Exception {
    Path folder = home.resolve("there-and-back");
    ok(
        "",
        "reconstruct",
        "--about",
        "2024-12-31",
        "--format",
        "git",
        "--folder",
        folder.toString());
    Cli back = cli();
    back.environment.put("ASOF_TENANT", "back");
    Cli.Ran imported =
        back.run("import-git", folder.toString(), "--path", "*.txt", "--source", "gov");
    assertThat(imported.exit()).as(imported.err()).isZero();

    JsonNode beliefs =
        AnswerJson.mapper()
            .readTree(back.run("timeline", "-d", "act.txt", "-o", "json").out())
            .path("results");
    assertThat(beliefs)
        .extracting(one -> one.path("valid").path("from").asString())
        .startsWith("1960-01-01T00:00:00Z");
  }

  @Test
  void aRepositoryHasACommitForEachTransactionThatChangedTheAnswer() throws Exception {
    Path folder = home.resolve("learned");
    Path again = home.resolve("again");
    for (Path each : List.of(folder, again)) {
      ok(
          "",
          "reconstruct",
          "--about",
          "2024-03-15",
          "--format",
          "git",
          "--per",
          "transaction",
          "--folder",
          each.toString());
    }

    List<RevCommit> commits = commits(folder);
    assertThat(commits)
        .extracting(RevCommit::getShortMessage)
        .containsExactly("assert", "assert", "assert", "correct: the board moved it");
    assertThat(commits.getLast().getAuthorIdent().getName()).isEqualTo("tester");
    for (RevCommit commit : commits) {
      String message = commit.getFullMessage();
      assertThat(commit.getFooterLines("Asof-System-Time"))
          .as(message)
          .singleElement()
          .satisfies(time -> assertThat(Instant.parse(time)).isAfter(Instant.EPOCH));
      String known = commit.getFooterLines("Asof-Known").getFirst();
      Map<String, String> expected = folder("2024-03-15", "--known", known);
      expected.remove("manifest.json");
      assertThat(files(folder, commit)).as(known).isEqualTo(expected);
    }
    assertThat(commits(again).getLast().getId()).isEqualTo(commits.getLast().getId());
  }

  @Test
  void whatDoesNotGoTogetherIsSaid() throws IOException {
    Path full = Files.createDirectories(home.resolve("full"));
    Files.writeString(full.resolve("mine.txt"), "mine");
    assertThat(cli().run("reconstruct", "--format", "git", "--folder", full.toString()).err())
        .contains("is not empty");
    assertThat(cli().run("reconstruct", "--format", "zip", "--folder", "x").exit()).isEqualTo(64);
    assertThat(cli().run("reconstruct", "--format", "git", "--to", "x").exit()).isEqualTo(64);
    assertThat(cli().run("reconstruct", "--folder", "x", "--per", "validity").err())
        .contains("needs --format git");
    assertThat(
            cli()
                .run(
                    "reconstruct",
                    "--to",
                    home.resolve("none/x.zip").toString(),
                    "--about",
                    "2024-03-15")
                .err())
        .contains("cannot be written");
  }

  private static List<RevCommit> commits(Path folder) throws IOException, GitAPIException {
    try (Git git = Git.open(folder.toFile())) {
      List<RevCommit> commits = new ArrayList<>();
      git.log().call().forEach(commits::addFirst);
      return commits;
    }
  }

  private static Map<String, String> files(Path folder, RevCommit commit) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Git git = Git.open(folder.toFile());
        TreeWalk walk = new TreeWalk(git.getRepository())) {
      Repository repository = git.getRepository();
      walk.addTree(commit.getTree());
      while (walk.next()) {
        ObjectId blob = walk.getObjectId(0);
        files.put(
            walk.getPathString(),
            new String(repository.open(blob).getBytes(), StandardCharsets.UTF_8));
      }
    }
    return files;
  }
}
