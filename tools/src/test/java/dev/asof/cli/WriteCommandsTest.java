package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.history.AnswerJson;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Each test has a tenant of its own.
class WriteCommandsTest {

  private static TestDatabase database;
  @TempDir private Path home;
  private Cli cli;

  @BeforeAll
  static void open() {
    database = TestDatabases.create();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @BeforeEach
  void tenant(TestInfo test) {
    cli = Cli.on(database, home);
    String tenant = test.getTestMethod().orElseThrow().getName().toLowerCase(java.util.Locale.ROOT);
    cli.environment.put("ASOF_TENANT", tenant.substring(0, Math.min(60, tenant.length())));
    assertThat(cli.run("tenant", "add", cli.environment.get("ASOF_TENANT")).exit()).isZero();
  }

  @Test
  void aReceiptShowsWhatWasClosedAndOpenedAndHowTimesWereRead() {
    cli.run("source", "set", "site", "--zone", "Europe/London");
    cli.reading("one")
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
    Cli.Ran ran =
        cli.reading("two")
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
    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out().replaceAll("at \\S+Z\\.", "at TIME."))
        .isEqualTo(
            """
            Written as transaction @3 at TIME.
            CHANGE  DOCUMENT  SOURCE  STATE     VERSION  VALID                                   STATEMENT
            closed  terms     site    asserted  v1       [2024-01-01T00:00Z, unbounded)          33554436
            opened  terms     site    asserted  v1       [2024-01-01T00:00Z, 2024-05-31T23:00Z)  33554436
            opened  terms     site    asserted  v2       [2024-05-31T23:00Z, unbounded)          50331650
            --from 2024-06-01 was read as 2024-05-31T23:00Z (Europe/London)
            """);
  }

  private Cli.Ran asserted(String text, String label, String from) {
    return cli.reading(text)
        .run(
            "assert", "-d", "terms", "-s", "site", "-f", "-", "--new-label", label, "--from", from);
  }

  @Test
  void aLabelThatNamesAnotherTextAlreadyIsSaidAndSoAreAllItsTextsWhereItIsAskedFor() {
    assertThat(asserted("one", "v1", "2024-01-01").out()).doesNotContain("Note:");
    assertThat(asserted("one", "v1", "2024-02-01").out())
        .as("the same text")
        .doesNotContain("already names");
    assertThat(cli.run("version", "-d", "terms", "--version-label", "v1").out())
        .doesNotContain("Note:");

    assertThat(asserted("two", "v1", "2024-06-01").out())
        .contains("Note: the label v1 already names another text of terms from site: version ")
        .contains("give each text a label of its own");
    assertThat(cli.run("version", "-d", "terms", "--version-label", "v1").out())
        .contains("Note: the label v1 names 2 texts of terms: version ")
        .contains("by site, recorded ")
        .contains("this is the one recorded last");
    assertThat(
            cli.run("version", "-d", "terms", "--version-label", "v1", "--text", "--to", "-").err())
        .contains("the label v1 names 2 texts of terms");
    assertThat(
            cli.run(
                    "correct",
                    "-d",
                    "terms",
                    "-s",
                    "site",
                    "--version-label",
                    "v1",
                    "--from",
                    "2024-03-01",
                    "--dry-run")
                .out())
        .contains("Note: the label v1 names 2 texts of terms from site: version ")
        .contains("the last recorded was taken, version ");
  }

  @Test
  void aTextThatCameAsItIsHasNoOriginalAndIsSaidHowToGetIt() {
    asserted("one", "v1", "2024-01-01");

    assertThat(
            cli.run("version", "-d", "terms", "--version-label", "v1", "--original", "--to", "-")
                .err())
        .contains("asof version --text --to FILE writes that");
  }

  @Test
  void aZoneThatNobodySetIsSaidToBeAssumed() {
    assertThat(
            cli.reading("one")
                .run("assert", "-d", "t", "-s", "site", "-f", "-", "--from", "2024-01-01")
                .out())
        .endsWith(
            "--from 2024-01-01 was read as 2024-01-01T00:00Z (UTC, zone assumed: the source has"
                + " none)\n");
    cli.run("tenant", "set", "--zone", "Asia/Seoul");
    assertThat(
            cli.reading("two")
                .run("assert", "-d", "t", "-s", "site", "-f", "-", "--from", "2024-02-01")
                .out())
        .endsWith(
            "--from 2024-02-01 was read as 2024-01-31T15:00Z (Asia/Seoul, zone assumed: the source"
                + " has none)\n");
    assertThat(
            cli.reading("three")
                .run(
                    "assert",
                    "-d",
                    "t",
                    "-s",
                    "site",
                    "-f",
                    "-",
                    "--from",
                    "2024-03-01",
                    "--zone",
                    "+01:00")
                .out())
        .endsWith("--from 2024-03-01 was read as 2024-02-29T23:00Z (+01:00)\n");
  }

  @Test
  void aDryRunWritesNothing() {
    cli.reading("one")
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
    String dry =
        cli.run("terminate", "-d", "terms", "-s", "site", "--from", "2025-01-01", "--dry-run")
            .out();
    assertThat(dry)
        .startsWith("Dry run as of @1, nothing was written. It would close and open:\n")
        .contains("opened  withdrawn  nothing (terminated)");
    JsonNode json =
        AnswerJson.mapper()
            .readTree(
                cli.run(
                        "terminate",
                        "-d",
                        "terms",
                        "-s",
                        "site",
                        "--from",
                        "2025-01-01",
                        "--dry-run",
                        "-o",
                        "json")
                    .out());
    assertThat(json.path("token").isNull()).isTrue();
    assertThat(json.path("known").isNull()).isTrue();
    assertThat(json.path("checked_at").asLong()).isEqualTo(1);
    assertThat(json.path("opened").valueStream().map(row -> row.path("statement").isNull()))
        .containsExactly(false, true);
    assertThat(cli.run("in-force", "-d", "terms", "--about", "2026-01-01").exit()).isZero();
    assertThat(cli.run("terminate", "-d", "terms", "-s", "site", "--from", "2025-01-01").out())
        .startsWith("Written as transaction @2 ");
    Cli.Ran after = cli.run("in-force", "-d", "terms", "--about", "2026-01-01");
    assertThat(after.exit()).isEqualTo(1);
    assertThat(after.out()).contains("nothing (terminated)");
  }

  @Test
  void aCorrectionLeavesTheOldAnswerAtItsToken() {
    cli.reading("one")
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
    cli.reading("two")
        .run(
            "correct",
            "-d",
            "terms",
            "-s",
            "site",
            "-f",
            "-",
            "--new-label",
            "v2",
            "--from",
            "2024-01-01",
            "--reason",
            "erratum");
    assertThat(cli.run("in-force", "-d", "terms", "--about", "2024-02-01", "-o", "jsonl").out())
        .contains("\"label\":\"v2\"");
    Cli.Ran before =
        cli.run("in-force", "-d", "terms", "--about", "2024-02-01", "--known", "@1", "-o", "jsonl");
    assertThat(before.out()).contains("\"label\":\"v1\"").doesNotContain("v2");
    assertThat(before.err()).contains("about 2024-02-01T00:00Z", " @1: of that token");
  }

  @Test
  void aStoredVersionCanBeNamedByItsLabel() {
    cli.reading("one").run("put", "-d", "terms", "-s", "site", "-f", "-", "--new-label", "v1");
    assertThat(
            cli.run(
                    "assert",
                    "-d",
                    "terms",
                    "-s",
                    "site",
                    "--version-label",
                    "v1",
                    "--from",
                    "2024-01-01")
                .out())
        .contains("opened  terms     site    asserted  v1 ");
    assertThat(
            cli.run(
                    "correct",
                    "-d",
                    "terms",
                    "-s",
                    "site",
                    "--version-label",
                    "v9",
                    "--from",
                    "2024-01-01",
                    "--reason",
                    "erratum")
                .err())
        .isEqualTo("asof: source site has no version v9 of terms; asof history shows the labels\n");
  }

  @Test
  void aRetractionAndItsRecall() {
    cli.reading("one")
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
    String retracted =
        cli.run(
                "retract",
                "-d",
                "terms",
                "-s",
                "site",
                "--from",
                "2024-02-01",
                "--to",
                "2024-03-01",
                "--reason",
                "never applied")
            .out();
    assertThat(retracted).contains("nothing (retracted)");
    assertThat(cli.run("in-force", "-d", "terms", "--about", "2024-02-15").exit()).isEqualTo(1);
    Matcher statement = Pattern.compile("\\(retracted\\).* (\\d+)\n").matcher(retracted);
    assertThat(statement.find()).isTrue();
    assertThat(cli.run("recall", statement.group(1), "--reason", "a mistake").exit()).isZero();
    assertThat(cli.run("in-force", "-d", "terms", "--about", "2024-02-15").exit()).isZero();
  }

  @Test
  void whatGivesUpABeliefNeedsAReasonUnlessItIsOnlyTried() {
    cli.reading("one")
        .run("assert", "-d", "terms", "-s", "site", "-f", "-", "--from", "2024-01-01");
    String[] retract = {"retract", "-d", "terms", "-s", "site", "--from", "2024-02-01"};
    Cli.Ran without = cli.run(retract);
    assertThat(without.exit()).isEqualTo(64);
    assertThat(without.err()).contains("--reason");
    String[] tried = java.util.Arrays.copyOf(retract, retract.length + 1);
    tried[retract.length] = "--dry-run";
    assertThat(cli.run(tried).exit()).isZero();
    assertThat(cli.run("recall", "1").exit()).isEqualTo(64);
    assertThat(
            cli.reading("two")
                .run("correct", "-d", "terms", "-s", "site", "-f", "-", "--from", "2024-02-01")
                .exit())
        .isEqualTo(64);
  }

  @Test
  void aTimelineRestatesADocumentInOneStep() throws java.io.IOException {
    cli.reading("one").run("put", "-d", "act", "-s", "gazette", "-f", "-", "--new-label", "v1");
    cli.run(
        "assert", "-d", "act", "-s", "gazette", "--version-label", "v1", "--from", "2023-01-01");
    Path timeline = home.resolve("act.jsonl");
    java.nio.file.Files.writeString(home.resolve("v2.md"), "two");
    java.nio.file.Files.writeString(
        timeline,
        """
        {"label":"v1","from":"2023-01-01"}

        {"file":"v2.md","label":"v2","from":"2024-01-01","to":"2025-01-01"}
        {"nothing":"repealed","from":"2025-01-01"}
        """);
    String[] restate = {"restate", "-d", "act", "-s", "gazette", "--timeline", timeline.toString()};
    Cli.Ran ran = cli.run(restate);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out())
        .contains(
            "opened  asserted   v2                  [2024-01-01T00:00Z, 2025-01-01T00:00Z)",
            "opened  withdrawn  nothing (repealed)  [2025-01-01T00:00Z, unbounded)",
            "line 3 from 2024-01-01 was read as 2024-01-01T00:00Z");
    assertThat(cli.run(restate).out())
        .startsWith("Nothing was written: everything is so already, as of @3.\n");
    assertThat(cli.run("in-force", "-d", "act", "--about", "2025-06-01").exit()).isEqualTo(1);
  }

  @Test
  void aTimelineWithAFaultNamesItsLineAndWritesNothing() {
    cli.reading("one")
        .run(
            "assert",
            "-d",
            "act",
            "-s",
            "gazette",
            "-f",
            "-",
            "--new-label",
            "v1",
            "--from",
            "2023-01-01");
    String good = "{\"label\":\"v1\",\"from\":\"2023-01-01\"}\n";
    assertThat(restating(good + "{\"lable\":\"v1\",\"from\":\"2024-01-01\"}"))
        .isEqualTo(
            "asof: standard input line 2: there is no key lable; did you mean label? (nothing was"
                + " written)\n");
    assertThat(restating(good + "{\"label\":\"v1\"}")).contains("line 2", "has no from");
    assertThat(restating("{\"label\":\"v1\",\"nothing\":\"repealed\",\"from\":\"2024\"}"))
        .contains("line 1", "one of label, file and nothing");
    assertThat(restating(good + "{\"nothing\":\"lost\",\"from\":\"2024-01-01\"}"))
        .contains("line 2", "withdrawn, repealed, retracted or terminated");
    assertThat(restating(good + good)).contains("line 2", "when line 1 does");
    assertThat(restating(good + "{\"label\":\"v1\",\"from\":\"2024-13-01\"}"))
        .contains("line 2", "2024-13-01");
    assertThat(restating("not json")).contains("line 1", "no JSON");
    assertThat(restating("{\"file\":\"no/such.md\",\"from\":\"2024-01-01\"}"))
        .contains("line 1", "no/such.md cannot be read");
    assertThat(cli.run("in-force", "-d", "act", "--about", "2024-06-01", "-o", "jsonl").err())
        .contains(" @1");
  }

  private String restating(String timeline) {
    Cli.Ran ran =
        cli.reading(timeline).run("restate", "-d", "act", "-s", "gazette", "--timeline", "-");
    assertThat(ran.exit()).isEqualTo(65);
    return ran.err();
  }

  @Test
  void oneSectionMayBeOverriddenAndEveryAnswerSaysSo() {
    cli.reading("# Scope\n\nAll.\n\n# Fees\n\nTen.\n")
        .run(
            "assert",
            "-d",
            "act",
            "-s",
            "gazette",
            "-f",
            "-",
            "--format",
            "markdown",
            "--new-label",
            "v1",
            "--from",
            "2024-01-01");
    String[] place = {"override", "-d", "act", "-s", "gazette", "--from", "2024-03-01"};
    assertThat(cli.run(with(place, "--section", "fee", "--not-in-force")).err())
        .isEqualTo("asof: act has no section fee; similar: fees\n");
    assertThat(cli.run(with(place, "--section", "fees")).exit()).isEqualTo(64);
    assertThat(
            cli.reading("# Fees\n\nTwenty.\n")
                .run(
                    with(
                        place,
                        "--section",
                        "fees",
                        "-f",
                        "-",
                        "--new-label",
                        "fees-20",
                        "--to",
                        "2024-06-01"))
                .out())
        .contains("SECTION    fees\n", "VERSION    fees-20\n");
    assertThat(cli.run("in-force", "-d", "act", "--about", "2024-04-01").out())
        .contains(
            "a section of act from gazette did not follow v1: fees is that of fees-20"
                + " [2024-03-01T00:00:00Z, 2024-06-01T00:00:00Z)");
    assertThat(cli.run("timeline", "-d", "act").out()).contains("fees-20");
    assertThat(cli.run("history", "-d", "act").out()).contains("override @2");
    assertThat(
            cli.run("diff", "-d", "act", "--before-about", "2024-02-01", "--about", "2024-04-01")
                .out())
        .contains("[-Ten.-]", "{+Twenty.+}");
    assertThat(
            cli.run(
                    "retract",
                    "-d",
                    "act",
                    "-s",
                    "gazette",
                    "--section",
                    "fees",
                    "--from",
                    "2024-05-01",
                    "--reason",
                    "void")
                .out())
        .contains("fees", "nothing (retracted)");
    assertThat(cli.run("verify").exit()).isZero();
  }

  private static String[] with(String[] args, String... more) {
    return java.util.stream.Stream.concat(
            java.util.Arrays.stream(args), java.util.Arrays.stream(more))
        .toArray(String[]::new);
  }

  @Test
  void looksAreLogged() {
    assertThat(
            cli.reading("seen")
                .run(
                    "observe",
                    "-d",
                    "terms",
                    "-s",
                    "crawler",
                    "-f",
                    "-",
                    "--looked",
                    "2024-03-01T10:00Z")
                .out())
        .contains("observed", "[2024-03-01T10:00Z, unbounded)");
    assertThat(cli.run("observe", "-d", "terms", "-s", "crawler", "--failed", "timeout").out())
        .contains("no belief changed");
    assertThat(cli.run("observe", "-d", "terms", "-s", "crawler", "--gone", "404").out())
        .contains("nothing (gone)");
    assertThat(
            cli.run("observe", "-d", "terms", "-s", "crawler", "--gone", "--looked", "2999-01-01")
                .err())
        .contains("nobody can have looked at 2999-01-01T00:00:00Z")
        .hasLineCount(1);
  }

  @Test
  void theSameKeyIsCarriedOutOnce() {
    String[] put = {"put", "-d", "terms", "-s", "site", "-f", "-", "--idempotency-key", "k1"};
    cli.reading("one").run(put);
    assertThat(cli.reading("one").run(put).out())
        .isEqualTo(
            "Nothing was written: this was done before under the same key, as transaction @1.\n");
    Cli.Ran other = cli.reading("two").run(put);
    assertThat(other.exit()).isEqualTo(65);
    assertThat(other.err()).contains("idempotency key k1", "use a new key");
  }

  @Test
  void whatIsSoAlreadyIsNotWrittenAgain() {
    cli.reading("one").run("put", "-d", "terms", "-s", "site", "-f", "-");
    assertThat(cli.reading("one").run("put", "-d", "terms", "-s", "site", "-f", "-").out())
        .isEqualTo("Nothing was written: everything is so already, as of @1.\n");
  }

  @Test
  void sourcesAreListedAsTheyWereSet() {
    cli.run(
        "source",
        "add",
        "gazette",
        "--kind",
        "archive",
        "--zone",
        "Europe/Berlin",
        "--authority-rank",
        "1");
    cli.run(
        "source",
        "set",
        "blog",
        "--display",
        "excerpt",
        "--excerpt-words",
        "50",
        "--publisher",
        "A blog");
    assertThat(cli.run("source", "list").out())
        .isEqualTo(
            """
            SOURCE   KIND     ZONE           RANK  DISPLAY  WORDS  PUBLISHER
            gazette  archive  Europe/Berlin  1     full
            blog     page                          excerpt  50     A blog
            """);
    assertThat(cli.run("source", "list", "-o", "jsonl").out())
        .startsWith(
            "{\"source\":\"gazette\",\"kind\":\"archive\",\"zone\":\"Europe/Berlin\",\"authority_rank\":1,");
  }

  @Test
  void tenantsAreListed() {
    assertThat(cli.run("tenant", "list", "-o", "json").out())
        .contains("\"tenant\" : \"tenantsarelisted\"");
    assertThat(cli.run("tenant", "add", "tenantsarelisted").out())
        .isEqualTo("The tenant tenantsarelisted was there.\n");
    assertThat(cli.run("tenant", "add", "No Name").err())
        .startsWith("asof: \"No Name\" cannot name a tenant: ");
  }

  @Test
  void settingsOfReadingAreOneTransactionAndReadAsTheyWereSetThen() {
    String set =
        "tenant set --fiscal-year-start 10-01 --fiscal-year-named-by end --hemisphere southern"
            + " --term Wattle=11-01..01-31 --question-zone Asia/Seoul";

    assertThat(cli.run(set.split(" ")).out()).startsWith("Written as transaction @1 at ");
    assertThat(cli.run(set.split(" ")).out()).startsWith("Nothing was written: everything is so");
    assertThat(cli.run("tenant", "set", "--hemisphere", "", "--recent", "P10D").out())
        .startsWith("Written as transaction @2 at ");

    assertThat(cli.run("tenant", "show", "--known", "@1", "-o", "jsonl").out())
        .isEqualTo(
            """
            {"setting":"fiscal-year","value":"10-01 end"}
            {"setting":"hemisphere","value":"southern"}
            {"setting":"question-zone","value":"Asia/Seoul"}
            {"setting":"term.wattle","value":"11-01..01-31"}
            """);
    assertThat(cli.run("tenant", "show").out())
        .contains("recent", "P10D", "fiscal-year")
        .doesNotContain("hemisphere");
    assertThat(cli.run("verify").exit()).isZero();
  }

  @Test
  void resolveReadsAsTheNamedTenantIsSetAndAFlagComesFirst() {
    String tenant = String.valueOf(cli.environment.get("ASOF_TENANT"));
    cli.run("tenant", "set", "--numeric-dates", "day_first", "--question-zone", "Asia/Seoul");
    cli.run("tenant", "set", "--numeric-dates", "month_first");

    assertThat(cli.run("resolve", "03/04/2024").exit()).isEqualTo(1);
    assertThat(cli.run("resolve", "03/04/2024", "--tenant", tenant).out())
        .contains("[2024-03-03T15:00Z, 2024-03-04T15:00Z)", "Asia/Seoul");
    assertThat(cli.run("resolve", "03/04/2024", "--tenant", tenant, "--known", "@1").out())
        .contains("[2024-04-02T15:00Z, 2024-04-03T15:00Z)");
    assertThat(
            cli.run(
                    "resolve",
                    "03/04/2024",
                    "--tenant",
                    tenant,
                    "--numeric-dates",
                    "day_first",
                    "--zone",
                    "UTC")
                .out())
        .contains("[2024-04-03T00:00Z, 2024-04-04T00:00Z)");
    assertThat(cli.run("resolve", "03/04/2024", "--known", "@1").exit()).isEqualTo(64);
  }

  @Test
  void aSettingThatCannotBeIsRefusedWithTheMend() {
    Cli.Ran week = cli.run("tenant", "set", "--week-start", "mon");
    assertThat(week.exit()).isEqualTo(65);
    assertThat(week.err())
        .startsWith("asof: the setting week-start cannot be \"mon\"; write one of monday,");
    assertThat(cli.run("tenant", "set", "--term", "Q 1=10-01..12-17").err())
        .startsWith("asof: \"q 1\" cannot be the name of a term; use one word");
    assertThat(cli.run("tenant", "set", "--fiscal-year-start", "10-01").err())
        .startsWith("asof: Give --fiscal-year-start and --fiscal-year-named-by together");
    assertThat(cli.run("tenant", "set").exit()).isEqualTo(64);
    assertThat(cli.run("tenant", "show").out()).startsWith("Nothing is set for the tenant ");
  }
}
