package dev.asof.fold;

import java.util.Locale;

/// Why nothing applies.
public enum Why {
  /// The source no longer shows or carries the document.
  WITHDRAWN,
  /// An authority ended it.
  REPEALED,
  /// A belief was given up.
  RETRACTED,
  /// It ends at an instant, as an operator recorded.
  TERMINATED,
  /// The source answered that the page is gone.
  GONE,
  /// A section whose own start lies after its version's.
  NOT_STARTED,
  /// A section whose own stated end has passed.
  ENDED;

  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static Why ofWord(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
