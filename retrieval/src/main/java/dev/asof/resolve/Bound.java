package dev.asof.resolve;

/// How a time bounds what is asked for, with its direction. X is the time that was named.
public enum Bound {
  /// X itself.
  ON("on"),
  /// X itself, as the point from which one looks.
  AS_OF("as of"),
  /// All of X.
  DURING("during"),
  /// Up to the start of X; X does not belong to it.
  BEFORE("before"),
  /// From the end of X on; X does not belong to it.
  AFTER("after"),
  /// Up to the start of X; X does not belong to it.
  UNTIL("until"),
  /// Up to the end of X; X belongs to it.
  THROUGH("through"),
  /// Up to the end of X, a day; X belongs to it.
  BY("by"),
  /// From the start of X on.
  SINCE("since"),
  /// From the start of X on.
  FROM("from"),
  /// From the start of one time to the end of another.
  BETWEEN("between");

  private final String word;

  Bound(String word) {
    this.word = word;
  }

  /// The word as a sentence has it.
  public String word() {
    return word;
  }
}
