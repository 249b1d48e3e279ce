package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.intake.extract.Samples;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import dev.asof.schema.DatabaseRole;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.write.Eraser;
import dev.asof.write.Intent;
import dev.asof.write.Store;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A folder of real files into a real database, and out again.
class ImportFolderTest {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static TestDatabase database;
  private static int tenants;

  @TempDir private Path home;
  private Path folder;
  private Cli cli;
  private String tenant;

  @BeforeAll
  static void open() {
    database = TestDatabases.create();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @BeforeEach
  void cli() throws IOException {
    cli = Cli.on(database, home);
    folder = Files.createDirectories(home.resolve("policies"));
    tenant = "folder" + ++tenants;
    cli.environment.put("ASOF_TENANT", tenant);
  }

  private Cli.Ran imported(String... options) {
    String[] all = new String[options.length + 4];
    System.arraycopy(
        new String[] {"import-folder", folder.toString(), "--source", "intranet"}, 0, all, 0, 4);
    System.arraycopy(options, 0, all, 4, options.length);
    return cli.run(all);
  }

  private JsonNode report(String... options) {
    String[] all = new String[options.length + 2];
    System.arraycopy(options, 0, all, 0, options.length);
    all[options.length] = "-o";
    all[options.length + 1] = "json";
    Cli.Ran ran = imported(all);
    assertThat(ran.exit()).as(ran.err()).isZero();
    return JSON.readTree(ran.out());
  }

  private JsonNode json(String... command) {
    String[] all = new String[command.length + 2];
    System.arraycopy(command, 0, all, 0, command.length);
    all[command.length] = "-o";
    all[command.length + 1] = "json";
    Cli.Ran ran = cli.run(all);
    assertThat(ran.exit()).as(ran.err()).isIn(0, 1);
    return JSON.readTree(ran.out());
  }

  private JsonNode inForce(String document, String about) {
    return json("in-force", "-d", document, "--about", about).path("results").path(0);
  }

  private byte[] original(String document) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Cli.Ran ran =
        cli.writingTo(out)
            .run("version", "-d", document, "--about", "2024-06-01", "--original", "--to", "-");
    cli = Cli.on(database, home);
    cli.environment.put("ASOF_TENANT", tenant);
    assertThat(ran.exit()).as(ran.err()).isZero();
    return out.toByteArray();
  }

  @Test
  void everyFormatGoesInAndItsBytesComeBackExactly() throws IOException {
    Samples.pdf(folder.resolve("pay.pdf"), List.of(List.of("Pay is monthly.")));
    Samples.docx(folder.resolve("leave.docx"));
    Files.createDirectories(folder.resolve("old"));
    Samples.odt(folder.resolve("old/leave.odt"));
    Samples.text(
        folder.resolve("page.html"), "<html><body><h1>Page</h1><p>Words.</p></body></html>");
    Samples.text(folder.resolve("note.txt"), "A note.\n");
    Samples.text(folder.resolve("front.md"), "---\ntitle: Front\n---\n# Front\n\nWords.\n");
    Samples.text(folder.resolve(".hidden/secret.md"), "not read");

    JsonNode report = report("--valid-from", "2024-01-01");

    assertThat(report.path("imported").path("written").asInt()).isEqualTo(6);
    for (String file : List.of("pay.pdf", "leave.docx", "old/leave.odt", "page.html", "front.md")) {
      String document = file.substring(0, file.lastIndexOf('.'));
      assertThat(original(document)).as(file).isEqualTo(Files.readAllBytes(folder.resolve(file)));
    }
    JsonNode note = json("version", "-d", "note", "--about", "2024-06-01");
    assertThat(note.path("original").isNull()).isTrue();
    assertThat(note.path("sha256").asString())
        .isEqualTo(Hash.wrap(Sha256.of("A note.\n".getBytes(StandardCharsets.UTF_8))).hex());
    assertThat(json("version", "-d", "pay", "--about", "2024-06-01").path("provenance").toString())
        .contains("\"file\":\"pay.pdf\"", "\"pages\":{\"p1\":[[1,0]]}", "--valid-from");
    assertThat(cli.run("verify").exit()).isZero();
  }

  @Test
  void datesComeFromTheTableThenFromFrontMatterThenFromTheOptionAndElseFromNobody() {
    Samples.text(
        folder.resolve("a.md"),
        """
        ---
        effective: 2023-01-01
        valid_to: 2025-01-01
        version: 2.10
        lang: en
        ---
        Text a.
        """);
    Samples.text(folder.resolve("b.md"), "---\neffective: 2023-01-01\n---\nText b.\n");
    Samples.text(folder.resolve("c.md"), "Text c.\n");
    Samples.text(folder.resolve("asof.csv"), "file,valid_from,label\nb.md,2022-05-01,second\n");

    report();

    assertThat(inForce("a", "2024-01-01").path("label").asString()).isEqualTo("2.10");
    assertThat(inForce("a", "2024-01-01").path("language").asString()).isEqualTo("en");
    assertThat(inForce("a", "2025-06-01").isMissingNode()).isTrue();
    assertThat(inForce("b", "2022-06-01").path("label").asString()).isEqualTo("second");
    assertThat(inForce("c", "2024-01-01").path("state").asString()).isEqualTo("unknown");
    assertThat(
            json("version", "-d", "b", "--version-label", "second").path("provenance").toString())
        .contains("asof.csv line 2");
  }

  @Test
  void theDateOfAFileIsAValidDateOnlyWhereTheUserChoseItAndThatIsRecorded() throws IOException {
    Path file = Samples.text(folder.resolve("a.md"), "Text a.\n");
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2020-02-03T04:05:06Z")));
    report();
    assertThat(inForce("a", "2024-01-01").path("state").asString()).isEqualTo("unknown");

    Path other = Samples.text(folder.resolve("b.md"), "Text b.\n");
    Files.setLastModifiedTime(other, FileTime.from(Instant.parse("2020-02-03T04:05:06Z")));
    report("--valid-from", "file-date");
    assertThat(inForce("b", "2020-02-03T04:05:06Z").path("state").asString()).isEqualTo("asserted");
    assertThat(inForce("b", "2020-02-03T04:05:05Z").isMissingNode()).isTrue();
    assertThat(json("version", "-d", "b", "--about", "2024-01-01").path("provenance").toString())
        .contains("file-date");
  }

  @Test
  void aSecondRunTakesOnlyWhatIsNewAndNamesWhatIsGone() throws IOException {
    Samples.text(folder.resolve("a.md"), "Text a.\n");
    Samples.pdf(folder.resolve("b.pdf"), List.of(List.of("Text b.")));
    Samples.text(folder.resolve("c.md"), "Text c.\n");
    report("--valid-from", "2024-01-01");

    JsonNode again = report("--valid-from", "2024-01-01");
    assertThat(again.path("unchanged").asInt()).isEqualTo(3);
    assertThat(again.path("imported").path("read").asInt()).isZero();
    assertThat(again.path("imported").path("transactions").asInt()).isZero();

    Samples.text(folder.resolve("a.md"), "Text a, amended.\n");
    Files.delete(folder.resolve("c.md"));
    Cli.Ran third = imported("--valid-from", "2024-07-01");
    assertThat(third.out())
        .contains(
            "1 written",
            "0 files unchanged, 1 gone, 1 with other dates",
            "Gone from the folder: c.md",
            "Dates of b.pdf changed: 2024-07-01 (--valid-from), asserted beside 2024-01-01");
    assertThat(inForce("c", "2024-08-01").path("state").asString()).isEqualTo("asserted");
    assertThat(inForce("a", "2024-03-01").path("label"))
        .isNotEqualTo(inForce("a", "2024-08-01").path("label"));
  }

  @Test
  void otherDatesOfAFileThatIsHeldAreAssertedOnceForTheSameText() throws IOException {
    Samples.pdf(folder.resolve("a.pdf"), List.of(List.of("Text a.")));
    Samples.text(folder.resolve("b.md"), "Text b.\n");
    Path table = folder.resolve("asof.csv");
    Files.writeString(table, "file,valid_from,valid_to\na.pdf,2024-01-01,2024-04-01\nb.md,,\n");
    report("--zone", "Europe/Vienna");
    String version = inForce("a", "2024-02-01").path("version").toString();

    Files.writeString(
        table, "file,valid_from,valid_to\na.pdf,2023-06-01,2024-04-01\nb.md,2024-05-01,\n");
    JsonNode second = report("--zone", "Europe/Vienna");
    assertThat(second.path("imported").path("read").asInt()).isZero();
    assertThat(second.path("unchanged").asInt()).isZero();
    assertThat(second.path("redated"))
        .extracting(one -> one.path("file").asString() + " " + one.path("before").asString())
        .containsExactly("a.pdf 2024-01-01 to 2024-04-01", "b.md ");
    assertThat(inForce("a", "2023-07-01").path("version").toString()).isEqualTo(version);
    assertThat(inForce("a", "2023-05-31T21:59:59Z").isMissingNode()).isTrue();
    assertThat(inForce("a", "2023-05-31T22:00:00Z").path("state").asString()).isEqualTo("asserted");
    assertThat(inForce("b", "2024-06-01").path("state").asString()).isEqualTo("asserted");

    JsonNode third = report("--zone", "Europe/Vienna");
    assertThat(third.path("redated")).isEmpty();
    assertThat(third.path("unchanged").asInt()).isEqualTo(2);
    assertThat(third.path("imported").path("transactions").asInt()).isZero();

    // Back to what was stated first, and forth again: each is news.
    Files.writeString(
        table, "file,valid_from,valid_to\na.pdf,2024-02-01,2024-04-01\nb.md,2024-05-01,\n");
    assertThat(report("--zone", "Europe/Vienna").path("redated")).hasSize(1);
    assertThat(cli.run("verify").exit()).isZero();
  }

  @Test
  void whatAPersonSaidOfAFileIsNotSaidOtherwiseByTheNextRun() throws IOException {
    Samples.text(folder.resolve("a.md"), "Text a.\n");
    Files.writeString(folder.resolve("asof.csv"), "file,valid_from,label\na.md,2024-01-01,one\n");
    report();
    Cli.Ran corrected =
        cli.run(
            "retract",
            "-d",
            "a",
            "-s",
            "intranet",
            "--from",
            "2024-01-01",
            "--to",
            "2024-03-01",
            "--reason",
            "it began in March");
    assertThat(corrected.exit()).as(corrected.err()).isZero();

    assertThat(report().path("redated")).isEmpty();
    assertThat(inForce("a", "2024-02-01").path("state").asString()).isNotEqualTo("asserted");
  }

  @Test
  void aStartThatIsStatedNoMoreIsNamedAndStays() throws IOException {
    Samples.text(folder.resolve("a.md"), "Text a.\n");
    Samples.text(folder.resolve("b.md"), "Text b.\n");
    Path table = Samples.text(folder.resolve("asof.csv"), "file,valid_from\na.md,2024-01-01\n");
    report("--valid-from", "2024-05-01");
    Files.delete(table);

    Cli.Ran again = imported();

    assertThat(again.out())
        .contains("2 files unchanged", "No start is stated any more for a.md")
        .doesNotContain("b.md");
    assertThat(inForce("a", "2024-02-01").path("state").asString()).isEqualTo("asserted");
  }

  @Test
  void datesInFrontMatterThatChangedAreAsserted() {
    Samples.text(folder.resolve("a.md"), "---\nvalid_from: 2024-01-01\n---\nText a.\n");
    report();
    Samples.text(folder.resolve("a.md"), "---\nvalid_from: 2023-01-01\n---\nText a.\n");
    assertThat(report().path("imported").path("written").asInt()).isEqualTo(1);
    assertThat(inForce("a", "2023-02-01").path("state").asString()).isEqualTo("asserted");
    assertThat(report().path("unchanged").asInt()).isEqualTo(1);

    Samples.text(folder.resolve("a.md"), "---\ntitle: A\n---\nText a.\n");
    assertThat(report().path("undated").toString()).isEqualTo("[\"a.md\"]");
    assertThat(inForce("a", "2023-02-01").path("state").asString()).isEqualTo("asserted");
  }

  @Test
  void aDateThatCannotBeReadIsRefusedOfAFileThatIsHeldToo() throws IOException {
    Samples.text(folder.resolve("a.md"), "Text a.\n");
    Path table = Samples.text(folder.resolve("asof.csv"), "file,valid_from\na.md,2024-01-01\n");
    report();
    Files.writeString(table, "file,valid_from,valid_to\na.md,2024-02-01,2024-01-01\n");
    JsonNode report = report("--on-error", "skip");
    assertThat(report.path("imported").path("refused").toString())
        .contains("a.md", "its end, 2024-01-01, is not after its start, 2024-02-01");
    assertThat(report.path("redated")).isEmpty();
  }

  @Test
  void anErasedFileDoesNotComeBackUnderAnotherLabelOrDate() throws IOException {
    Path file = Samples.pdf(folder.resolve("a.pdf"), List.of(List.of("The quokka.")));
    Path table =
        Samples.text(folder.resolve("asof.csv"), "file,valid_from,label\na.pdf,2024-01-01,one\n");
    report();
    new Eraser(database.open(DatabaseRole.ERASER))
        .erase(
            new Store(database.database()).tenant(tenant),
            Intent.of("erase", "clerk").because("asked"),
            "a",
            new Eraser.Which.All(),
            "order 1");

    Files.writeString(table, "file,valid_from,label\na.pdf,2023-01-01,one\n");
    assertThat(report().path("redated")).isEmpty();
    Files.writeString(table, "file,valid_from,label\na.pdf,2023-01-01,two\n");
    assertThat(report().path("imported").path("erased").asInt()).isEqualTo(1);
    Cli.Ran put = cli.run("put", "-d", "a", "-s", "other", "--file", file.toString());
    assertThat(put.exit()).isEqualTo(65);
    assertThat(put.err()).contains("order 1");
    assertThat(cli.run("verify").exit()).isZero();
  }

  @Test
  void severalFilesAreVersionsOfOneDocumentWhereTheTableSaysSo() {
    Samples.text(folder.resolve("terms-2023.md"), "Old terms.\n");
    Samples.text(folder.resolve("terms-2024.md"), "New terms.\n");
    Samples.text(
        folder.resolve("asof.csv"),
        """
        file,document,label,valid_from,valid_to
        terms-2023.md,terms,2023,2023-01-01,
        terms-2024.md,terms,2024,2024-01-01,
        """);
    report();
    assertThat(inForce("terms", "2023-06-01").path("label").asString()).isEqualTo("2023");
    assertThat(inForce("terms", "2024-06-01").path("label").asString()).isEqualTo("2024");
  }

  @Test
  void filesThatDifferInTheirEndingAloneAreNotMixedUp() {
    Samples.text(folder.resolve("a.md"), "Text a.\n");
    Samples.text(folder.resolve("a.txt"), "Another a.\n");
    Cli.Ran stopped = imported();
    assertThat(stopped.exit()).isEqualTo(65);
    assertThat(stopped.err()).contains("a.txt", "that of a.md too", "asof.csv");
  }

  @Test
  void whatCannotBeReadIsNamedWithItsReasonAndTheOthersGoIn() throws IOException {
    Samples.text(folder.resolve("good.md"), "A good text.\n");
    Samples.text(folder.resolve("empty.txt"), "");
    Samples.encryptedPdf(folder.resolve("encrypted.pdf"));
    Samples.encryptedDocx(folder.resolve("encrypted.docx"));
    Path whole = Samples.docx(home.resolve("whole.docx"));
    Samples.truncated(folder.resolve("truncated.docx"), whole, 0.5);
    Samples.odtBomb(folder.resolve("bomb.odt"), 64);
    Samples.bytes(
        folder.resolve("picture.md"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0});
    Samples.text(folder.resolve("front.md"), "---\ntitle: [a, b]\n---\nText.\n");
    Samples.text(
        folder.resolve("dates.md"),
        "---\nvalid_from: 2024-02-01\nvalid_to: 2024-01-01\n---\nText.\n");
    Samples.text(folder.resolve("asof.csv"), "file,title\nnowhere.md,Nowhere\n");
    Files.createSymbolicLink(folder.resolve("link.md"), folder.resolve("good.md"));

    Cli.Ran stopped = imported();
    assertThat(stopped.exit()).isEqualTo(65);
    assertThat(stopped.err()).contains("policies bomb.odt", "zip bomb", "nothing was imported");
    assertThat(json("documents").path("results")).isEmpty();

    JsonNode report = report("--on-error", "skip");
    assertThat(report.path("imported").path("written").asInt()).isEqualTo(1);
    List<String> refused =
        report
            .path("imported")
            .path("refused")
            .valueStream()
            .map(one -> one.path("place").asString() + ": " + one.path("reason").asString())
            .toList();
    assertThat(refused)
        .hasSize(10)
        .anySatisfy(one -> assertThat(one).startsWith("bomb.odt: ").contains("zip bomb"))
        .anySatisfy(one -> assertThat(one).startsWith("dates.md: ").contains("is not after"))
        .anySatisfy(one -> assertThat(one).startsWith("empty.txt: it is empty"))
        .anySatisfy(one -> assertThat(one).startsWith("encrypted.docx: it is encrypted"))
        .anySatisfy(one -> assertThat(one).startsWith("encrypted.pdf: it is encrypted"))
        .anySatisfy(one -> assertThat(one).startsWith("front.md: ").contains("title"))
        .anySatisfy(one -> assertThat(one).startsWith("link.md: ").contains("symbolic link"))
        .anySatisfy(one -> assertThat(one).startsWith("picture.md: ").contains("image/png"))
        .anySatisfy(one -> assertThat(one).startsWith("truncated.docx: its end is missing"))
        .anySatisfy(one -> assertThat(one).startsWith("asof.csv line 2 names nowhere.md: "));
    assertThat(json("documents").path("results")).hasSize(1);
    assertThat(cli.run("verify").exit()).isZero();
  }

  @Test
  void aHundredMegabytesStreamThroughAndComeBackExactly() throws IOException {
    Path large = Samples.largePdf(folder.resolve("large.pdf"), 100_000_000);
    assertThat(Files.size(large)).isGreaterThan(100_000_000);

    report("--valid-from", "2024-01-01");

    Path back = home.resolve("back.pdf");
    Cli.Ran ran =
        cli.run(
            "version",
            "-d",
            "large",
            "--about",
            "2024-06-01",
            "--original",
            "--to",
            back.toString());
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(Files.mismatch(large, back)).isEqualTo(-1);
    assertThat(
            cli.run(
                    "version",
                    "-d",
                    "large",
                    "--about",
                    "2024-06-01",
                    "--original",
                    "--to",
                    back.toString())
                .err())
        .contains("is there already");
  }

  @Test
  void onlyPathsThatAreWantedAreRead() {
    Samples.text(folder.resolve("a.md"), "Text a.\n");
    Samples.text(folder.resolve("b.txt"), "Text b.\n");
    Samples.text(folder.resolve("drafts/c.md"), "Text c.\n");
    report("--include", "**.md", "--exclude", "drafts/**", "--prefix", "p/");
    assertThat(json("documents").path("results").toString())
        .contains("p/a")
        .doesNotContain("b", "drafts");
  }

  @Test
  void aPdfIsPutWithItsOriginal() throws IOException {
    Path file = Samples.pdf(home.resolve("act.pdf"), List.of(List.of("The act.")));
    for (String[] command :
        List.of(
            new String[] {"put", "-d", "act", "-s", "gazette", "--file", file.toString()},
            new String[] {
              "assert",
              "-d",
              "act",
              "-s",
              "gazette",
              "--file",
              file.toString(),
              "--from",
              "2024-01-01"
            })) {
      cli.run("tenant", "add", tenant);
      Cli.Ran ran = cli.run(command);
      assertThat(ran.exit()).as(ran.err()).isZero();
    }
    assertThat(original("act")).isEqualTo(Files.readAllBytes(file));
    Path cut = Samples.truncated(home.resolve("cut.pdf"), file, 0.5);
    assertThat(cli.run("put", "-d", "act", "-s", "gazette", "--file", cut.toString()).err())
        .contains("cut.pdf gives no text", "its end is missing");
  }

  @Test
  void theTableSaysWhatIsWrongWithIt() {
    Samples.text(folder.resolve("a.md"), "Text a.\n");
    Samples.text(folder.resolve("asof.csv"), "file,valid_form\na.md,2024-01-01\n");
    assertThat(imported().err()).contains("valid_form", "did you mean valid_from");
    Samples.text(folder.resolve("asof.csv"), "name\na.md\n");
    assertThat(imported().err()).contains("no column file");
    Samples.text(folder.resolve("asof.csv"), "file,label\na.md,1\na.md,2\n");
    assertThat(imported().err()).contains("asof.csv line 3", "again");
  }

  @Test
  void manyFilesGoInAndNoneIsReadAgain() {
    for (int i = 0; i < 3_000; i++) {
      Samples.text(
          folder.resolve("d" + i / 100).resolve("t" + i + ".md"),
          "# Text " + i + "\n\n" + "words ".repeat(200));
    }
    JsonNode report = report("--valid-from", "2024-01-01");
    assertThat(report.path("imported").path("written").asInt()).isEqualTo(3_000);
    assertThat(report().path("unchanged").asInt()).isEqualTo(3_000);
  }

  @Test
  void aHitSaysOnWhichPageOfThePdfItStands() {
    Samples.pdf(
        folder.resolve("pay.pdf"),
        List.of(List.of("Leave is 25 days."), List.of("Overtime is compensated twofold.")));
    Samples.pdf(
        folder.resolve("act.pdf"),
        List.of(
            List.of(
                "Article 1", "", "Everybody may fish.", "", "Article 2", "", "Nobody may hunt."),
            List.of("Article 3", "", "Mushrooms belong to the finder.")));
    report("--valid-from", "2024-01-01");
    assertThat(cli.run("ask", "overtime compensated", "--about", "2024-06-01").out())
        .contains("page 2 of the original");
    JsonNode hit =
        json("ask", "mushrooms finder", "--about", "2024-06-01").findValue("results").path(0);
    assertThat(hit.path("section").asString()).isEqualTo("article-3");
    assertThat(hit.path("remarks").toString()).contains("page 2 of the original");
  }
}
