package dev.asof.filed;

import dev.asof.filed.Rechecked.Difference;
import dev.asof.history.AnswerJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDDocumentNameDictionary;
import org.apache.pdfbox.pdmodel.common.filespecification.PDComplexFileSpecification;
import org.apache.pdfbox.text.PDFTextStripper;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A record read from its file, with what the file shows that its JSON does not say.
///
/// @param differences empty unless somebody changed the seal, the JSON or what is shown of it
record RecordFile(FiledRecord record, List<Difference> differences) {

  /// What cannot be read, and why.
  static final class NoRecord extends Exception {
    NoRecord(String why) {
      super(why);
    }

    String why() {
      return String.valueOf(getMessage());
    }
  }

  static RecordFile read(Path path) throws NoRecord {
    try {
      byte[] bytes = Files.readAllBytes(path);
      return switch (FileFormat.of(path)) {
        case TEXT ->
            throw new NoRecord(
                "a text holds too little to be asked again; file records as json, html or pdf");
        case JSON -> sealed(record(new String(bytes, StandardCharsets.UTF_8)), List.of());
        case HTML -> page(new String(bytes, StandardCharsets.UTF_8));
        case PDF -> pdf(bytes);
      };
    } catch (IOException e) {
      throw new NoRecord("it cannot be read (" + e.getMessage() + ")");
    }
  }

  private static RecordFile sealed(FiledRecord record, List<Difference> shown) {
    List<Difference> differences = new ArrayList<>(shown);
    if (!record.isSealed()) {
      differences.add(
          new Difference(
              "/seal",
              Recheck.text(record.json(), "seal"),
              "the seal of what the file says, which was changed"));
    }
    return new RecordFile(record, differences);
  }

  private static FiledRecord record(String json) throws NoRecord {
    try {
      JsonNode read = AnswerJson.mapper().readTree(json);
      if (!(read instanceof ObjectNode object)
          || !read.path("format").asString("").equals(FiledRecord.FORMAT)) {
        throw new NoRecord("it holds no record of asof audit");
      }
      if (read.path("format_version").asInt(0) != FiledRecord.VERSION) {
        throw new NoRecord(
            "its format has version "
                + read.path("format_version").asString("?")
                + ", and this asof reads "
                + FiledRecord.VERSION);
      }
      return new FiledRecord(object);
    } catch (JacksonException e) {
      throw new NoRecord("it is no JSON (" + e.getOriginalMessage() + ")");
    }
  }

  private static RecordFile page(String html) throws NoRecord {
    Document page = Jsoup.parse(html);
    Element script = page.getElementById(RecordPage.SCRIPT);
    if (script == null) {
      throw new NoRecord("it holds no record of asof audit");
    }
    FiledRecord record = record(script.data());
    script.remove();
    List<Difference> shown =
        shown(RecordPage.document(record).body().wholeText(), page.body().wholeText(), "/html");
    return sealed(record, shown.isEmpty() ? shown(RecordPage.of(record), html, "/html") : shown);
  }

  private static RecordFile pdf(byte[] bytes) throws NoRecord, IOException {
    try (PDDocument pdf = Loader.loadPDF(bytes)) {
      FiledRecord record = record(attached(pdf));
      byte[] again = RecordPdf.of(record);
      return Arrays.equals(again, bytes)
          ? sealed(record, List.of())
          : differing(record, pdf, again);
    }
  }

  /// Other bytes say the same where they are only packed differently, as another machine may.
  private static RecordFile differing(FiledRecord record, PDDocument pdf, byte[] again)
      throws IOException {
    try (PDDocument made = Loader.loadPDF(again)) {
      List<Difference> shown =
          shown(new PDFTextStripper().getText(made), new PDFTextStripper().getText(pdf), "/pdf");
      String at = shown.isEmpty() ? PdfObjects.firstDifference(pdf, made) : null;
      return sealed(
          record,
          at == null
              ? shown
              : List.of(
                  new Difference(
                      "/pdf/" + at, "something else", "what the record in the file makes")));
    }
  }

  private static String attached(PDDocument pdf) throws NoRecord, IOException {
    PDDocumentNameDictionary names = pdf.getDocumentCatalog().getNames();
    if (names != null && names.getEmbeddedFiles() != null) {
      PDComplexFileSpecification file = names.getEmbeddedFiles().getValue(RecordPdf.ATTACHED);
      if (file != null && file.getEmbeddedFile() != null) {
        return new String(file.getEmbeddedFile().toByteArray(), StandardCharsets.UTF_8);
      }
    }
    throw new NoRecord("it has no record of asof audit attached");
  }

  /// The first line in which what is shown is not what the JSON makes.
  private static List<Difference> shown(String made, String shown, String path) {
    List<String> expected = lines(made);
    List<String> found = lines(shown);
    for (int i = 0; i < Math.max(expected.size(), found.size()); i++) {
      String one = i < found.size() ? found.get(i) : null;
      String other = i < expected.size() ? expected.get(i) : null;
      if (one == null || !one.equals(other)) {
        FirstDifference cut = FirstDifference.of(one, other);
        return List.of(new Difference(path + "/" + i, cut.filed(), cut.found()));
      }
    }
    return List.of();
  }

  private static List<String> lines(String text) {
    return text.lines().map(RecordPage::oneLine).filter(line -> !line.isEmpty()).toList();
  }
}
