package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.schema.DatabaseSettings;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipInputStream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every command of the command line, asked about texts that their source does not let be shown in
/// full: neither its output nor a file that it writes holds more of them than the source allows.
///
/// Each text says "quagga" late, after more words than an excerpt may have here, and what is asked
/// for is in [HiddenDocumentTest], which fails where a command is missing; here whoever asks sees
/// every document.
class DisplayRightsTest {
  private static final String SECRET = "quagga";

  /// What has to be asked beside that, so that it shows a text where it may.
  private static final Map<String, List<String>> ALSO =
      Map.of(
          "cite",
          List.of("{permalink}"),
          "ask",
          List.of(
              "pay --about 2024-03-01 --explain",
              "pay --about 2024-03-01 --known @9",
              "pay on 2024-03-01",
              "has pay ever changed"),
          "audit",
          List.of("pay --about 2024-03-01 --file {folder}/pay.txt"),
          "diff",
          List.of("--before-about 2024-03-01 --about 2024-06-15 -d handbook"),
          "reconstruct",
          List.of(
              "--about 2024-03-01 --folder {folder}/three",
              "--about 2024-03-01 --format zip --to {folder}/three.zip",
              "--about 2024-03-01 --format html --to {folder}/three.html",
              "--about 2024-03-01 --format akn --folder {folder}/akn",
              "--about 2024-03-01 --format akn --to {folder}/akn.zip",
              "--about 2024-06-15 --format git --folder {folder}/git",
              "--about 2024-06-15 --format git --per transaction --folder {folder}/git"),
          "prove",
          List.of(
              "-d handbook --about 2024-03-01 -c {folder}/kept.checkpoint --to"
                  + " {folder}/whole.proof",
              "-d handbook --section holidays --about 2024-03-01 -c {folder}/kept.checkpoint --to"
                  + " {folder}/section.proof"));

  /// They show texts where they may.
  private static final List<String> SHOWING =
      List.of("ask", "audit", "cite", "diff", "export", "prove", "reconstruct", "suggest-dates");

  @TempDir private static Path home;
  private static TestDatabase database;

  @BeforeAll
  static void open() {
    database = TestDatabases.create();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @Test
  void whereItMayTheTextIsShown() {
    tell("full", "--display full");

    Map<String, List<String>> found = walk("full", false, List.of(""));

    assertThat(new TreeSet<>(found.keySet())).containsExactlyInAnyOrderElementsOf(SHOWING);
  }

  @Test
  void noCommandShowsATextOfWhichTheSourceAllowsTheLinkOnly() {
    tell("link", "--display link");

    assertThat(walk("link", true, List.of("", " -o json"))).isEmpty();
  }

  @Test
  void noCommandShowsMoreThanTheWordsThatTheSourceAllows() {
    tell("excerpt", "--display excerpt --excerpt-words 4");

    assertThat(walk("excerpt", false, List.of("", " -o json"))).isEmpty();
  }

  @Test
  void rightsThatWereTakenBackHoldForWhatWasKnownBefore() {
    tell("taken-back", "--display full");
    String known = "ask pay --about 2024-03-01 --known @4";
    String later = "cite " + permalink("taken-back");
    assertThat(run("taken-back", known).out()).contains(SECRET);
    assertThat(run("taken-back", later).toString()).contains(SECRET);

    done("taken-back", "source set office --display link");

    assertThat(run("taken-back", known).out())
        .doesNotContain(SECRET)
        .contains("link only: office allows no text; the linked page may have changed since");
    assertThat(run("taken-back", later).out()).doesNotContain(SECRET);
    assertThat(run("taken-back", "in-force --about 2024-03-01").out())
        .contains("the linked page may have changed since");
    assertThat(run("taken-back", "in-force --about 2024-03-01 -o json").out())
        .contains("\"rights\"", "\"display\" : \"link\"");
  }

  private static String text(String own) {
    return "# Holidays\n\nPay goes on during holidays of a "
        + SECRET
        + " too.\n\n# Own\n\nThis says at first "
        + own
        + " and then "
        + SECRET
        + " again.\n";
  }

  private static void tell(String tenant, String rights) {
    done(tenant, "tenant add " + tenant);
    done(tenant, "source set office --zone UTC");
    asserts(tenant, "handbook", "v1", "2024-01-01", text("handbook"));
    asserts(
        tenant,
        "handbook",
        "v2",
        "2024-06-01",
        text("handbook and now with many more words of " + SECRET));
    asserts(tenant, "zebro/pay", "v1", "2024-01-01", text("zebro"));
    asserts(tenant, "holidays", "v1", "2024-01-01", text("holidays"));
    asserts(tenant, "zebra/pay", "zebra-v1", "2024-01-01", text("zebra"));
    asserts(
        tenant,
        "zebra/pay",
        "zebra-v2",
        "2024-06-01",
        text("zebra and now with many more words of " + SECRET));
    done(tenant, "<" + text("zebro") + "|observe -d zebro/pay -s office -f - --looked 2024-05-01");
    done(
        tenant,
        "<It is effective on March 1, 2024 as the "
            + SECRET
            + " says.|put -d undated -s office -f - --new-label v1");
    done(tenant, "source set office " + rights);
    for (int more = 0; more < 4; more++) {
      done(tenant, "source set filler --publisher p" + more);
    }
  }

  private static void asserts(
      String tenant, String document, String label, String from, String text) {
    done(
        tenant,
        "<"
            + text
            + "|assert -d "
            + document
            + " -s office -f - --new-label "
            + label
            + " --from "
            + from);
  }

  private static void done(String tenant, String line) {
    Cli.Ran ran = run(tenant, line);
    assertThat(ran.exit()).as(line + ": " + ran.err()).isZero();
  }

  private static Cli.Ran run(String tenant, String line) {
    Cli cli = Cli.on(database, home);
    cli.environment.put("ASOF_TENANT", tenant);
    cli.environment.put("ASOF_LABELS", "*");
    String rest = line;
    if (line.startsWith("<")) {
      int end = line.indexOf('|');
      cli.reading(line.substring(1, end));
      rest = line.substring(end + 1);
    }
    if (rest.startsWith("export ")) {
      // Of owners only.
      DatabaseSettings owner = database.ownerSettings();
      cli.environment.put("ASOF_DB_USER", String.valueOf(owner.user()));
      cli.environment.put("ASOF_DB_PASSWORD", String.valueOf(owner.password()));
    }
    return cli.run(
        Arrays.stream(rest.split(" ", -1)).filter(word -> !word.isEmpty()).toArray(String[]::new));
  }

  /// The commands that showed the word, with the lines in which they did.
  ///
  /// @param changes also those that change something
  private static Map<String, List<String>> walk(
      String tenant, boolean changes, List<String> formats) {
    Map<String, List<String>> showing = new HashMap<>();
    Path folder = home.resolve("files-" + tenant);
    List<Map.Entry<String, HiddenDocumentTest.Asked>> readsFirst =
        new ArrayList<>(HiddenDocumentTest.COMMANDS.entrySet());
    readsFirst.sort((one, other) -> Boolean.compare(rank(one.getValue()), rank(other.getValue())));
    done(tenant, "checkpoint --to " + made(folder).resolve("kept.checkpoint"));
    String statement = statement(tenant);
    String permalink = permalink(tenant);
    SoftAssertions ran = new SoftAssertions();
    for (Map.Entry<String, HiddenDocumentTest.Asked> command : readsFirst) {
      if (!changes && !isShowing(command)) {
        continue;
      }
      List<String> lines = new ArrayList<>(command.getValue().lines());
      lines.addAll(ALSO.getOrDefault(command.getKey(), List.of()));
      for (String line : lines) {
        for (String format : isShowing(command) ? formats : List.of("")) {
          String asked =
              command(command.getKey(), line + format)
                  .replace("{tenant}", tenant)
                  .replace("{folder}", folder.toString())
                  .replace("{statement}", statement)
                  .replace("{permalink}", permalink);
          Cli.Ran shown = run(tenant, asked);
          ran.assertThat(shown.exit()).as(asked + shown.err()).isNotEqualTo(70);
          if ((shown.out() + shown.err() + files(folder)).contains(SECRET)) {
            showing.computeIfAbsent(command.getKey(), none -> new ArrayList<>()).add(asked);
          }
          empty(folder);
        }
      }
    }
    ran.assertAll();
    return showing;
  }

  private static boolean isShowing(Map.Entry<String, HiddenDocumentTest.Asked> command) {
    return command.getValue().reads() || SHOWING.contains(command.getKey());
  }

  private static boolean rank(HiddenDocumentTest.Asked asked) {
    return !asked.reads();
  }

  private static String statement(String tenant) {
    Matcher statement =
        Pattern.compile("\"statement\" ?: ?(\\d+)")
            .matcher(run(tenant, "history -d zebra/pay -o json").out());
    assertThat(statement.find()).isTrue();
    return statement.group(1);
  }

  private static String permalink(String tenant) {
    Matcher link =
        Pattern.compile("asof:\\S+")
            .matcher(run(tenant, "ask pay -d zebra/pay --about 2024-03-01").out());
    assertThat(link.find()).isTrue();
    return link.group();
  }

  private static String command(String name, String line) {
    int input = line.startsWith("<") ? line.indexOf('|') + 1 : 0;
    return line.substring(0, input) + name + " " + line.substring(input);
  }

  private static Path made(Path folder) {
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Everything in the folder, out of whatever it was put into; with the words of a proof, which
  /// are hexadecimal.
  private static String files(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      StringBuilder found = new StringBuilder();
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        if (!file.endsWith("kept.checkpoint")) {
          unpack(Files.readAllBytes(file), found);
        }
      }
      return found.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void unpack(byte[] bytes, StringBuilder found) throws IOException {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    found.append(text);
    if (text.contains(
        java.util.HexFormat.of().formatHex(SECRET.getBytes(StandardCharsets.UTF_8)))) {
      found.append(SECRET);
    }
    if (text.startsWith("\u001f\u008b")) {
      unpack(new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes(), found);
    } else if (text.startsWith("PK")) {
      try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes))) {
        while (zip.getNextEntry() != null) {
          unpack(zip.readAllBytes(), found);
        }
      }
    } else if (text.startsWith("x")) {
      // An object of git.
      try (InputStream in =
          new BufferedInputStream(new InflaterInputStream(new ByteArrayInputStream(bytes)))) {
        found.append(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1));
      } catch (java.util.zip.ZipException e) {
        found.append(e.getMessage());
      }
    }
  }

  private static void empty(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
        if (!each.equals(folder) && !each.endsWith("kept.checkpoint")) {
          Files.delete(each);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
