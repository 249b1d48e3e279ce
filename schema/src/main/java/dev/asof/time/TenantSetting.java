package dev.asof.time;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.MonthDay;
import java.time.Period;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// The settings of a tenant: the names under which they are kept, and how a value of each is
/// written. What is not set is asked back or said to be assumed; nothing is guessed.
public final class TenantSetting {

  /// Zone of the dates of sources that have none: `Europe/London`.
  public static final String ZONE = "zone";

  /// Zone of the times of questions that name none.
  public static final String QUESTION_ZONE = "question-zone";

  /// First day of fiscal years and which of its two calendar years names one: `10-01 end`.
  public static final String FISCAL_YEAR = "fiscal-year";

  /// Which comes first in 03/04/2024: `day_first` or `month_first`.
  public static final String NUMERIC_DATES = "numeric-dates";

  /// Where seasons are meant: `northern` or `southern`.
  public static final String HEMISPHERE = "hemisphere";

  /// First day of weeks: `monday`.
  public static final String WEEK_START = "week-start";

  /// How far back "recent" reaches: `P90D`.
  public static final String RECENT = "recent";

  /// Before the name of a term; its first and last day: `10-01..12-17`.
  public static final String TERM = "term.";

  private static final Map<String, List<String>> WORDS =
      Map.of(
          NUMERIC_DATES,
          List.of("day_first", "month_first"),
          HEMISPHERE,
          List.of("northern", "southern"),
          WEEK_START,
          Arrays.stream(DayOfWeek.values())
              .map(day -> day.name().toLowerCase(Locale.ROOT))
              .toList());

  private TenantSetting() {}

  /// `value` as it is kept. Throws a [CallerFault] with [Code#BAD_INPUT] where it cannot be one, or
  /// no setting has the name.
  public static String canonical(String name, String value) {
    String kept = value.strip();
    switch (name) {
      case ZONE, QUESTION_ZONE -> LocalTimes.zone(kept);
      case FISCAL_YEAR -> {
        kept = kept.toLowerCase(Locale.ROOT);
        String[] parts = kept.split(" ", -1);
        if (parts.length != 2 || !List.of("start", "end").contains(parts[1])) {
          throw bad(name, value, "write its first day and which year names it, such as 10-01 end");
        }
        monthDay(name, parts[0]);
      }
      case NUMERIC_DATES, HEMISPHERE, WEEK_START -> kept = word(name, kept);
      case RECENT -> {
        kept = kept.toUpperCase(Locale.ROOT);
        recent(kept);
      }
      default -> {
        if (!name.matches("term\\.([\\p{Ll}\\p{Lo}]{2,40}|the semester|the academic year)")) {
          throw unknown(name);
        }
        term(name, kept);
      }
    }
    return kept;
  }

  private static CallerFault unknown(String name) {
    if (name.startsWith(TERM)) {
      return new CallerFault(
          Code.BAD_INPUT,
          LocalTimes.quoted(name.substring(TERM.length()))
              + " cannot be the name of a term; use one word of 2 to 40 lower-case letters, such as"
              + " michaelmas, or \"the semester\" or \"the academic year\"");
    }
    return new CallerFault(
        Code.BAD_INPUT,
        "there is no setting "
            + LocalTimes.quoted(name)
            + "; known: "
            + String.join(
                ", ",
                ZONE,
                QUESTION_ZONE,
                FISCAL_YEAR,
                NUMERIC_DATES,
                HEMISPHERE,
                WEEK_START,
                RECENT,
                TERM + "NAME"));
  }

  private static String word(String name, String value) {
    String word = value.toLowerCase(Locale.ROOT);
    List<String> known = WORDS.getOrDefault(name, List.of());
    if (!known.contains(word)) {
      throw bad(name, value, known.stream().collect(Collectors.joining(", ", "write one of ", "")));
    }
    return word;
  }

  /// A day of every year, as `10-01`. Throws a [CallerFault] where it is none.
  public static MonthDay monthDay(String name, String value) {
    try {
      return MonthDay.parse("--" + value);
    } catch (DateTimeException e) {
      throw bad(name, value, "write a month and a day, such as 10-01");
    }
  }

  /// A period that reaches back, such as P90D. Throws a [CallerFault] where it is none.
  public static Period recent(String value) {
    try {
      Period period = Period.parse(value);
      if (!period.isZero() && !period.isNegative()) {
        return period;
      }
    } catch (DateTimeException e) {
      // Complained about below.
    }
    throw bad(RECENT, value, "write a period that is not empty, such as P90D or P3M");
  }

  /// The first and the last day of a term, as `10-01..12-17`. Throws a [CallerFault] where it is
  /// none.
  public static List<MonthDay> term(String name, String value) {
    String[] days = value.split("\\.\\.", -1);
    if (days.length != 2) {
      throw bad(name, value, "write its first and last day, such as 10-01..12-17");
    }
    return List.of(monthDay(name, days[0]), monthDay(name, days[1]));
  }

  private static CallerFault bad(String name, String value, String mend) {
    return new CallerFault(
        Code.BAD_INPUT,
        "the setting " + name + " cannot be " + LocalTimes.quoted(value) + "; " + mend,
        Map.of("setting", name));
  }
}
