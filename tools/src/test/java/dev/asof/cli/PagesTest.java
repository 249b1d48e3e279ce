package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Long answers page by page, answers at a token, and the commands around them.
class PagesTest {

  private static final Pattern MORE =
      Pattern.compile("(?m)^More: the same command with --after (\\S+)$");

  private static TestDatabase database;
  @TempDir private static Path home;
  private static Cli cli;

  @BeforeAll
  static void story() {
    database = TestDatabases.create();
    cli = Cli.on(database, home);
    for (int i = 0; i < 7; i++) {
      asserted("doc" + i, "v1", "You may pay " + i + ".", "2024-01-01");
      asserted("doc" + i, "v2", "You must pay " + i + ".", "2024-06-01");
    }
    ok(
        "correct",
        "-d",
        "doc0",
        "-s",
        "site",
        "--version-label",
        "v2",
        "--from",
        "2024-05-01",
        "--reason",
        "erratum");
  }

  @AfterAll
  static void close() {
    database.close();
  }

  private static void asserted(String document, String label, String text, String from) {
    cli.reading(text);
    ok("assert", "-d", document, "-s", "site", "-f", "-", "--new-label", label, "--from", from);
  }

  private static Cli.Ran ok(String... args) {
    Cli.Ran ran = cli.run(args);
    assertThat(ran.exit()).as(List.of(args) + ": " + ran.err()).isZero();
    return ran;
  }

  private static Cli.Ran with(List<String> args, String... more) {
    return cli.run(Stream.concat(args.stream(), Arrays.stream(more)).toArray(String[]::new));
  }

  private static Map<String, List<String>> reads() {
    Map<String, List<String>> reads = new LinkedHashMap<>();
    for (String command :
        List.of(
            "in-force --about 2024-03-01",
            "history -d doc0 --raw",
            "timeline -d doc0",
            "learned -d doc0 --about 2024-05-15",
            "changes --since @2",
            "diff --before-about 2024-03-01 --about 2024-07-01",
            "documents")) {
      reads.put(command, List.of(command.split(" ")));
    }
    return reads;
  }

  @Test
  void theRecordsOfAllPagesAreThoseOfTheWholeAnswer() {
    reads()
        .forEach((name, args) -> {
          String whole = with(args, "-o", "jsonl").out();
          StringBuilder together = new StringBuilder();
          String after = null;
          int pages = 0;
          do {
            Cli.Ran page =
                after == null
                    ? with(args, "-o", "jsonl", "--limit", "1")
                    : with(args, "-o", "jsonl", "--limit", "1", "--after", after);
            together.append(page.out());
            Matcher more = MORE.matcher(page.err());
            after = more.find() ? more.group(1) : null;
            pages++;
          } while (after != null);
          assertThat(together.toString()).as(name).isEqualTo(whole);
          assertThat(pages).as(name).isGreaterThan(1);
        });
  }

  @Test
  void peopleReadAtTheEndHowToGetTheNextPageAndProgramsHaveItAsNext() {
    reads()
        .forEach((name, args) -> {
          String text = with(args, "--limit", "1").out();
          assertThat(text.strip().lines().toList().getLast()).as(name).matches(MORE);
          assertThat(with(args).out()).doesNotContain("More: ");
          assertThat(with(args, "--limit", "1", "-o", "json").out())
              .containsPattern("\"next\" : \"[A-Za-z0-9_-]+\"\n}");
          assertThat(with(args, "-o", "json").out()).contains("\"next\" : null\n}");
        });
  }

  @Test
  void aCursorOfAnotherQuestionIsRefused() {
    Matcher more = MORE.matcher(cli.run("documents", "--limit", "2").out());
    assertThat(more.find()).isTrue();
    Cli.Ran other = cli.run("documents", "--like", "3", "--after", more.group(1));
    assertThat(other.exit()).isEqualTo(65);
    assertThat(other.err()).contains("the cursor belongs to a question with another like");
    assertThat(cli.run("documents", "--limit", "0").exit()).isEqualTo(65);
    assertThat(cli.run("documents", "--after", "nonsense").err()).contains("damaged");
  }

  @Test
  void aTokenRepeatsEveryReadToTheByte() {
    cli.run("tenant", "add", "repeated");
    List<String> tenant = List.of("--tenant", "repeated");
    cli.reading("one");
    with(
        List.of(
            "assert",
            "-d",
            "a",
            "-s",
            "site",
            "-f",
            "-",
            "--new-label",
            "v1",
            "--from",
            "2024-01-01"),
        "--tenant",
        "repeated");
    cli.reading("two");
    with(
        List.of(
            "assert",
            "-d",
            "a",
            "-s",
            "blog",
            "-f",
            "-",
            "--new-label",
            "w1",
            "--from",
            "2024-02-01"),
        "--tenant",
        "repeated");
    cli.reading("three");
    with(
        List.of(
            "correct",
            "-d",
            "a",
            "-s",
            "site",
            "-f",
            "-",
            "--new-label",
            "v2",
            "--from",
            "2024-02-01",
            "--reason",
            "erratum"),
        "--tenant",
        "repeated");
    List<List<String>> reads = new ArrayList<>();
    for (String read :
        List.of(
            "in-force --about 2024-03-01",
            "in-force -d a --about 2024-03-01",
            "history -d a",
            "timeline -d a",
            "learned -d a --about 2024-03-01",
            "changes --since @1",
            "diff --before-about 2024-01-15 --about 2024-03-01",
            "exposure @3",
            "documents",
            "source list")) {
      List<String> args = new ArrayList<>(List.of(read.split(" ")));
      args.addAll(tenant);
      args.addAll(List.of("--known", "@3", "-o", "json"));
      reads.add(args);
    }
    List<String> before = reads.stream().map(read -> with(read).out()).toList();
    List<List<String>> writes =
        List.of(
            List.of(
                "retract",
                "-d",
                "a",
                "-s",
                "site",
                "--from",
                "2024-02-10",
                "--to",
                "2024-04-01",
                "--reason",
                "wrong"),
            List.of("source", "set", "blog", "--authority-rank", "0", "--zone", "Asia/Tokyo"),
            List.of("source", "set", "site", "--authority-rank", "9", "--from", "2024-02-01"),
            List.of("tenant", "set", "--zone", "Pacific/Auckland"),
            List.of(
                "mark",
                "-d",
                "a",
                "-s",
                "site",
                "--version-label",
                "v2",
                "--technical",
                "--reason",
                "parser"));
    for (List<String> write : writes) {
      Cli.Ran ran = with(write, "--tenant", "repeated");
      assertThat(ran.exit()).as(write + ran.err()).isZero();
      assertThat(reads.stream().map(read -> with(read).out()).toList()).isEqualTo(before);
    }
  }

  @Test
  void aVersionIsMarkedAndDiffsAreFilteredByNature() {
    cli.run("tenant", "add", "marks");
    for (String label : List.of("v1", "v2")) {
      cli.reading("You may copy." + (label.equals("v2") ? " [edit]" : ""));
      with(
          List.of(
              "assert",
              "-d",
              "terms",
              "-s",
              "site",
              "-f",
              "-",
              "--new-label",
              label,
              "--from",
              label.equals("v1") ? "2024-01-01" : "2024-06-01"),
          "--tenant",
          "marks");
    }
    List<String> diff =
        List.of(
            "diff", "--before-about", "2024-02-01", "--about", "2024-07-01", "--tenant", "marks");
    assertThat(with(diff).out()).contains("changed, substantive");
    assertThat(with(diff, "--only", "technical").exit()).isZero();
    List<String> mark =
        List.of("mark", "-d", "terms", "-s", "site", "--version-label", "v2", "--tenant", "marks");
    assertThat(with(mark, "--technical").err()).contains("Give a reason with --reason");
    assertThat(with(mark, "--reason", "parser 2").exit()).isEqualTo(64);
    assertThat(with(mark, "--technical", "--substantive", "--reason", "x").exit()).isEqualTo(64);
    assertThat(with(mark, "--technical", "--reason", "parser 2").exit()).isZero();
    assertThat(with(diff).out()).contains("changed, technical");
    assertThat(with(diff, "--only", "technical", "-o", "jsonl").out())
        .contains("\"nature\":\"technical\"");
    assertThat(with(diff, "--only", "substantive").exit()).isZero();
    assertThat(with(diff, "--known", "@2", "--only", "substantive").exit()).isEqualTo(1);
    assertThat(with(mark, "--substantive", "--reason", "it was not").exit()).isZero();
    assertThat(with(diff, "--only", "substantive").exit()).isEqualTo(1);
  }

  @Test
  void aSourceIsSetFromADayOnInItsOwnZone() {
    cli.run("tenant", "add", "settings");
    with(List.of("source", "set", "gov", "--zone", "Europe/London"), "--tenant", "settings");
    Cli.Ran set =
        with(
            List.of("source", "set", "gov", "--authority-rank", "2", "--from", "2024-06-01"),
            "--tenant",
            "settings");
    assertThat(set.exit()).as(set.err()).isZero();
    assertThat(cli.run("source", "list", "--tenant", "settings").out())
        .contains("2024-05-31T23:00Z");
    assertThat(cli.run("source", "list", "--tenant", "settings", "--known", "@1").out())
        .doesNotContain("VALID");
  }

  @Test
  void anImportReadsEachDateInTheZoneThatItsSourceHadThen() {
    cli.run("tenant", "add", "zones");
    List<String> set = List.of("source", "set", "gov", "--tenant", "zones");
    assertThat(with(set, "--zone", "Europe/London").exit()).isZero();
    assertThat(with(set, "--zone", "Asia/Tokyo", "--from", "2024-04-01").exit()).isZero();
    cli.reading(
        """
        {"source":"gov","document_key":"act","version_label":"v1","seq":1,"format":"text","valid_from":"2024-02-01","validity_state":"asserted","recorded_at":"2024-01-02T00:00:00Z","body":"One."}
        {"source":"gov","document_key":"act","version_label":"v2","seq":2,"format":"text","valid_from":"2024-06-01","validity_state":"asserted","recorded_at":"2024-05-02T00:00:00Z","body":"Two."}
        """);
    ok("import", "-", "--tenant", "zones", "--system-time", "now");
    assertThat(ok("timeline", "-d", "act", "--tenant", "zones").out())
        .contains("[2024-02-01T00:00Z, 2024-05-31T15:00Z)", "[2024-05-31T15:00Z, ");
  }

  @Test
  void anArchiveGoesToStandardOutputAndEverythingElseToTheOther() {
    ByteArrayOutputStream first = new ByteArrayOutputStream();
    Cli.Ran ran =
        cli.writingTo(first)
            .run("reconstruct", "--to", "-", "--about", "2024-03-01", "--known", "@14");
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.err()).contains("Wrote 7 texts, ", "as an archive.");
    ByteArrayOutputStream again = new ByteArrayOutputStream();
    cli.writingTo(again).run("reconstruct", "--to", "-", "--about", "2024-03-01", "--known", "@14");
    assertThat(again.toByteArray()).isEqualTo(first.toByteArray());
    assertThat(first.toString(StandardCharsets.UTF_8))
        .contains("You may pay 3.", "\"format\":\"asof-reconstruction-1\"");
    assertThat(cli.run("reconstruct", "--about", "2024-03-01").exit()).isEqualTo(64);
  }
}
