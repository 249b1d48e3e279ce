package dev.asof.split;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Cuts a body into sections without losing a character: the texts of the sections, one after the
/// other, are the body. The store keeps each distinct section text once, so a section begins
/// exactly at its heading's line, and blank lines belong to the section before; then an edit in one
/// section leaves the texts of all others as they were.
public final class Splitter {
  private Splitter() {}

  /// The sections of `body`: the text under one heading up to the next of any level. What comes
  /// before the first heading is `~preamble`; a body without headings is one section `~document`;
  /// an empty body has no sections.
  public static Split split(Format format, String body) {
    List<Heading> headings =
        switch (format) {
          case MARKDOWN -> MarkdownHeadings.of(body);
          case TEXT -> TextHeadings.of(body);
        };
    List<Section> sections = new ArrayList<>();
    Keys keys = new Keys();
    if (headings.isEmpty()) {
      if (!body.isEmpty()) {
        sections.add(new Section(Keys.DOCUMENT, null, body));
      }
      return new Split(sections, true);
    }
    int start = 0;
    String preamble = body.substring(0, headings.getFirst().start());
    if (!preamble.isBlank()) {
      sections.add(new Section(keys.unique(Keys.PREAMBLE), null, preamble));
      start = preamble.length();
    }
    for (int i = 0; i < headings.size(); i++) {
      Heading heading = headings.get(i);
      int end = i + 1 < headings.size() ? headings.get(i + 1).start() : body.length();
      sections.add(new Section(keys.of(heading), heading.title(), body.substring(start, end)));
      start = end;
    }
    return new Split(sections, true);
  }

  /// The sections that a record brings. Where their bodies stand in `body` in this order, the body
  /// is cut there: a gap before, between or behind them becomes a section of its own, `~preamble`
  /// or `~1`, `~2`...; a gap that is blank joins the section before it, and one that is only the
  /// heading of the next section joins that. Where they do not, the given sections stand as they
  /// are and the split says that they do not rebuild the body.
  ///
  /// Throws a [CallerFault] with [Code#BAD_RECORD] for a blank key.
  public static Split given(String body, List<GivenSection> given) {
    for (int i = 0; i < given.size(); i++) {
      if (given.get(i).key().isBlank()) {
        throw new CallerFault(
            Code.BAD_RECORD, "section " + (i + 1) + " has a blank key; give it one that lasts");
      }
    }
    Keys keys = new Keys();
    List<Section> sections = new ArrayList<>();
    int[] starts = Places.of(body, given.stream().map(GivenSection::body).toList()).orElse(null);
    if (starts == null) {
      for (GivenSection section : given) {
        sections.add(new Section(keys.unique(section.key()), section.title(), section.body()));
      }
      return new Split(sections, false);
    }
    List<Cut> cuts = new ArrayList<>();
    int gaps = 0;
    int at = 0;
    for (int i = 0; i < starts.length; i++) {
      GivenSection section = given.get(i);
      int start = startOfHeading(body, at, starts[i], section.title());
      int gap = afterBlankLines(body, at, start);
      if (gap < start) {
        String key = i == 0 ? Keys.PREAMBLE : "~" + ++gaps;
        cuts.add(new Cut(i == 0 ? 0 : gap, key, null));
      } else if (i == 0) {
        start = 0;
      }
      cuts.add(new Cut(start, section.key(), section.title()));
      at = starts[i] + section.body().length();
    }
    int rest = afterBlankLines(body, at, body.length());
    if (rest < body.length()) {
      cuts.add(
          new Cut(cuts.isEmpty() ? 0 : rest, cuts.isEmpty() ? Keys.DOCUMENT : "~" + ++gaps, null));
    }
    for (int i = 0; i < cuts.size(); i++) {
      Cut cut = cuts.get(i);
      int end = i + 1 < cuts.size() ? cuts.get(i + 1).start() : body.length();
      sections.add(
          new Section(keys.unique(cut.key()), cut.title(), body.substring(cut.start(), end)));
    }
    return new Split(sections, true);
  }

  private record Cut(int start, String key, @Nullable String title) {}

  /// The start of the last line of a gap, if that is `title` in some markup; else the end of the
  /// gap.
  private static int startOfHeading(String body, int from, int to, @Nullable String title) {
    String gap = body.substring(from, to).stripTrailing();
    int line = Math.max(gap.lastIndexOf('\n'), gap.lastIndexOf('\r')) + 1;
    return title != null
            && Keys.nameable(title)
            && Keys.slug(gap.substring(line)).equals(Keys.slug(title))
        ? from + line
        : to;
  }

  /// The start of the first line in the gap that is not blank; the end of the gap where there is
  /// none.
  private static int afterBlankLines(String body, int from, int to) {
    int at = from;
    for (int i = from; i < to; i++) {
      char c = body.charAt(i);
      if (!Character.isWhitespace(c)) {
        return at;
      }
      if (c == '\n' || c == '\r') {
        at = i + 1;
      }
    }
    return to;
  }
}
