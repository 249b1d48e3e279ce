package dev.asof.filed;

import com.openhtmltopdf.pdfboxout.PdfRendererBuilder;
import com.openhtmltopdf.util.XRLog;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDDocumentInformation;
import org.apache.pdfbox.pdmodel.PDDocumentNameDictionary;
import org.apache.pdfbox.pdmodel.PDEmbeddedFilesNameTreeNode;
import org.apache.pdfbox.pdmodel.common.filespecification.PDComplexFileSpecification;
import org.apache.pdfbox.pdmodel.common.filespecification.PDEmbeddedFile;
import org.jsoup.helper.W3CDom;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.TextNode;

/// The page of a record as PDF, with its JSON attached. The same bytes for the same record: its
/// date is the answer's system time, its id comes from the seal.
///
/// Texts are composed for reading (Unicode NFC), and a character that no bundled font has is
/// written as `[U+1F600]`; the JSON has it exactly. Scripts that run from right to left are not
/// turned.
final class RecordPdf {
  static final String ATTACHED = "audit.json";

  static {
    // Nothing is drawn on a screen, and a command line has no log of its libraries.
    System.setProperty("java.awt.headless", "true");
    XRLog.setLoggingEnabled(false);
  }

  private RecordPdf() {}

  static byte[] of(FiledRecord record) {
    try (PDDocument pdf = Loader.loadPDF(rendered(record))) {
      attach(pdf, record);
      describe(pdf, record);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      pdf.save(out);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] rendered(FiledRecord record) throws IOException {
    Fonts fonts = Fonts.bundled();
    Document page = RecordPage.document(record);
    page.nodeStream(TextNode.class).forEach(text -> text.text(fonts.writable(text.getWholeText())));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PdfRendererBuilder builder = new PdfRendererBuilder();
    builder.withW3cDocument(new W3CDom().fromJsoup(page), null);
    fonts
        .files()
        .forEach((name, bytes) -> builder.useFont(() -> new ByteArrayInputStream(bytes), name));
    builder.toStream(out);
    builder.run();
    return out.toByteArray();
  }

  private static void attach(PDDocument pdf, FiledRecord record) throws IOException {
    byte[] json = record.text().getBytes(StandardCharsets.UTF_8);
    PDEmbeddedFile file =
        new PDEmbeddedFile(pdf, new ByteArrayInputStream(json), COSName.FLATE_DECODE);
    file.setSubtype("application/json");
    file.setSize(json.length);
    PDComplexFileSpecification attached = new PDComplexFileSpecification();
    attached.setFile(ATTACHED);
    attached.setFileUnicode(ATTACHED);
    attached.setEmbeddedFile(file);
    attached.setEmbeddedFileUnicode(file);
    attached.setFileDescription("The same record for programs; asof audit --recheck reads it");
    PDEmbeddedFilesNameTreeNode tree = new PDEmbeddedFilesNameTreeNode();
    tree.setNames(Map.of(ATTACHED, attached));
    PDDocumentNameDictionary names = new PDDocumentNameDictionary(pdf.getDocumentCatalog());
    names.setEmbeddedFiles(tree);
    pdf.getDocumentCatalog().setNames(names);
  }

  private static void describe(PDDocument pdf, FiledRecord record) {
    pdf.getDocumentCatalog().setLanguage("en");
    PDDocumentInformation about = new PDDocumentInformation();
    about.setTitle("Audit: " + RecordPage.oneLine(record.json().path("question").asString("")));
    about.setCreator("asof");
    Calendar known = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
    known.setTimeInMillis(
        Instant.parse(record.json().path("answer").path("known").asString("")).toEpochMilli());
    about.setCreationDate(known);
    pdf.setDocumentInformation(about);
    pdf.getDocument().getTrailer().removeItem(COSName.ID);
    pdf.setDocumentId(
        HexFormat.fromHexDigitsToLong(record.json().path("seal").asString(""), 0, 15));
  }
}
