package dev.asof.schema;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One thing that was looked at, and what to do about it.
///
/// @param check what was looked at: a stable word
/// @param mend what puts it right; null where nothing has to be done
public record Finding(String check, Level level, String sentence, @Nullable String mend) {

  /// How it is.
  public enum Level {
    GOOD,
    /// It works, and somebody may want to know.
    NOTE,
    /// It has to be mended.
    BAD;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public static Finding good(String check, String sentence) {
    return new Finding(check, Level.GOOD, sentence, null);
  }

  public static Finding note(String check, String sentence, @Nullable String mend) {
    return new Finding(check, Level.NOTE, sentence, mend);
  }

  public static Finding bad(String check, String sentence, String mend) {
    return new Finding(check, Level.BAD, sentence, mend);
  }
}
