package dev.asof.time;

import java.util.Locale;

/// How finely a time was written. What was written is kept, because an instant alone cannot say
/// whether its author meant a day or a microsecond.
public enum Precision {
  DAY,
  MINUTE,
  SECOND,
  /// Finer than a second.
  INSTANT;

  /// The word in SQL and JSON.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
