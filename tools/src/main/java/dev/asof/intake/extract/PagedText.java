package dev.asof.intake.extract;

import dev.asof.split.Format;
import dev.asof.split.GivenSection;
import dev.asof.split.Section;
import dev.asof.split.Splitter;
import dev.asof.write.PreparedText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.xml.sax.Attributes;
import org.xml.sax.helpers.DefaultHandler;

/// The pages of a PDF as Tika tells of them: paragraphs with a blank line between, lines as they
/// stand.
///
/// A text with headings is cut at these, because they stay where pages move; one without is cut at
/// its pages, with the keys `p1`, `p2`... Either way each section says on which pages it stands.
final class PagedText extends DefaultHandler {

  /// A single numbered line is no structure.
  private static final int FEWEST_HEADINGS = 2;

  private final StringBuilder body = new StringBuilder();
  private final StringBuilder paragraph = new StringBuilder();

  /// Of each page, its first character in the body.
  private final List<Integer> starts = new ArrayList<>();

  @Override
  public void startElement(String uri, String name, String qualified, Attributes attributes) {
    if (name.equals("div") && "page".equals(attributes.getValue("class"))) {
      flush();
      starts.add(body.length());
    } else if (name.equals("p")) {
      flush();
    }
  }

  @Override
  public void endElement(String uri, String name, String qualified) {
    if (name.equals("p") || name.equals("div")) {
      flush();
    }
  }

  @Override
  public void characters(char[] characters, int start, int length) {
    if (starts.isEmpty()) {
      return;
    }
    paragraph.append(characters, start, length);
    if (body.length() + paragraph.length() > PreparedText.MOST_BYTES) {
      throw Unreadable.tooLong();
    }
  }

  /// The ends of lines.
  @Override
  public void ignorableWhitespace(char[] characters, int start, int length) {
    characters(characters, start, length);
  }

  private void flush() {
    String words = paragraph.toString().replace("\r\n", "\n").replace('\0', ' ').strip();
    paragraph.setLength(0);
    if (!words.isEmpty()) {
      body.append(words).append("\n\n");
    }
  }

  String body() {
    flush();
    return body.isEmpty() ? "" : body.substring(0, body.length() - 1);
  }

  /// One section for each page that has words; empty where the text has headings.
  List<GivenSection> sections() {
    String text = body();
    if (Splitter.split(Format.TEXT, text).sections().stream()
            .filter(section -> !section.key().startsWith("~"))
            .count()
        >= FEWEST_HEADINGS) {
      return List.of();
    }
    List<GivenSection> pages = new ArrayList<>();
    for (int page = 0; page < starts.size(); page++) {
      int end = page + 1 < starts.size() ? starts.get(page + 1) : text.length();
      String words = text.substring(Math.min(starts.get(page), end), end);
      if (!words.isBlank()) {
        pages.add(new GivenSection("p" + (page + 1), "Page " + (page + 1), words));
      }
    }
    return pages;
  }

  /// On which pages each section stands.
  Map<String, List<Extracted.PageStart>> pages(List<GivenSection> given) {
    String text = body();
    List<Section> sections =
        (given.isEmpty() ? Splitter.split(Format.TEXT, text) : Splitter.given(text, given))
            .sections();
    Map<String, List<Extracted.PageStart>> pages = new LinkedHashMap<>();
    int at = 0;
    for (Section section : sections) {
      pages.put(section.key(), pagesOf(at, at + section.text().length()));
      at += section.text().length();
    }
    return pages;
  }

  private List<Extracted.PageStart> pagesOf(int from, int to) {
    List<Extracted.PageStart> found = new ArrayList<>();
    for (int page = 0; page < starts.size(); page++) {
      int start = starts.get(page);
      int next = page + 1 < starts.size() ? starts.get(page + 1) : Integer.MAX_VALUE;
      // A page without words has no place in a text.
      if (next > from && start < to && next > start) {
        found.add(new Extracted.PageStart(page + 1, Math.max(0, start - from)));
      }
    }
    return found;
  }
}
