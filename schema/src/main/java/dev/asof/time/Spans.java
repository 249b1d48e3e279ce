package dev.asof.time;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Spans of time as people write them: `PT6H`, `P1D`, `6h`, `1d12h`, `90s`, `0.5s`. A day is 24
/// hours.
public final class Spans {
  private static final Pattern SHORT =
      Pattern.compile("(?:(\\d{1,9})D)?((?:\\d{1,9}H)?(?:\\d{1,9}M)?(?:\\d{1,9}S)?)");

  private Spans() {}

  /// Throws a [DateTimeException] where it is none.
  public static Duration parse(String written) {
    String span = written.strip().toUpperCase(Locale.ROOT);
    Matcher parts = SHORT.matcher(span);
    if (!span.isEmpty() && parts.matches()) {
      return Duration.parse(
          "P"
              + part(parts.group(1), "D")
              + part(parts.group(2).isEmpty() ? null : "T" + parts.group(2), ""));
    }
    return Duration.parse(span.startsWith("P") ? span : "PT" + span);
  }

  /// As [#parse]. Throws a [CallerFault] that names the option.
  public static Duration read(String option, String written) {
    try {
      return parse(written);
    } catch (DateTimeException e) {
      throw new CallerFault(
          Code.BAD_INPUT,
          option + " is '" + written + "'; write a span of time like PT6H, 12h or 1d",
          e);
    }
  }

  /// As [#read] reads it: `1d12h`.
  public static String shown(Duration span) {
    String time =
        Duration.ofSeconds(span.toSeconds() % Duration.ofDays(1).toSeconds())
            .toString()
            .substring(2)
            .toLowerCase(Locale.ROOT);
    return span.toDays() == 0 ? time : span.toDays() + "d" + (time.equals("0s") ? "" : time);
  }

  private static String part(@Nullable String digits, String unit) {
    return digits == null ? "" : digits + unit;
  }
}
