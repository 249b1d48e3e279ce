package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuggestDatesTest {
  @TempDir private Path home;
  private TestDatabase database;

  @BeforeEach
  void tell() {
    database = TestDatabases.create();
    puts("terms", "v1", "# Terms\n\nEffective date: March 1, 2024\n\nPay, \"now\".\n");
    puts("terms", "v2", "# Terms\n\nEffective date: 03/04/2025\n\nPay later.\n");
    puts("notes", "v1", "Nothing about days.\n");
    ok(
        "Effective date: May 1, 2023",
        "assert",
        "-d",
        "dated",
        "-s",
        "site",
        "-f",
        "-",
        "--new-label",
        "v1",
        "--from",
        "2023-05-02");
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void puts(String document, String label, String text) {
    ok(text, "put", "-d", document, "-s", "site", "-f", "-", "--new-label", label);
  }

  private Cli.Ran ok(String in, String... args) {
    Cli.Ran ran = Cli.on(database, home).reading(in).run(args);
    assertThat(ran.exit()).as(ran.err()).isZero();
    return ran;
  }

  @Test
  void whatIsAcceptedIsAssertedOnceWithItsWords() throws IOException {
    assertThat(ok("", "suggest-dates").out())
        .contains("2024-03-01", "Effective date: March 1, 2024")
        .doesNotContain("2025", "2023-05", "notes");
    ok("", "source", "set", "site", "--numeric-dates", "day_first");
    for (String name : new String[] {"dates.csv", "dates.jsonl"}) {
      Path file = home.resolve(name);
      ok("", "suggest-dates", "--to", file.toString());
      String proposed = Files.readString(file);
      assertThat(proposed).contains("2024-03-01", "2025-04-03", "03/04/2025");
      assertThat(ok("", "suggest-dates", "--accept", file.toString()).out())
          .contains("Asserted 0; 0 were held already, 2 not accepted");
    }
    assertThat(Cli.on(database, home).run("in-force", "-d", "terms", "--about", "2024-06-01").out())
        .doesNotContain("asserted");

    Path csv = home.resolve("dates.csv");
    Files.writeString(
        csv,
        Files.readString(csv)
            .replaceFirst("(?m)^,terms,site,,(\\d+),v1,", "yes,terms,site,,$1,v1,"));
    assertThat(ok("", "suggest-dates", "--accept", csv.toString()).out())
        .contains("Asserted 1; 0 were held already, 1 not accepted");
    assertThat(ok("", "suggest-dates", "--accept", csv.toString()).out())
        .contains("Asserted 0; 1 were held already, 1 not accepted");

    assertThat(ok("", "in-force", "-d", "terms", "--about", "2024-06-01", "-o", "json").out())
        .contains("\"asserted\"", "March 1, 2024", "2024-03-01T00:00:00Z");
    assertThat(ok("", "learned", "-d", "terms", "--about", "2024-06-01", "-o", "json").out())
        .contains("a date found in the text and accepted");
    assertThat(ok("", "suggest-dates").out()).doesNotContain("March 1, 2024");
  }

  @Test
  void whatIsCountedFromThePublicationHasItsDayWhereThatIsStated() throws IOException {
    Path folder = Files.createDirectories(home.resolve("acts"));
    Files.writeString(
        folder.resolve("one.md"),
        """
        ---
        published: 2024-03-01
        ---
        Dieses Gesetz tritt am Tag nach der Verkündung in Kraft.
        """);
    Files.writeString(
        folder.resolve("two.md"), "This Act takes effect six months after its publication.\n");
    ok("", "import-folder", folder.toString(), "--source", "gazette");

    assertThat(ok("", "suggest-dates", "-s", "gazette", "-o", "jsonl").out())
        .contains(
            "\"from\":\"2024-03-02\",\"rule\":\"1 day after"
                + " publication\",\"published\":\"2024-03-01\"",
            "\"from\":null,\"rule\":\"6 months after publication\",\"published\":null");
    assertThat(ok("", "suggest-dates", "-s", "gazette", "-d", "two").out())
        .contains("needs the publication");

    Path csv = home.resolve("dates.csv");
    ok("", "suggest-dates", "-s", "gazette", "--to", csv.toString());
    String proposed = Files.readString(csv);
    assertThat(proposed).contains(",2024-03-02,1 day after publication,2024-03-01,");
    Files.writeString(csv, proposed.replaceAll("(?m)^,", "yes,"));
    Cli.Ran refused = Cli.on(database, home).run("suggest-dates", "--accept", csv.toString());
    assertThat(refused.exit()).isEqualTo(65);
    assertThat(refused.err()).contains("which is 6 months after publication");

    Files.writeString(
        csv,
        proposed
            .replaceAll("(?m)^,", "yes,")
            .replace(",,6 months after publication,", ",2024-09-15,6 months after publication,"));
    assertThat(ok("", "suggest-dates", "--accept", csv.toString()).out()).contains("Asserted 2");
    assertThat(ok("", "in-force", "-d", "two", "--about", "2024-09-15", "-o", "json").out())
        .contains("\"asserted\"", "six months after its publication");
  }

  @Test
  void aFileThatCannotBeReadAssertsNothing() throws IOException {
    Path file = home.resolve("dates.jsonl");
    ok("", "suggest-dates", "--to", file.toString());
    String proposal = Files.readString(file);
    Files.writeString(
        file,
        proposal.replace("\"accept\":null", "\"accept\":\"yes\"")
            + proposal.replace("\"accept\":null", "\"accept\":\"perhaps\""));

    Cli.Ran ran = Cli.on(database, home).run("suggest-dates", "--accept", file.toString());

    assertThat(ran.exit()).isEqualTo(65);
    assertThat(ran.err()).contains("line 2: accept is \"perhaps\"", "nothing was asserted");
    assertThat(Cli.on(database, home).run("in-force", "-d", "terms", "--about", "2024-06-01").out())
        .doesNotContain("asserted");
  }
}
