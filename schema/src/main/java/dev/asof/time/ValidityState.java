package dev.asof.time;

import java.util.Locale;

/// What a validity rests on, as it is stored. `presumed` and `withdrawn` are readings of rows and
/// are not stored; see [State].
public enum ValidityState {
  /// An authority stated an effective date.
  ASSERTED,
  /// Only successful looks at the source are known: from the first to the last sight.
  OBSERVED,
  /// A text without any statement of when it applies.
  UNKNOWN;

  /// The word in SQL, JSON and on the command line.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static ValidityState ofWord(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
