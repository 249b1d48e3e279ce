package dev.asof.resolve;

/// A piece of a question.
///
/// @param text as written
/// @param word folded for comparison: NFKC, lower case
/// @param value of a number of up to nine digits, else -1
/// @param spaced white space stands before it
record Token(Kind kind, String text, String word, int value, int start, int end, boolean spaced) {
  enum Kind {
    WORD,
    NUMBER,
    /// A number that counts something: `2,000`.
    QUANTITY,
    /// Digits of another script than the ones that are read.
    FOREIGN_DIGITS,
    MARK,
    END
  }

  static Token end(int at) {
    return new Token(Kind.END, "", "", -1, at, at, true);
  }

  boolean is(String other) {
    return word.equals(other);
  }

  boolean isNumber() {
    return kind == Kind.NUMBER;
  }

  boolean isWord() {
    return kind == Kind.WORD;
  }

  boolean isEnd() {
    return kind == Kind.END;
  }

  int digits() {
    return text.length();
  }

  boolean isCapitalised() {
    return !text.isEmpty() && Character.isUpperCase(text.codePointAt(0));
  }
}
