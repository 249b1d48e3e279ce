package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.intake.archive.Warc;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportWebArchiveTest {

  private static TestDatabase database;
  @TempDir private Path home;

  @BeforeAll
  static void open() {
    database = TestDatabases.create();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @Test
  void capturesAreImportedAndReportedOnceAndOnlyLooksWereLate() {
    Cli cli = Cli.on(database, home);
    String archive =
        Warc.write(
                home,
                "crawl.warc",
                new Warc()
                    .page(
                        "https://example.org/terms",
                        "2021-01-01T00:00:00Z",
                        "<h1>T</h1><p>One.</p>")
                    .page(
                        "https://example.org/terms",
                        "2020-01-01T00:00:00Z",
                        "<h1>T</h1><p>Two.</p>")
                    .page("https://example.org/blank", "2020-01-01T00:00:00Z", "<p> </p>")
                    .response(
                        "https://example.org/terms",
                        "2021-05-01T00:00:00Z",
                        "500 Oops",
                        "",
                        new byte[0])
                    .plain())
            .toString();

    Cli.Ran ran = cli.run("import-web-archive", archive, "-s", "crawler", "--tenant", "web");

    assertThat(ran.err()).isEmpty();
    assertThat(ran.out().replaceAll("in \\S+ s:", "in TIME:"))
        .isEqualTo(
            """
            Read 3 records into tenant web in TIME: 3 written in 1 transaction, 0 held already, 0 left out.
            4 captures: 2 texts, 0 seen again, 0 gone, 1 failed, 0 of pages never seen with a text, 0 no pages, 1 not used.
            SOURCE   READ AS
            crawler  page
            Not used: https://example.org/blank of 20200101000000 in %s: the page holds no text in body
            """
                .formatted(archive));
    assertThat(
            cli.run(
                    "in-force",
                    "--tenant",
                    "web",
                    "-d",
                    "example.org/terms",
                    "--about",
                    "2020-06-01",
                    "-o",
                    "jsonl")
                .out())
        .contains("\"label\":\"20200101000000\"", "\"state\":\"presumed\"");
    assertThat(cli.run("import-web-archive", archive, "-s", "crawler", "--tenant", "web").out())
        .contains("0 written in 0 transactions, 3 held already");
    assertThat(cli.run("verify", "--tenant", "web").exit()).isZero();
  }

  @Test
  void whatIsNoArchiveOrNoSelectorIsSaidBeforeAnythingIsOpened() {
    Cli cli = Cli.in(home);
    assertThat(cli.run("import-web-archive", "none.warc", "-s", "c").err())
        .contains("does not exist");
    assertThat(cli.run("import-web-archive", "none.warc").exit()).isEqualTo(64);
    assertThat(
            cli.run("import-web-archive", home.resolve("x").toString(), "-s", "c", "--select", "p[")
                .err())
        .contains("is no CSS selector");
  }
}
