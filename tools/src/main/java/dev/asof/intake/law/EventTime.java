package dev.asof.intake.law;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAmount;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Dates of events, which are `xsd:date` or `xsd:dateTime`, as a record writes them.
final class EventTime {
  private static final Pattern DATE =
      Pattern.compile("(-?\\d{4,}-\\d\\d-\\d\\d)(Z|[+-]\\d\\d:\\d\\d)?");
  private static final Pattern DURATION =
      Pattern.compile("(-?)P(?:(\\d+)Y)?(?:(\\d+)M)?(?:(\\d+)D)?(T.+)?");

  /// Years from here on stand for "no end is known".
  private static final int NEVER = 9000;

  private EventTime() {}

  /// As a record writes it: a date that names an offset is midnight there.
  static String written(String text) {
    Matcher date = DATE.matcher(text);
    return date.matches() && date.group(2) != null
        ? date.group(1) + "T00:00:00" + date.group(2)
        : text;
  }

  static boolean isDay(String text) {
    Matcher date = DATE.matcher(text);
    return date.matches() && date.group(2) == null;
  }

  /// It is so far away that it only says that there is none.
  static boolean isNever(String text) {
    int year = text.indexOf('-', 1);
    try {
      return year > 0 && Integer.parseInt(text.substring(0, year)) >= NEVER;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /// The day after; only for what [#isDay].
  static String dayAfter(String text) {
    return day(text).plusDays(1).toString();
  }

  private static LocalDate day(String text) {
    try {
      return LocalDate.parse(text);
    } catch (DateTimeException e) {
      throw bad("the date " + text + " does not exist; write one such as 2024-03-01", e);
    }
  }

  /// What lies a duration after a time, or before it.
  ///
  /// @param duration `xsd:duration`
  static String moved(String text, String duration, boolean back) {
    Matcher parts = DURATION.matcher(duration.strip());
    if (!parts.matches()) {
      throw bad("the duration " + duration + " cannot be read; it is written as P1Y or P30D", null);
    }
    boolean backwards = back != parts.group(1).equals("-");
    Period period = Period.of(number(parts, 2), number(parts, 3), number(parts, 4));
    String clock = parts.group(5);
    try {
      if (isDay(text) && clock == null) {
        return day(text).plus(backwards ? period.negated() : period).toString();
      }
      TemporalAmount rest = clock == null ? Duration.ZERO : Duration.parse("P" + clock);
      OffsetDateTime from =
          isDay(text)
              ? day(text).atStartOfDay().atOffset(ZoneOffset.UTC)
              : OffsetDateTime.parse(written(text));
      OffsetDateTime moved =
          backwards ? from.minus(period).minus(rest) : from.plus(period).plus(rest);
      return moved.format(DateTimeFormatter.ISO_OFFSET_DATE_TIME);
    } catch (DateTimeException e) {
      throw bad("the duration " + duration + " cannot be counted from " + text, e);
    }
  }

  private static int number(Matcher parts, int group) {
    return parts.group(group) == null ? 0 : Integer.parseInt(parts.group(group));
  }

  private static CallerFault bad(String sentence, @Nullable Throwable cause) {
    return new CallerFault(Code.BAD_TIME, sentence + "; mend the file", cause);
  }
}
