package dev.asof.split;

import java.util.OptionalInt;
import java.util.regex.Pattern;

/// Which lines are headings by their words alone, and how deep they stand. Their levels lie below
/// those of headings that a format marks.
final class Titles {
  private static final int MARKED = 6;
  private static final int NUMBERED = MARKED + 8;
  private static final int DEEPEST = NUMBERED + 8;
  private static final int BOLD = DEEPEST + 1;
  static final int LETTERED = DEEPEST + 2;

  private static final int LONGEST = 120;
  private static final int MOST_WORDS = 15;
  private static final int MOST_WORDS_WITH_STOP = 8;
  private static final int MOST_WORDS_NUMBERED = 10;

  private static final Pattern YEAR = Pattern.compile("\\b(?:19|20)\\d\\d\\b");
  private static final Pattern SENTENCE_END = Pattern.compile(".*[.,;!…。]");
  private static final Pattern SPACE = Pattern.compile("[\\s\\p{Z}]+");
  private static final Pattern DEPTH = Pattern.compile("\\(?\\d+((?:\\.\\d+)*)");

  private Titles() {}

  /// The level of a line of a law or a numbered heading: `Article 12`, `제3조(목적)`, `2.1 Fees`.
  static OptionalInt numbered(String line) {
    if (line.length() > LONGEST || !Keys.nameable(line)) {
      return OptionalInt.empty();
    }
    Marker marker = Marker.of(line).orElse(null);
    if (marker != null) {
      return startsLikeATitle(marker.rest())
          ? OptionalInt.of(MARKED + 1 + marker.rank())
          : OptionalInt.empty();
    }
    // "(1) Whoever ..." begins a paragraph of an article, however short that is.
    String title = line.startsWith("(") ? line : Keys.withoutOrdinal(line);
    return title.length() < line.length()
            && startsLikeATitle(title)
            && words(title) <= MOST_WORDS_NUMBERED
            && !SENTENCE_END.matcher(title).matches()
            && !title.endsWith(":")
        ? OptionalInt.of(level(line))
        : OptionalInt.empty();
  }

  /// The level of a line that is bold from end to end.
  static OptionalInt bold(String line) {
    if (line.length() > LONGEST || !Keys.nameable(line) || YEAR.matcher(line).find()) {
      return OptionalInt.empty();
    }
    Marker marker = Marker.of(line).orElse(null);
    boolean numbered = Keys.hasOrdinal(line);
    int words = words(line);
    boolean sentence =
        words > MOST_WORDS
            || (words > MOST_WORDS_WITH_STOP && SENTENCE_END.matcher(line).matches())
            || (marker == null && !numbered && words > 2 && line.endsWith(":"));
    if (sentence) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(
        marker != null ? MARKED + 1 + marker.rank() : numbered ? level(line) : BOLD);
  }

  static String singleSpaced(String text) {
    return SPACE.matcher(text).replaceAll(" ").strip();
  }

  private static int level(String line) {
    var depth = DEPTH.matcher(line);
    long dots = depth.lookingAt() ? depth.group(1).chars().filter(c -> c == '.').count() : 0;
    return (int) Math.min(NUMBERED + dots, DEEPEST);
  }

  /// What follows a number in the middle of a wrapped sentence starts in lower case: "Article 12 of
  /// the Treaty".
  private static boolean startsLikeATitle(String rest) {
    String title = rest.strip();
    return title.isEmpty() || !Character.isLowerCase(title.codePointAt(0));
  }

  private static int words(String line) {
    return SPACE.split(line).length;
  }
}
