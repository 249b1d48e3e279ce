package dev.asof.fold;

import java.util.Locale;

/// How a statement takes its range from what is believed already.
public enum Effect {
  /// Takes every instant that is free or held by a belief whose stated start is not later: a
  /// version that arrives late takes only its own place, and what a temporary act displaced comes
  /// back when the act ends.
  PLACES,
  /// Takes its whole range.
  REPLACES;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Effect ofWord(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
