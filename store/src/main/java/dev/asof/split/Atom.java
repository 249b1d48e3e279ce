package dev.asof.split;

import java.lang.Character.UnicodeScript;

/// The smallest piece of text that a passage holds whole: a word, a character of a script without
/// spaces, or a run of signs. `end` is the UTF-16 offset behind it; `weight` is in sixths of a
/// word, so that halves and thirds add up exactly.
record Atom(int end, int weight) {
  static final int WORD = 6;

  private static final int LONGEST = 32;

  /// Marks stay with their letter, but a text of nothing but marks has to end somewhere.
  private static final int LONGEST_WITH_MARKS = 2 * LONGEST;

  private enum Kind {
    WORD,
    HANGUL,
    UNSPACED,
    SIGN,
    BLANK
  }

  /// The atom at `start`, which is not blank.
  static Atom at(String text, int start) {
    int first = text.codePointAt(start);
    Kind kind = kind(first);
    int end = start + Character.charCount(first);
    int longest = kind == Kind.UNSPACED ? 1 : LONGEST;
    while (end < text.length()) {
      int next = text.codePointAt(end);
      int length = end - start;
      boolean joins =
          isMark(next) ? length < LONGEST_WITH_MARKS : length < longest && kind(next) == kind;
      if (!joins) {
        break;
      }
      end += Character.charCount(next);
    }
    int length = end - start;
    return new Atom(
        end,
        switch (kind) {
          case WORD -> WORD;
          case HANGUL -> Math.max(WORD, WORD * length / 3);
          case UNSPACED -> WORD / 2;
          // Not nothing, or a text of a million separate signs would be a single passage.
          case SIGN, BLANK -> Math.max(1, WORD * length / LONGEST);
        });
  }

  static boolean isBlank(int codePoint) {
    return Character.isWhitespace(codePoint) || Character.isSpaceChar(codePoint);
  }

  private static Kind kind(int c) {
    if (c < 0x80) {
      return Character.isLetterOrDigit(c) ? Kind.WORD : isBlank(c) ? Kind.BLANK : Kind.SIGN;
    }
    if (isBlank(c)) {
      return Kind.BLANK;
    }
    if (!Character.isLetterOrDigit(c)) {
      return Kind.SIGN;
    }
    return switch (UnicodeScript.of(c)) {
      case HANGUL -> Kind.HANGUL;
      case HAN, HIRAGANA, KATAKANA, BOPOMOFO, YI, THAI, LAO, KHMER, MYANMAR, TIBETAN ->
          Kind.UNSPACED;
      default -> Kind.WORD;
    };
  }

  static boolean isMark(int c) {
    return c >= 0x300
        && switch (Character.getType(c)) {
          case Character.NON_SPACING_MARK,
              Character.ENCLOSING_MARK,
              Character.COMBINING_SPACING_MARK,
              Character.FORMAT ->
              true;
          default -> false;
        };
  }
}
