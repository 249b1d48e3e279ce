package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.history.AnswerJson;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdfwriter.compress.CompressParameters;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Audits that are filed, and asked again.
class FiledAuditTest {

  private TestDatabase database;
  private Cli cli;

  @TempDir private Path home;

  @BeforeEach
  void tell() {
    database = TestDatabases.create();
    cli = Cli.on(database, home);
    done("tenant", "add", "default");
    asserts(
        "v1", "# 환불 Refund\n\n환불은 30일 안에 지급됩니다. A refund is paid within 30 days.\n", "2024-01-01");
    asserts(
        "v2", "# 환불 Refund\n\n환불은 60일 안에 지급됩니다. A refund is paid within 60 days.\n", "2024-06-01");
  }

  @AfterEach
  void drop() {
    database.close();
  }

  private void asserts(String label, String text, String from) {
    cli.reading(text);
    done(
        "assert", "-d", "약관/terms", "-s", "legal", "-f", "-", "--new-label", label, "--from", from);
  }

  private void corrects() {
    done(
        "correct",
        "-d",
        "약관/terms",
        "-s",
        "legal",
        "--version-label",
        "v1",
        "--from",
        "2024-06-01",
        "--to",
        "2024-07-01",
        "--reason",
        "the board moved the date");
  }

  private void done(String... args) {
    Cli.Ran ran = cli.run(args);
    assertThat(ran.exit()).as(ran.err()).isZero();
  }

  private Path filed(String name, String... more) {
    Path file = home.resolve(name);
    done(
        Stream.concat(
                Stream.of("audit", "refund 환불", "--about", "2024-06-15", "--file", file.toString()),
                Stream.of(more))
            .toArray(String[]::new));
    return file;
  }

  private JsonNode rechecked(int exit, Path... files) {
    String[] args =
        Stream.concat(
                Stream.of("audit", "-o", "json", "--recheck"), Stream.of(files).map(Path::toString))
            .toArray(String[]::new);
    Cli.Ran ran = cli.run(args);
    assertThat(ran.exit()).as(ran.out() + ran.err()).isEqualTo(exit);
    return AnswerJson.mapper().readTree(ran.out());
  }

  private static List<String> outcomes(JsonNode rechecked) {
    return rechecked.valueStream().map(one -> one.path("outcome").asString()).toList();
  }

  private static String pdfText(byte[] bytes) throws IOException {
    try (PDDocument pdf = Loader.loadPDF(bytes)) {
      return new PDFTextStripper().getText(pdf);
    }
  }

  @Test
  void thePdfHoldsLatinAndHangulAsText() throws IOException {
    String text = pdfText(Files.readAllBytes(filed("audit.pdf")));

    assertThat(text)
        .contains("약관/terms", "환불은 60일 안에 지급됩니다.", "A refund is paid within 60 days.", "sha256 ")
        .contains("Learned up to", "Ledger", "1 / ");
  }

  @Test
  void whatNoFontHasIsNamedAndComposedTextIsTheSameText() throws IOException {
    cli.reading("# Odd\n\nOddity \u1112\u1161\u11ab\u1100\u1173\u11af naïve Ωμέγα 🙂 法 a\u202Eb\n");
    done(
        "assert",
        "-d",
        "odd",
        "-s",
        "legal",
        "-f",
        "-",
        "--new-label",
        "o",
        "--from",
        "2024-01-01");
    Path file = home.resolve("odd.pdf");
    done("audit", "oddity", "--about", "2024-06-15", "--file", file.toString());

    assertThat(pdfText(Files.readAllBytes(file)))
        .contains("Oddity 한글 naïve Ωμέγα [U+1F642] 法 a[U+202E]b");
    assertThat(outcomes(rechecked(0, file))).containsExactly("stands");
  }

  @Test
  void thePageIsSelfContainedAndShowsWhatItsJsonHolds() throws IOException {
    String html = Files.readString(filed("audit.html"), StandardCharsets.UTF_8);
    Document page = Jsoup.parse(html);

    assertThat(page.select("link, img, script[src], iframe")).isEmpty();
    assertThat(page.body().text()).contains("환불은 60일", "약관/terms", "legal: asserted v2");
    assertThat(
            AnswerJson.mapper()
                .readTree(page.expectFirst("script").data())
                .path("question")
                .asString())
        .isEqualTo("refund 환불");
    assertThat(page.select("script").remove().size()).isOne();
  }

  @Test
  void whatATextSaysIsNoMarkupOfThePage() throws IOException {
    cli.reading("# Evil\n\nevil </script><img src=x onerror=alert(1)> <!-- \n");
    cli.run(
        "assert",
        "-d",
        "evil",
        "-s",
        "legal",
        "-f",
        "-",
        "--new-label",
        "e",
        "--from",
        "2024-01-01");
    Path file = home.resolve("evil.html");
    done("audit", "evil", "--about", "2024-06-15", "--file", file.toString());

    assertThat(Jsoup.parse(Files.readString(file, StandardCharsets.UTF_8)).select("img")).isEmpty();
    assertThat(outcomes(rechecked(0, file))).containsExactly("stands");
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "json", "html", "pdf"})
  void aRecordIsTheSameToTheByteWhenItIsMadeAgain(String format) throws IOException {
    byte[] one = Files.readAllBytes(filed("one", "--known", "@2", "--format", format));
    byte[] other = Files.readAllBytes(filed("other", "--known", "@2", "--format", format));
    corrects();
    asserts("v3", "# 환불 Refund\n\nA refund is never paid.\n", "2025-01-01");
    byte[] later =
        Files.readAllBytes(filed("later", "--known", "@2", "--learned", "@2", "--format", format));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    cli.writingTo(out)
        .run(
            "audit",
            "refund 환불",
            "--about",
            "2024-06-15",
            "--known",
            "@2",
            "--learned",
            "@2",
            "--format",
            format);

    assertThat(other).isEqualTo(one);
    assertThat(later).isEqualTo(one);
    assertThat(out.toByteArray()).isEqualTo(one);
  }

  @Test
  void aRecordThatIsStillBelievedStandsInEveryFormat() {
    JsonNode all =
        rechecked(
            0, filed("a.json"), filed("a.html"), filed("a.pdf"), filed("b.json", "--known", "@1"));

    assertThat(outcomes(all)).containsOnly("stands").hasSize(4);
    assertThat(all.get(0).path("differences")).isEmpty();
    assertThat(cli.run("audit", "--quiet", "--recheck", home.toString()).out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.json", "a.html", "a.pdf"})
  void aCorrectionIsToldWithItsReasonAndHowLongTheOldBeliefWasTheAnswer(String name) {
    Path file = filed(name);
    corrects();

    JsonNode one = rechecked(1, file).get(0);
    assertThat(one.path("outcome").asString()).isEqualTo("changed");
    assertThat(one.path("differences")).isEmpty();
    JsonNode change = one.path("changes").get(0);
    assertThat(change.path("recorded").path("reason").asString())
        .isEqualTo("the board moved the date");
    assertThat(change.path("exposures").get(0).path("label").asString()).isEqualTo("v2");
    assertThat(change.path("exposures").get(0).path("instead").path("label").asString())
        .isEqualTo("v1");
    Cli.Ran ran = cli.run("audit", "--recheck", file.toString(), "--quiet");
    assertThat(ran.exit()).isOne();
    assertThat(ran.out()).contains("changed", "the board moved the date", "instead: v1");
    // Filed again, it says so itself, and stands.
    Path again = filed("again.json", "--known", "@2");
    assertThat(outcomes(rechecked(0, again))).containsExactly("stands");
    assertThat(cli.run("audit", "refund 환불", "--about", "2024-06-15", "--known", "@2").out())
        .contains("Corrected since", "the board moved the date", "given up: legal: asserted v2");
  }

  @Test
  void whatIsSaidSinceAboutAnotherTimeLeavesARecordStanding() {
    Path file = filed("a.json");
    asserts("v3", "# 환불 Refund\n\nA refund is never paid.\n", "2025-01-01");

    assertThat(outcomes(rechecked(0, file))).containsExactly("stands");
  }

  @Test
  void whereNothingAppliedAndSomethingDoesByNowTheBeliefChanged() {
    Path file = home.resolve("none.json");
    assertThat(
            cli.run("audit", "refund", "--about", "2023-06-15", "--file", file.toString()).exit())
        .isOne();
    assertThat(outcomes(rechecked(0, file))).containsExactly("stands");
    cli.reading("# Refund\n\nA refund was paid at once.\n");
    done(
        "assert",
        "-d",
        "old",
        "-s",
        "legal",
        "-f",
        "-",
        "--new-label",
        "v0",
        "--from",
        "2023-01-01",
        "--to",
        "2024-01-01");

    JsonNode one = rechecked(1, file).get(0);
    assertThat(one.path("outcome").asString()).isEqualTo("changed");
    assertThat(one.path("changes").get(0).path("document").asString()).isEqualTo("old");
  }

  @Test
  void questionsThatNameTheirTimesAreAskedAgainAsTheyWereRead() {
    Path range = home.resolve("range.json");
    Path belief = home.resolve("belief.json");
    Path present = home.resolve("present.json");
    done("audit", "refund in March 2024 and in August 2024", "-f", range.toString());
    done("audit", "refund last year", "--now", "2025-02-01", "-f", belief.toString());
    done("audit", "refund", "-f", present.toString());

    assertThat(outcomes(rechecked(0, range, belief, present))).containsOnly("stands");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.json", "a.html", "a.pdf"})
  void aFileThatWasChangedIsTold(String name) throws IOException {
    Path file = filed(name);
    if (name.endsWith(".pdf")) {
      try (PDDocument pdf = Loader.loadPDF(file.toFile())) {
        pdf.removePage(0);
        pdf.save(home.resolve("changed.pdf").toFile());
      }
      file = home.resolve("changed.pdf");
    } else {
      String text = Files.readString(file, StandardCharsets.UTF_8);
      assertThat(text).contains("60 days");
      Files.writeString(file, text.replaceFirst("60 days", "90 days"), StandardCharsets.UTF_8);
    }

    JsonNode one = rechecked(65, file).get(0);
    assertThat(one.path("outcome").asString()).isEqualTo("tampered");
    assertThat(one.path("differences")).isNotEmpty();
  }

  @Test
  void aRecordOfALabelledDocumentIsNotTakenForAChangedOne() {
    Path file = filed("a.json");
    Path page = filed("a.html");
    done("label", "-d", "약관/terms", "--add", "hr", "--labels", "hr");

    JsonNode both = rechecked(77, file, page);
    assertThat(outcomes(both)).containsOnly("unseen");
    assertThat(both.get(0).path("notes").toString())
        .contains("the file was not changed", "약관/terms is not known here to you", "--labels");
    assertThat(cli.run("audit", "--recheck", file.toString(), "--labels", "hr").exit()).isZero();
  }

  @Test
  void ofAChangedPageTheFirstDifferenceIsShownWithALittleAroundIt() throws IOException {
    Path file = filed("a.html");
    String text = Files.readString(file, StandardCharsets.UTF_8);
    Files.writeString(file, text.replaceFirst("60 days", "90 days"), StandardCharsets.UTF_8);

    String out = cli.run("audit", "--recheck", file.toString()).out();
    assertThat(out).contains("within 90 days", "within 60 days");
    assertThat(out.lines()).allSatisfy(line -> assertThat(line.length()).isLessThan(300));
  }

  @ParameterizedTest
  @ValueSource(strings = {"<style>", "<body>"})
  void aPageThatShowsTheSameWordsInAnotherWayIsTold(String tag) throws IOException {
    Path file = filed("a.html");
    String text = Files.readString(file, StandardCharsets.UTF_8);
    String changed =
        text.replace(
            tag, tag.equals("<style>") ? "<style>p{display:none}" : "<body class=\"small\">");
    assertThat(changed).isNotEqualTo(text);
    Files.writeString(file, changed, StandardCharsets.UTF_8);

    assertThat(outcomes(rechecked(65, file))).containsExactly("tampered");
  }

  @Test
  void aChangedFontOfAPdfIsTold() throws IOException {
    Path file = home.resolve("font.pdf");
    try (PDDocument pdf = Loader.loadPDF(filed("a.pdf").toFile())) {
      COSStream font = fontFile(pdf);
      byte[] bytes;
      try (var in = font.createInputStream()) {
        bytes = in.readAllBytes();
      }
      bytes[bytes.length / 2] ^= 1;
      try (var out = font.createOutputStream(COSName.FLATE_DECODE)) {
        out.write(bytes);
      }
      pdf.save(file.toFile());
    }

    JsonNode one = rechecked(65, file).get(0);
    assertThat(one.path("outcome").asString()).isEqualTo("tampered");
    assertThat(one.path("differences").get(0).path("path").asString()).contains("FontFile2");
  }

  private static COSStream fontFile(PDDocument pdf) throws IOException {
    for (COSName name : pdf.getPage(0).getResources().getFontNames()) {
      var descriptor = pdf.getPage(0).getResources().getFont(name).getFontDescriptor();
      if (descriptor != null && descriptor.getFontFile2() != null) {
        return descriptor.getFontFile2().getCOSObject();
      }
    }
    throw new AssertionError("no font is embedded");
  }

  @Test
  void aPdfThatIsOnlyPackedDifferentlyStands() throws IOException {
    Path file = home.resolve("packed.pdf");
    try (PDDocument pdf = Loader.loadPDF(filed("a.pdf").toFile())) {
      pdf.save(file.toFile(), CompressParameters.NO_COMPRESSION);
    }

    assertThat(Files.readAllBytes(file)).isNotEqualTo(Files.readAllBytes(home.resolve("a.pdf")));
    assertThat(outcomes(rechecked(0, file))).containsExactly("stands");
  }

  @Test
  void whoSealsAChangedRecordAnewIsContradictedByTheStore() throws Exception {
    Path file = filed("a.json");
    var json =
        (tools.jackson.databind.node.ObjectNode)
            AnswerJson.mapper().readTree(Files.readString(file, StandardCharsets.UTF_8));
    var hit =
        (tools.jackson.databind.node.ObjectNode)
            json.path("answer").path("parts").get(0).path("results").get(0);
    hit.put("text", "A refund is paid within 90 days.");
    json.remove("seal");
    json.put(
        "seal",
        java.util.HexFormat.of()
            .formatHex(
                java.security.MessageDigest.getInstance("SHA-256")
                    .digest(AnswerJson.line(json).getBytes(StandardCharsets.UTF_8))));
    Files.writeString(file, AnswerJson.line(json), StandardCharsets.UTF_8);

    JsonNode one = rechecked(70, file).get(0);
    assertThat(one.path("outcome").asString()).isEqualTo("differs");
    assertThat(one.path("differences").get(0).path("path").asString())
        .isEqualTo("/answer/parts/0/results/0/text");
  }

  @Test
  void anErasureSinceIsNamedAndIsNoTampering() {
    Path file = filed("a.json");
    done(
        "erase",
        "-d",
        "약관/terms",
        "--version-label",
        "v2",
        "--order",
        "LG-1",
        "--reason",
        "ordered",
        "--db-role",
        "eraser");

    JsonNode one = rechecked(1, file).get(0);
    assertThat(one.path("outcome").asString()).isEqualTo("erased");
    assertThat(one.path("notes").toString()).contains("LG-1");
  }

  @Test
  void whatIsNoRecordIsToldAndTheOthersAreStillChecked() throws IOException {
    Path good = filed("good.json");
    Path text = filed("audit.txt");
    Path other = Files.writeString(home.resolve("other.json"), "{\"a\":1}", StandardCharsets.UTF_8);
    Path broken = Files.writeString(home.resolve("broken.pdf"), "no pdf", StandardCharsets.UTF_8);

    assertThat(outcomes(rechecked(65, good, text, other, broken, home.resolve("missing.html"))))
        .containsExactly("stands", "unreadable", "unreadable", "unreadable", "unreadable");
    assertThat(cli.run("audit", "--recheck", good.toString(), "--format", "pdf").exit())
        .isEqualTo(64);
    assertThat(cli.run("audit").err()).contains("Missing required parameter: 'QUESTION'");
  }
}
