package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.history.AnswerJson;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jline.utils.WCWidth;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// The forms in which commands answer, and the commands about the program itself.
class FormatsTest {
  private static TestDatabase database;
  private static Cli cli;

  @TempDir private static Path home;

  @BeforeAll
  static void tell() {
    database = TestDatabases.create();
    cli = Cli.on(database, home);
    done("tenant", "add", "default");
    done("source", "set", "관보", "--zone", "Asia/Seoul");
    asserts("개인정보/처리방침-전문", "=cmd|' /C calc'!A0", "# 보유 기간\n\n로그는 30일 보관합니다.\n", "2024-01-01");
    asserts("개인정보/처리방침-전문", "v2", "# 보유 기간\n\n로그는 60일 보관합니다.\n", "2024-06-01");
    asserts(
        "terms/of/service-for-everybody",
        "v1",
        "# Logs\n\nLogs are kept, \"always\".\n",
        "2024-01-01");
    done(
        "correct",
        "-d",
        "개인정보/처리방침-전문",
        "-s",
        "관보",
        "--version-label",
        "v2",
        "--from",
        "2024-05-01",
        "--to",
        "2024-06-01",
        "--reason",
        "the board moved the date");
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  private static void asserts(String document, String label, String text, String from) {
    cli.reading(text);
    done("assert", "-d", document, "-s", "관보", "-f", "-", "--new-label", label, "--from", from);
  }

  private static void done(String... args) {
    Cli.Ran ran = cli.run(args);
    assertThat(ran.exit()).as(ran.err()).isZero();
  }

  private static List<CSVRecord> csv(String text) throws IOException {
    try (CSVParser parser =
        CSVFormat.RFC4180.builder().setHeader().get().parse(new StringReader(text))) {
      return parser.getRecords();
    }
  }

  @Test
  void csvHoldsTheColumnsOfTheTableWithWholeValues() throws IOException {
    Cli.Ran ran = cli.run("in-force", "--about", "2024-02-01", "--output", "csv");
    List<CSVRecord> rows = csv(ran.out());

    assertThat(ran.out())
        .startsWith("document,section,source,scope,state,version,valid,known_since,sha256\r\n");
    assertThat(rows).hasSize(2);
    assertThat(rows.get(1).get("document")).isEqualTo("개인정보/처리방침-전문");
    assertThat(rows.get(1).get("sha256")).matches("[0-9a-f]{64}");
    assertThat(rows.get(1).get("known_since")).matches("\\S+\\.\\d+Z @\\d+");
    assertThat(ran.err()).contains("known ");
  }

  @Test
  void whatASpreadsheetWouldRunIsMarkedAsText() throws IOException {
    String version =
        csv(cli.run("in-force", "-d", "개인정보/처리방침-전문", "--about", "2024-02-01", "-o", "csv").out())
            .getFirst()
            .get("version");

    assertThat(version).isEqualTo("'=cmd|' /C calc'!A0");
  }

  @Test
  void theColumnsAreTheSameWhereThereIsNothing() {
    assertThat(cli.run("in-force", "--about", "2001-01-01", "--output", "csv").out())
        .isEqualTo("document,section,source,scope,state,version,valid,known_since,sha256\r\n");
  }

  @Test
  void passagesAreTheRecordsOfAnAnswer() throws IOException {
    List<CSVRecord> rows =
        csv(cli.run("ask", "logs", "--about", "2024-02-01", "--output", "csv").out());

    assertThat(rows.getFirst().get("document")).isEqualTo("terms/of/service-for-everybody");
    assertThat(rows.getFirst().get("text")).isEqualTo("# Logs\n\nLogs are kept, \"always\".");
    assertThat(rows.getFirst().get("valid_from")).isEqualTo("2023-12-31T15:00:00Z");
  }

  @Test
  void citationsOfARecordAreRowsThatStandAlone() throws IOException {
    Cli.Ran ran = cli.run("audit", "logs", "--about", "2024-02-01", "--output", "csv");
    List<CSVRecord> rows = csv(ran.out());

    assertThat(ran.out())
        .startsWith(
            "reading,period,about,known,token,document,section,source,scope,state,version,valid,"
                + "known_since,sha256,permalink\r\n");
    assertThat(rows).isNotEmpty().allSatisfy(row -> assertThat(row.get("token")).matches("@\\d+"));
    assertThat(rows.getFirst().get("document")).isEqualTo("terms/of/service-for-everybody");
    assertThat(rows.getFirst().get("reading")).contains("2024-02-01");
    assertThat(rows.getFirst().get("sha256")).matches("[0-9a-f]{64}");
    assertThat(cli.run("cite", rows.getFirst().get("permalink")).exit()).isZero();
    assertThat(cli.run("audit", "zebra", "--about", "2001-01-01", "--output", "csv").out())
        .isEqualTo(ran.out().lines().findFirst().orElseThrow() + "\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "in-force --about 2024-02-01",
        "timeline -d 개인정보/처리방침-전문",
        "history -d 개인정보/처리방침-전문",
        "learned -d 개인정보/처리방침-전문 --about 2024-05-15",
        "changes --since @1",
        "diff --before-about 2024-02-01 --about 2024-07-01",
        "exposure @5",
        "documents",
        "source list",
        "tenant list",
        "tenant show",
        "holds",
        "resolve 2024-02-01",
        "index status",
        "config"
      })
  void everyReadingCommandAnswersInCsv(String line) throws IOException {
    Cli.Ran ran = cli.run((line + " --output csv").split(" "));
    assertThat(ran.exit()).as(ran.err()).isIn(0, 1);
    List<CSVRecord> rows = csv(ran.out());
    assertThat(rows).allSatisfy(row -> assertThat(row.isConsistent()).isTrue());
  }

  @ParameterizedTest
  @CsvSource({
    "60,in-force --about 2024-02-01",
    "80,in-force --about 2024-02-01",
    "200,in-force --about 2024-02-01",
    "60,history -d 개인정보/처리방침-전문",
    "80,history -d 개인정보/처리방침-전문",
    "200,history -d 개인정보/처리방침-전문",
    "60,changes --since @1",
    "80,changes --since @1",
    "200,changes --since @1",
    "40,exposure @5",
    "60,learned -d 개인정보/처리방침-전문 --about 2024-05-15",
    "60,source list",
    "60,config"
  })
  void aTableIsNoWiderThanTheTerminal(int width, String line) {
    Cli narrow = Cli.on(database, home);
    narrow.environment.put("COLUMNS", Integer.toString(width));

    String out = narrow.run(line.split(" ")).out();

    // How times were read is a sentence, and stands outside the table.
    assertThat(out.lines().filter(each -> !each.matches("(about|known|before:|after:|Note:) .*")))
        .isNotEmpty()
        .allSatisfy(each ->
            assertThat(each.codePoints().map(WCWidth::wcwidth).sum())
                .as(each)
                .isLessThanOrEqualTo(width));
  }

  @Test
  void aDiffIsColouredWhereThatIsWanted() {
    String[] diff = "diff --before-about 2024-02-01 --about 2024-07-01".split(" ");
    String plain = cli.run(diff).out();
    String coloured = cli.run((String.join(" ", diff) + " --color always").split(" ")).out();

    assertThat(plain).contains("[-30일-]", "{+60일+}").doesNotContain("\u001b", "\u0001", "\u0003");
    assertThat(coloured).contains("\u001b[31m[-30일-]\u001b[0m", "\u001b[32m{+60일+}\u001b[0m");
    assertThat(coloured.replaceAll("\u001b\\[\\d+m", "")).isEqualTo(plain);
    assertThat(cli.run((String.join(" ", diff) + " --color never").split(" ")).out())
        .isEqualTo(plain);
  }

  @Test
  void configShowsWhatOnlyTheEnvironmentHoldsAndNoSecret() {
    Cli set = Cli.on(database, home);
    set.environment.put("ASOF_LLM_KEY", "sk-secret");
    set.environment.put("ASOF_RESIDENT_IDLE", "5m");

    JsonNode all = AnswerJson.mapper().readTree(set.run("config", "--output", "json").out());
    List<String> lines =
        all.valueStream()
            .map(one ->
                one.path("key").asString()
                    + " "
                    + one.path("value").asString()
                    + " "
                    + one.path("origin").asString())
            .toList();
    assertThat(lines)
        .contains(
            "tenant default default",
            "resident on default",
            "resident-idle 5m environment ASOF_RESIDENT_IDLE",
            "llm-key (set) environment ASOF_LLM_KEY")
        .noneMatch(line -> line.contains("sk-secret"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh"})
  void theCompletionScriptCompletesCommandsAndOptions(String shell) throws Exception {
    Cli.Ran ran = cli.run("completion", shell);
    assertThat(ran.exit()).isZero();
    Path script = Files.writeString(home.resolve("completion"), ran.out(), StandardCharsets.UTF_8);
    Process process =
        new ProcessBuilder(
                "bash",
                "-c",
                // Outside of a completion the shell has none.
                "compopt() { :; }; source "
                    + script
                    + "; COMP_WORDS=(asof au); COMP_CWORD=1; _complete_asof;"
                    + " echo \"${COMPREPLY[@]}\"; COMP_WORDS=(asof audit --rec); COMP_CWORD=2;"
                    + " _complete_asof; echo \"${COMPREPLY[@]}\"")
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said.lines()).containsExactly("audit", "--recheck");
  }

  @Test
  void theDoctorFindsAStoreInOrder() throws IOException {
    Path own = Files.createDirectory(home.resolve("mine"));
    Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwx------"));
    Cli mine = Cli.on(database, home);
    mine.environment.put("ASOF_HOME", own.toString());

    Cli.Ran ran = mine.run("doctor", "--output", "json");

    JsonNode found = AnswerJson.mapper().readTree(ran.out());
    assertThat(ran.exit()).as(ran.out()).isZero();
    assertThat(found.path("good").asBoolean()).isTrue();
    assertThat(found.path("findings").valueStream().map(one -> one.path("check").asString()))
        .contains(
            "configuration",
            "home",
            "disk",
            "database",
            "clock",
            "server",
            "schema",
            "extensions",
            "roles",
            "tenants",
            "grants",
            "policies",
            "index",
            "embedder",
            "resident");
    assertThat(mine.run("doctor").out()).endsWith("Nothing has to be mended.\n");
  }

  @Test
  void theDoctorSaysHowToMendWhatIsNot() throws IOException {
    Path open = Files.createDirectory(home.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
    Cli ill = Cli.on(database, home);
    ill.environment.put("ASOF_HOME", open.toString());
    ill.environment.put("ASOF_DB_PASSWORD", "wrong");
    ill.clock = java.time.Clock.offset(ill.clock, java.time.Duration.ofHours(1));

    Cli.Ran ran = ill.run("doctor");
    assertThat(ran.exit()).isOne();
    assertThat(ran.out())
        .contains("chmod go=", "check the user and", "Something has to be mended.");

    ill.environment.put("ASOF_DB_PASSWORD", String.valueOf(database.settings().password()));
    assertThat(ill.run("doctor", "-o", "jsonl").out()).contains("(NTP)");
    ill.environment.put("ASOF_POOL_SIZE", "many");
    ran = ill.run("doctor", "-o", "jsonl");
    assertThat(ran.exit()).isOne();
    assertThat(ran.out()).contains("\"check\":\"configuration\",\"level\":\"bad\"");
  }
}
