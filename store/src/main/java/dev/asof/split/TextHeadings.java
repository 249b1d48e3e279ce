package dev.asof.split;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The headings of a text without markup: lines after a blank line that name a unit of law or are
/// short, numbered and no sentence; and lettered paragraphs at the margin, where the text has
/// several.
final class TextHeadings {
  private static final int LONGEST_LINE = 300;
  private static final Pattern LETTERED =
      Pattern.compile("(\\([a-z]{1,2}(?:-\\d+)?\\)|\\(\\d{1,3}\\))(?:\\s.*)?", Pattern.DOTALL);
  private static final Pattern HASHES = Pattern.compile("#{1,6} ");

  private TextHeadings() {}

  static List<Heading> of(String body) {
    List<Heading> headings = new ArrayList<>();
    int lettered = 0;
    boolean afterBlank = true;
    for (int start = 0; start < body.length(); ) {
      int end = endOfLine(body, start);
      String line = body.substring(start, Math.min(end, start + LONGEST_LINE));
      boolean blank = line.isBlank();
      if (afterBlank && !blank) {
        String title = Titles.singleSpaced(HASHES.matcher(line).replaceFirst(""));
        OptionalInt level = Titles.numbered(title);
        Matcher letter = LETTERED.matcher(line);
        if (level.isPresent()) {
          headings.add(new Heading(start, level.getAsInt(), title));
        } else if (letter.matches()) {
          headings.add(new Heading(start, Titles.LETTERED, letter.group(1)));
          lettered++;
        }
      }
      afterBlank = blank;
      start = end;
    }
    if (lettered == 1) {
      headings.removeIf(heading -> heading.level() == Titles.LETTERED);
    }
    return headings;
  }

  /// The offset after the line's terminator.
  private static int endOfLine(String body, int start) {
    int end = start;
    while (end < body.length() && body.charAt(end) != '\n' && body.charAt(end) != '\r') {
      end++;
    }
    return body.startsWith("\r\n", end) ? end + 2 : Math.min(end + 1, body.length());
  }
}
