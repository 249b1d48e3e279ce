package dev.asof.intake.extract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.split.GivenSection;
import dev.asof.split.Splitter;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Text out of real files of each format, whole and broken.
class ExtractorTest {

  @TempDir private Path folder;

  private final Extractor extractor = new Extractor();

  private Extracted read(Path file) {
    try {
      String name = String.valueOf(file.getFileName());
      return extractor.extract(file, extractor.kindOf(file, name));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void refused(Path file, String... words) {
    assertThatExceptionOfType(CallerFault.class)
        .as(file.toString())
        .isThrownBy(() -> read(file))
        .withMessageContainingAll(words);
  }

  private Path at(String name) {
    return folder.resolve(name);
  }

  @Test
  void aPdfWithoutHeadingsIsCutAtItsPages() {
    Extracted text =
        read(
            Samples.pdf(
                at("a.pdf"),
                List.of(List.of("Leave is", "25 days."), List.of(), List.of("Sick pay is full."))));
    assertThat(text.kind()).isEqualTo(Kind.PDF);
    assertThat(text.body()).isEqualTo("Leave is\n25 days.\n\nSick pay is full.\n");
    assertThat(text.sections()).extracting(GivenSection::key).containsExactly("p1", "p3");
    assertThat(text.sections()).extracting(GivenSection::title).containsExactly("Page 1", "Page 3");
    assertThat(text.pages())
        .containsEntry("p1", List.of(new Extracted.PageStart(1, 0)))
        .containsEntry("p3", List.of(new Extracted.PageStart(3, 0)));
    assertThat(Splitter.given(text.body(), text.sections()).rebuildsBody()).isTrue();
  }

  @Test
  void aPdfWithHeadingsIsCutAtTheseAndSaysOnWhichPageEachBegins() {
    Extracted text =
        read(
            Samples.pdf(
                at("a.pdf"),
                List.of(
                    List.of(
                        "Article 1", "", "Leave is 25 days.", "", "Article 2", "", "It is paid,"),
                    List.of("and it is taken.", "", "Article 3", "", "Sick pay is full."))));
    assertThat(text.sections()).isEmpty();
    assertThat(text.pages().keySet()).containsExactly("article-1", "article-2", "article-3");
    assertThat(text.pages().get("article-1")).containsExactly(new Extracted.PageStart(1, 0));
    assertThat(text.pages().get("article-2"))
        .hasSize(2)
        .first()
        .isEqualTo(new Extracted.PageStart(1, 0));
    Extracted.PageStart turned = Objects.requireNonNull(text.pages().get("article-2")).getLast();
    assertThat(turned.page()).isEqualTo(2);
    assertThat(text.pages().get("article-3")).containsExactly(new Extracted.PageStart(2, 0));
    String second = Splitter.split(text.format(), text.body()).sections().get(1).text();
    assertThat(second.substring(turned.offset())).startsWith("and it is taken.");
  }

  @Test
  void anOfficeDocumentKeepsItsHeadings() {
    for (Path file : List.of(Samples.docx(at("a.docx")), Samples.odt(at("a.odt")))) {
      Extracted text = read(file);
      assertThat(text.body())
          .as(file.toString())
          .startsWith("# Leave\n\nEverybody has leave.\n\n## Length\n\nLeave is 25 days.");
    }
    assertThat(read(at("a.docx")).body()).endsWith("|year|days|\n|---|---|\n|2024|25|");
  }

  @Test
  void aPageInHtmlIsItsMainPartAsMarkdown() {
    Extracted text =
        read(
            Samples.text(
                at("a.html"),
                """
                <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Leave policy</title>
                <style>p{color:red}</style></head><body><nav><a href="/">Home</a></nav>
                <main><h1>Leave</h1><p>Leave is <b>25</b> days.</p><script>alert(1)</script>
                <h2>Who</h2><ul><li>staff<ul><li>new staff</li></ul></li><li>guests</li></ul>
                <ol><li>ask</li><li>wait</li></ol>
                <p># no heading</p><p><strong>A bold line</strong></p>
                <table><tr><th>year</th><th>days</th></tr><tr><td>2024</td><td><p>25</p></td></tr></table>
                <blockquote><p>quoted</p></blockquote><pre>a
                  b</pre></main><footer>imprint</footer></body></html>
                """));
    assertThat(text.title()).isEqualTo("Leave policy");
    assertThat(text.language()).isEqualTo("en");
    assertThat(text.body())
        .isEqualTo(
            """
            # Leave

            Leave is 25 days.

            ## Who

            - staff
              - new staff
            - guests

            1. ask
            2. wait

            \\# no heading

            A bold line

            |year|days|
            |---|---|
            |2024|25|

            > quoted

            ```
            a
              b
            ```\
            """);
  }

  @Test
  void aPageOutOfOrderIsReadAsFarAsItGoes() {
    assertThat(
            read(Samples.text(
                    at("a.html"),
                    "<html><body><li>stray<p>within</p></ul></blockquote><p>after</p></body>"))
                .body())
        .isEqualTo("stray\n\nwithin\n\nafter");
  }

  @Test
  void textInAnotherCharsetIsReadAndTheGuessIsSaid() {
    String words = "Der Urlaub beträgt fünfundzwanzig Tage, außer für Gäste; das gilt für alle.";
    Extracted guessed =
        read(Samples.bytes(at("a.txt"), words.getBytes(Charset.forName("windows-1252"))));
    assertThat(guessed.body()).isEqualTo(words);
    assertThat(guessed.charsetGuessed()).isTrue();
    assertThat(guessed.exact()).isFalse();
    Extracted marked =
        read(Samples.bytes(at("b.txt"), ("\uFEFF" + words).getBytes(StandardCharsets.UTF_16LE)));
    assertThat(marked.body()).isEqualTo(words);
    assertThat(marked.charsetGuessed()).isFalse();
    Extracted plain = read(Samples.text(at("c.md"), words));
    assertThat(plain.exact()).isTrue();
    assertThat(plain.kind()).isEqualTo(Kind.MARKDOWN);
  }

  @Test
  void whatAFileIsFollowsFromItsContent() throws IOException {
    Path pdf = Samples.pdf(at("a.txt"), List.of(List.of("A PDF named as a text.")));
    assertThat(read(pdf).kind()).isEqualTo(Kind.PDF);
    Path docx = Files.move(Samples.docx(at("x.docx")), at("a.pdf"));
    assertThat(read(docx).kind()).isEqualTo(Kind.DOCX);
    assertThat(read(Samples.text(at("b.pdf"), "<html><body><p>A page.</p></body></html>")).kind())
        .isEqualTo(Kind.HTML);
    refused(
        Samples.bytes(at("c.md"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0}),
        "image/png",
        "convert it");
    refused(Samples.bytes(at("d.txt"), new byte[] {'a', 0, 'b', 1, 2, 3, (byte) 0xff}), "bytes");
  }

  @Test
  void whatIsBrokenIsRefusedWithItsReason() {
    refused(Samples.text(at("empty.pdf"), ""), "empty");
    refused(Samples.text(at("blank.md"), " \n\n"), "no text");
    refused(Samples.pdf(at("scan.pdf"), List.of(List.of())), "scan");
    refused(Samples.encryptedPdf(at("secret.pdf")), "encrypted", "without a password");
    refused(Samples.encryptedDocx(at("secret.docx")), "encrypted");
    refused(Samples.encryptedOdt(at("secret.odt")), "encrypted");
    Path pdf = Samples.pdf(at("whole.pdf"), List.of(List.of("One."), List.of("Two.")));
    refused(Samples.truncated(at("cut.pdf"), pdf, 0.6), "end is missing");
    refused(
        Samples.truncated(at("cut.docx"), Samples.docx(at("whole.docx")), 0.6), "end is missing");
    refused(Samples.truncated(at("cut.odt"), Samples.odt(at("whole.odt")), 0.6), "end is missing");
    refused(
        Samples.text(at("damaged.pdf"), "%PDF-1.7\nnothing of a PDF\n%%EOF\n"), "damaged", "PDF");
  }

  @Test
  void aBombIsNotReadOn() {
    refused(Samples.odtBomb(at("bomb.odt"), 64), "zip bomb");
    refused(Samples.odtBomb(at("small-bomb.odt"), 15), "zip bomb");
  }

  @Test
  void aPdfWhosePageUnpacksToMoreThanAPageHasIsRefused() {
    refused(Samples.pdfBomb(at("bomb.pdf"), 250_000), "zip bomb");
  }

  @Test
  void aTextThatIsTooLongIsRefusedByItsLength() {
    Path file = at("long.txt");
    Samples.bytes(file, "many words ".repeat(1_600_000).getBytes(StandardCharsets.UTF_8));
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> read(file))
        .withMessageContaining("17600000 bytes")
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.TOO_LARGE));
  }
}
