package dev.asof.intake.extract;

import dev.asof.intake.Html;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What provenance keeps of how a text was taken from its file: `read_as` (what the file is),
/// `extractor` (of a page in HTML, what took its text), `charset` and `charset_guessed`, and
/// `pages` (by section, pairs of a page and the offset in the section's text, in UTF-16 units, from
/// which on it stands there).
public final class ExtractedJson {
  private ExtractedJson() {}

  public static void put(ObjectNode provenance, Extracted text) {
    provenance.put("read_as", text.kind().name().toLowerCase(Locale.ROOT));
    if (text.kind() == Kind.HTML) {
      provenance.put("extractor", Html.EXTRACTOR);
    }
    if (text.charset() != null) {
      provenance.put("charset", text.charset());
    }
    if (text.charsetGuessed()) {
      provenance.put("charset_guessed", true);
    }
    if (!text.pages().isEmpty()) {
      ObjectNode pages = provenance.putObject("pages");
      text.pages().forEach((section, starts) -> marks(pages.putArray(section), starts));
    }
  }

  private static void marks(ArrayNode marks, List<Extracted.PageStart> starts) {
    starts.forEach(start -> marks.addArray().add(start.page()).add(start.offset()));
  }
}
