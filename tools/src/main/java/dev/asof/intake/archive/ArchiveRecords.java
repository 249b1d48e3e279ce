package dev.asof.intake.archive;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.intake.Decoded;
import dev.asof.intake.Html;
import dev.asof.write.PreparedText;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Captures as records of an import.
final class ArchiveRecords {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// A text taken out of a page.
  ///
  /// @param charset in which the page was read; null: not known any more
  /// @param taken what of the page the text is; null: all of it
  record Taken(
      String body,
      String format,
      @Nullable String title,
      @Nullable String language,
      @Nullable String charset,
      @Nullable String charsetBasis,
      @Nullable String taken,
      String extractor,
      String digest,
      String mediaType) {}

  private final ArchiveOptions options;

  ArchiveRecords(ArchiveOptions options) {
    this.options = options;
  }

  /// Throws a [CallerFault] where the page gives no text.
  Taken take(Capture.Found.Text page) {
    Decoded decoded =
        Decoded.of(page.bytes(), Decoded.declared(page.charset(), page.bytes()))
            .orElseThrow(
                () -> new CallerFault(Code.BAD_RECORD, "it is named as a page and is no text"));
    String charset = decoded.charset().name();
    boolean html = page.mediaType().contains("html");
    Html.Page main = html ? Html.of(decoded.text(), options.selector()) : null;
    String body = main == null ? decoded.text() : main.text();
    if (body.isBlank()) {
      throw new CallerFault(Code.BAD_RECORD, "the page holds no text");
    }
    if (body.indexOf('\0') >= 0 || body.length() > PreparedText.MOST_BYTES) {
      throw new CallerFault(
          Code.BAD_RECORD, "its text cannot be stored: it is too long or holds NUL");
    }
    return new Taken(
        body,
        html || page.mediaType().equals("text/markdown") ? "markdown" : "text",
        main == null ? null : main.title(),
        main == null || main.language() == null ? options.language() : main.language(),
        charset,
        decoded.basis(),
        main == null ? null : main.taken(),
        html ? options.extractor() : "none",
        page.digest(),
        page.mediaType());
  }

  /// @param technical the page is, byte for byte, the one before; only its extractor is another
  String text(Capture capture, Taken taken, boolean technical) {
    ObjectNode record = record(capture);
    record.put("format", taken.format());
    put(record, "title", taken.title());
    put(record, "language", taken.language());
    record.put("url", capture.url());
    record.put("body", taken.body());
    put(record, "change", technical ? "technical" : null);
    ObjectNode kept = record.putObject("provenance");
    kept.put("way", "web-archive").put("kept_in", capture.where()).put("url", capture.url());
    kept.put("media_type", taken.mediaType()).put("payload_digest", taken.digest());
    put(kept, "charset", taken.charset());
    put(kept, "charset_basis", taken.charsetBasis());
    put(kept, "taken", taken.taken());
    kept.put("extractor", taken.extractor());
    return JSON.writeValueAsString(record);
  }

  /// That the page is gone, or that the look failed.
  ///
  /// @param change withdrawn, or what failed
  String without(Capture capture, String change) {
    ObjectNode record = record(capture);
    record.put("body", "").put("change", change);
    return JSON.writeValueAsString(record);
  }

  private ObjectNode record(Capture capture) {
    String at = capture.at().toString();
    return JSON.createObjectNode()
        .put("source", options.source())
        .put("document_key", capture.key())
        .put("version_label", capture.label())
        .put("recorded_at", at)
        .put("recorded_basis", "capture time")
        .put("observed_at", at)
        .put("validity_state", "observed");
  }

  private static void put(ObjectNode node, String field, @Nullable String value) {
    if (value != null) {
      node.put(field, value.replace('\0', ' '));
    }
  }

  static String mediaType(String stored) {
    return stored.toLowerCase(Locale.ROOT).contains("markdown") ? "markdown" : "text";
  }
}
