package dev.asof.resolve;

/// How finely a time was named. A point has `DAY` or finer.
public enum Granularity {
  INSTANT,
  SECOND,
  MINUTE,
  HOUR,
  DAY,
  WEEK,
  MONTH,
  QUARTER,
  SEASON,
  HALF,
  YEAR,
  DECADE,
  CENTURY,
  /// A stretch between two times, or counted back from the reference.
  SPAN;

  boolean isPoint() {
    return compareTo(DAY) <= 0;
  }
}
