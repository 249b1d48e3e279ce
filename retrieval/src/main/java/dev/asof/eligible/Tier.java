package dev.asof.eligible;

import java.util.Locale;

/// What comes before what, whatever the scores.
public enum Tier {
  /// In force at the point.
  IN_FORCE,
  /// A text without any statement of when it applies, whose source says nothing else about that time.
  UNKNOWN;

  /// 1 or 2, as in JSON.
  public int number() {
    return ordinal() + 1;
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
