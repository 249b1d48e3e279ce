package dev.asof.history;

/// A run of words that stays, goes or comes. The texts of all that stay or go are the text before,
/// of all that stay or come the text after, white space aside.
public record WordChange(Kind kind, String text) {

  /// What happens to the words.
  public enum Kind {
    SAME,
    REMOVED,
    ADDED
  }
}
