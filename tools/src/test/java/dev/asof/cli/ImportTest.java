package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportTest {

  private static final String RECORDS =
      """
      {"source":"site","document_key":"terms","version_label":"v1","seq":1,"format":"text","valid_from":"2024-01-01","validity_state":"asserted","recorded_at":"2024-01-02T00:00:00Z","body":"You may."}
      {"source":"site","document_key":"terms","version_label":"v2","seq":2,"format":"text","valid_from":"2024-06-01","validity_state":"asserted","recorded_at":"2024-05-02T00:00:00Z","body":"You may not."}
      """;

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
  void cli() {
    cli = Cli.on(database, home);
  }

  @Test
  void theLineOfTheReadmeIsOne() throws IOException {
    String line =
        Files.readString(Path.of("../README.md"), StandardCharsets.UTF_8)
            .lines()
            .filter(each -> each.endsWith("> versions.jsonl"))
            .map(each -> each.substring(each.indexOf('\'') + 1, each.lastIndexOf('\'')))
            .findFirst()
            .orElseThrow();

    assertThat(
            cli.reading(line + "\n")
                .run("import", "-", "--tenant", "readme", "--system-time", "carried")
                .out())
        .contains("1 written in 1 transaction,");
    assertThat(cli.run("in-force", "-d", "leave", "--tenant", "readme").out())
        .contains("asserted", "2024-01-01T00:00Z");
    assertThat(cli.run("verify", "--tenant", "readme").exit()).isZero();
  }

  @Test
  void anImportCreatesItsTenantAndASecondRunChangesNothing() {
    Cli.Ran first =
        cli.reading(RECORDS).run("import", "-", "--tenant", "one", "--system-time", "carried");
    assertThat(first.err()).isEmpty();
    assertThat(first.exit()).isZero();
    assertThat(first.out().replaceAll("in \\S+ s:", "in TIME:"))
        .isEqualTo(
            """
            Read 2 records into tenant one in TIME: 2 written in 2 transactions, 0 held already, 0 left out.
            SOURCE  READ AS
            site    page
            """);
    assertThat(
            cli.reading(RECORDS)
                .run("import", "-", "--tenant", "one", "--system-time", "carried")
                .out())
        .contains("0 written in 0 transactions, 2 held already");
    Cli.Ran early =
        cli.run(
            "in-force",
            "--tenant",
            "one",
            "-d",
            "terms",
            "--about",
            "2024-07-01",
            "--known",
            "2024-03-01",
            "-o",
            "jsonl");
    assertThat(early.out()).contains("\"label\":\"v1\"");
    assertThat(early.err()).contains("as 2024-03-01 was read in UTC (zone assumed)");
  }

  @Test
  void aBadLineStopsTheImportByNumberAndReasonOrIsSkipped() {
    String bad = RECORDS + "{\"source\":\"site\"\n";
    Cli.Ran stopped = cli.reading(bad).run("import", "-", "--tenant", "bad");
    assertThat(stopped.exit()).isEqualTo(65);
    assertThat(stopped.err()).startsWith("asof: standard input").contains("line 3").hasLineCount(1);
    Cli.Ran skipped = cli.reading(bad).run("import", "-", "--tenant", "bad", "--on-error", "skip");
    assertThat(skipped.exit()).isZero();
    assertThat(skipped.out())
        .contains("2 written", "1 left out", "Left out standard input line 3: ");
  }

  @Test
  void aBarIsDrawnOnlyWhereSomebodyLooks() {
    cli.progress = true;
    Cli.Ran ran = cli.reading(RECORDS).run("import", "-", "--tenant", "bar", "-o", "json");
    assertThat(ran.err()).contains("\rchecking standard input", "\rwriting");
    assertThat(ran.out()).startsWith("{").contains("\"written\" : 2");
    assertThat(cli.reading(RECORDS).run("import", "-", "--tenant", "bar", "--no-progress").err())
        .isEmpty();
  }

  @Test
  void aMissingFileAndAWrongOptionAreNamedBeforeAnythingIsOpened() {
    assertThat(cli.run("import", "no/such.jsonl").err())
        .isEqualTo(
            "asof: the file no/such.jsonl does not exist; name one that can be read, or - for"
                + " standard input\n");
    assertThat(cli.run("import", "-", "--system-time", "yesterday").exit()).isEqualTo(64);
  }
}
