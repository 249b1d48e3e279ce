package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One story, asked about in every way: v1 since 2024, then v2, which @3 then moves back by a
/// month; another document of which nobody says when it applies.
class ReadCommandsTest {

  private static TestDatabase database;
  @TempDir private static Path home;
  private static Cli cli;

  @BeforeAll
  static void story() {
    database = TestDatabases.create();
    cli = Cli.on(database, home);
    cli.run("tenant", "add", "default");
    cli.reading("You may copy.")
        .run(
            "assert",
            "-d",
            "terms",
            "-s",
            "site",
            "-f",
            "-",
            "--new-label",
            "v1",
            "--from",
            "2024-01-01");
    cli.reading("You may not copy.")
        .run(
            "assert",
            "-d",
            "terms",
            "-s",
            "site",
            "-f",
            "-",
            "--new-label",
            "v2",
            "--from",
            "2024-06-01");
    cli.run(
        "correct",
        "-d",
        "terms",
        "-s",
        "site",
        "--version-label",
        "v2",
        "--from",
        "2024-05-01",
        "--reason",
        "erratum");
    cli.reading("Somewhen.")
        .run("put", "-d", "undated", "-s", "site", "-f", "-", "--new-label", "u1");
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @Test
  void theSameQuestionAtTwoTimesOfKnowing() {
    assertThat(lines("in-force", "-d", "terms", "--about", "2024-05-15"))
        .contains("\"label\":\"v2\"");
    assertThat(lines("in-force", "-d", "terms", "--about", "2024-05-15", "--known", "@2"))
        .contains("\"label\":\"v1\"");
  }

  @Test
  void nothingInForceIsANo() {
    assertThat(cli.run("in-force", "-d", "terms", "--about", "2023-01-01").exit()).isEqualTo(1);
    Cli.Ran unknown = cli.run("in-force", "-d", "undated");
    assertThat(unknown.exit()).isEqualTo(1);
    assertThat(unknown.out()).contains("unknown", "u1");
  }

  @Test
  void everyAnswerSaysHowTimesWereRead() {
    Cli.Ran ran = cli.run("in-force", "-d", "terms", "--about", "2024-05-15", "--known", "@2");
    assertThat(ran.out())
        .startsWith(
            "about 2024-05-15T00:00Z: as 2024-05-15 was read in UTC (zone assumed) for site\n"
                + "known ")
        .contains(" @2: of that token\n");
    assertThat(cli.run("in-force", "-d", "terms").out())
        .containsPattern("(?m)^about .*: now, as none was given$")
        .containsPattern("(?m)^known .* @4: the last transaction, as none was given$");
    assertThat(cli.run("in-force", "-d", "terms", "-o", "json").out())
        .startsWith("{\n  \"reading\" : {")
        .contains(
            "\"about\" : ", "\"known\" : ", "\"token\" : 4", "\"results\" : [", "\"notices\" : [");
  }

  @Test
  void aTenantIsToldDocumentByDocument() {
    Cli.Ran ran = cli.run("in-force", "--about", "2024-05-15", "-o", "jsonl");
    assertThat(ran.exit()).isZero();
    assertThat(ran.out().lines().toList())
        .satisfiesExactly(
            line -> assertThat(line).contains("\"document\":\"terms\"", "\"state\":\"asserted\""),
            line -> assertThat(line).contains("\"document\":\"undated\"", "\"state\":\"unknown\""));
    assertThat(ran.err()).startsWith("about 2024-05-15");
  }

  @Test
  void theTimelineIsWhatIsBelievedNow() {
    assertThat(lines("timeline", "-d", "terms").lines().toList())
        .satisfiesExactly(
            line ->
                assertThat(line).contains("\"label\":\"v1\"", "\"to\":\"2024-05-01T00:00:00Z\""),
            line ->
                assertThat(line).contains("\"label\":\"v2\"", "\"from\":\"2024-05-01T00:00:00Z\""));
  }

  @Test
  void theHistoryKeepsWhatWasGivenUp() {
    assertThat(lines("history", "-d", "terms").lines().count()).isGreaterThan(2);
    assertThat(cli.run("history", "-d", "terms").out()).contains("correct", "STATEMENT");
    assertThat(lines("history", "-d", "terms", "--raw").lines().count())
        .isGreaterThanOrEqualTo(lines("history", "-d", "terms").lines().count());
  }

  @Test
  void howABeliefWasLearned() {
    assertThat(cli.run("learned", "-d", "terms", "--about", "2024-05-15").out())
        .containsSubsequence("v1", "v2")
        .contains("erratum", "correct");
    assertThat(lines("learned", "-d", "terms", "--about", "2024-05-15").lines()).hasSize(2);
  }

  @Test
  void whatCameToBeBelievedDifferently() {
    assertThat(lines("changes", "--since", "@2", "--known", "@3").lines().toList())
        .singleElement()
        .asString()
        .contains("\"from\":\"2024-05-01T00:00:00Z\",\"to\":\"2024-06-01T00:00:00Z\"");
    assertThat(cli.run("changes", "--since", "@4").out())
        .endsWith("Nothing is believed differently.\n");
    assertThat(cli.run("changes", "--since", "@2").out()).contains("correct @3");
  }

  @Test
  void differencesAreANoAndNameTheWords() {
    Cli.Ran ran =
        cli.run("diff", "-d", "terms", "--before-about", "2024-02-01", "--about", "2024-07-01");
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.out()).contains("You may {+not+} copy.");
    assertThat(
            cli.run(
                    "diff",
                    "-d",
                    "terms",
                    "--before-about",
                    "2024-02-01",
                    "--about",
                    "2024-07-01",
                    "-o",
                    "jsonl")
                .exit())
        .isEqualTo(1);
    Cli.Ran same =
        cli.run("diff", "-d", "terms", "--before-about", "2024-02-01", "--about", "2024-03-01");
    assertThat(same.exit()).isZero();
    assertThat(same.out()).contains("Nothing differs.");
    assertThat(cli.run("diff", "-d", "terms").exit()).isEqualTo(64);
  }

  @Test
  void howLongAWrongBeliefWasServed() {
    assertThat(cli.run("exposure", "@3").out())
        .contains("v1", "v2", "[2024-05-01T00:00Z, 2024-06-01T00:00Z)");
    assertThat(lines("exposure", "@3")).contains("\"served\":");
    assertThat(cli.run("exposure", "@99").exit()).isEqualTo(65);
    assertThat(cli.run("exposure").exit()).isEqualTo(64);
  }

  @Test
  void aReconstructionIsCheckedAgainstItsManifest() throws IOException {
    Path folder = home.resolve("then");
    Cli.Ran ran = cli.run("reconstruct", "--folder", folder.toString(), "--about", "2024-02-01");
    assertThat(ran.err()).isEmpty();
    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).contains("Wrote 1 text, 13 bytes");
    assertThat(cli.run("verify", "--folder", folder.toString()).exit()).isZero();
    Path text;
    try (Stream<Path> files = Files.walk(folder)) {
      text =
          files
              .filter(file -> Files.isRegularFile(file) && !file.endsWith("manifest.json"))
              .findFirst()
              .orElseThrow();
    }
    Files.writeString(text, "!", StandardCharsets.UTF_8, StandardOpenOption.APPEND);
    Cli.Ran tampered = cli.run("verify", "--folder", folder.toString());
    assertThat(tampered.exit()).isEqualTo(1);
    assertThat(tampered.out()).startsWith("WRONG: ");
  }

  @Test
  void keysAreListed() {
    assertThat(lines("documents"))
        .isEqualTo("{\"document\":\"terms\"}\n{\"document\":\"undated\"}\n");
    assertThat(lines("documents", "--like", "DAT")).isEqualTo("{\"document\":\"undated\"}\n");
  }

  @Test
  void theLedgerIsVerifiedAndATamperedByteIsANo() {
    Cli.Ran good = cli.run("verify", "--labels", "*");
    assertThat(good.exit()).isZero();
    assertThat(cli.run("verify").out())
        .startsWith("Verified tenant default; all is as it was written.\n")
        .contains("Head @4: ");
    assertThat(good.out())
        .startsWith("Verified tenant default: 4 transactions, ")
        .contains("Head @4: ");
    cli.run("tenant", "add", "tampered");
    cli.reading("You may.").run("put", "-d", "d", "-s", "s", "-f", "-", "--tenant", "tampered");
    database.asOwner(sql ->
        sql.execute(
            "update asof.section_text set body = 'You must.' where tenant ="
                + " (select tenant from asof.tenant where name = 'tampered')"));
    Cli.Ran bad = cli.run("verify", "--tenant", "tampered");
    assertThat(bad.exit()).isEqualTo(1);
    assertThat(bad.out()).startsWith("WRONG");
    assertThat(cli.run("verify", "--tenant", "tampered", "-o", "json").exit()).isEqualTo(1);
  }

  @Test
  void aQuestionIsAnsweredWithWhatWasInForce() {
    assertThat(cli.run("ask", "may I copy", "--about", "2024-02-01").out())
        .contains(
            "1. terms # ",
            "asserted by site, version v1, valid [2024-01-01T00:00Z, 2024-05-01T00:00Z)",
            "| You may copy.")
        .doesNotContain("not copy");
    assertThat(lines("ask", "may I copy", "--about", "2024-07-01", "--state", "asserted"))
        .contains("\"label\":\"v2\"")
        .doesNotContain("v1\"");
    assertThat(cli.run("ask", "copy", "--about", "2024-02-01", "-o", "json").out())
        .contains("\"question\" : \"copy\"", "\"reading\" : ", "\"token\" : 4");
    Cli.Ran none = cli.run("ask", "copy", "--about", "2020-01-01", "--state", "asserted");
    assertThat(none.exit()).isEqualTo(1);
    assertThat(none.out()).contains("No passage answers.");
    assertThat(cli.run("ask", "copy", "--top", "0").exit()).isEqualTo(65);
  }

  @Test
  void anAuditIsARecordThatCanBeFiled() throws IOException {
    Cli.Ran ran = cli.run("audit", "may I copy", "--about", "2024-05-15", "--known", "@2");
    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).startsWith("AUDIT\n").contains("Question   may I copy", "You may copy.");
    Path text = home.resolve("audit.txt");
    Path json = home.resolve("audit.json");
    assertThat(
            cli.run(
                    "audit",
                    "may I copy",
                    "--about",
                    "2024-05-15",
                    "--known",
                    "@2",
                    "--file",
                    text.toString())
                .out())
        .isEqualTo("Wrote the record of 1 passage, as of @2, to " + text + ".\n");
    assertThat(text).hasContent(ran.out());
    cli.run(
        "audit", "may I copy", "--about", "2024-05-15", "--known", "@2", "--file", json.toString());
    assertThat(Files.readString(json, StandardCharsets.UTF_8))
        .startsWith("{")
        .contains("\"question\" : \"may I copy\"");
    try (Stream<Path> files = Files.list(home)) {
      assertThat(files.map(Path::toString)).noneMatch(file -> file.contains(".partial"));
    }
    assertThat(cli.run("audit", "copy", "--about", "2020-01-01", "--state", "asserted").exit())
        .isEqualTo(1);
    assertThat(
            cli.run("audit", "copy", "--file", home.resolve("no/such/folder.txt").toString()).err())
        .contains("cannot be written (there is no such file or folder)")
        .hasLineCount(1);
  }

  @Test
  void theIndexSaysHowFarItIsAndCanBeMadeAgain() {
    assertThat(cli.run("index", "rebuild", "--labels", "*").out()).contains(" documents, at @4.");
    assertThat(cli.run("index", "rebuild").out()).endsWith(" again, at @4.\n");
    assertThat(cli.run("index", "status").out()).contains("at @4; the ledger is at @4.");
  }

  private static String lines(String... args) {
    String[] all = Stream.concat(Stream.of(args), Stream.of("-o", "jsonl")).toArray(String[]::new);
    Cli.Ran ran = cli.run(all);
    assertThat(ran.exit()).as(List.of(all) + ": " + ran.err()).isZero();
    return ran.out();
  }
}
