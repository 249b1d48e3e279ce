package dev.asof.intake.law;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A date of a file that says nothing of validity unless somebody chooses it: an `FRBRdate`, by
/// level and name, or an event of the lifecycle, by type or concept.
///
/// @param level work, expression, manifestation or event
/// @param name of the date, or type or concept of the event; null: any, of which there may be one
public record FrbrDate(Level level, @Nullable String name) {

  /// Where the date stands.
  public enum Level {
    WORK,
    EXPRESSION,
    MANIFESTATION,
    EVENT
  }

  private static final String FRBR = "frbr:";
  private static final String EVENT = "event:";

  /// Reads `frbr:expression`, `frbr:work:enacted` or `event:generation`.
  ///
  /// Throws a [CallerFault] for anything else.
  public static FrbrDate of(String text) {
    if (text.startsWith(EVENT) && text.length() > EVENT.length()) {
      return new FrbrDate(Level.EVENT, text.substring(EVENT.length()));
    }
    if (text.startsWith(FRBR)) {
      String[] parts = text.substring(FRBR.length()).split(":", 2);
      for (Level level : List.of(Level.WORK, Level.EXPRESSION, Level.MANIFESTATION)) {
        if (level.name().toLowerCase(Locale.ROOT).equals(parts[0])) {
          return new FrbrDate(level, parts.length == 1 || parts[1].isBlank() ? null : parts[1]);
        }
      }
    }
    throw new CallerFault(
        Code.BAD_INPUT,
        "\""
            + text
            + "\" names no date; write frbr:work, frbr:expression or frbr:manifestation, with"
            + " :NAME behind it where there are several, or event:TYPE");
  }

  @Override
  public String toString() {
    return level == Level.EVENT
        ? EVENT + name
        : FRBR + level.name().toLowerCase(Locale.ROOT) + (name == null ? "" : ":" + name);
  }
}
