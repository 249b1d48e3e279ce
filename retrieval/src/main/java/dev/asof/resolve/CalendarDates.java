package dev.asof.resolve;

import dev.asof.resolve.Meaning.Days;
import dev.asof.resolve.Said.Yr;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.temporal.IsoFields;
import java.time.temporal.WeekFields;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Times that have a name in the calendar: days, months, weeks, years and what they make up. Throws
/// [Asking] where the name does not say which one.
final class CalendarDates {

  private static final int EARLIEST_YEAR = 1000;
  private static final int LATEST_YEAR = 2999;

  private final Context context;

  CalendarDates(Context context) {
    this.context = context;
  }

  private LocalDate today() {
    return context.reference().today();
  }

  static void inRange(int year) {
    if (year < EARLIEST_YEAR || year > LATEST_YEAR) {
      throw new Asking(
          Reason.OUT_OF_RANGE,
          "the year "
              + year
              + " is outside "
              + EARLIEST_YEAR
              + " to "
              + LATEST_YEAR
              + (year == 9999
                  ? "; it looks like a stand-in for an open end, leave the end out"
                  : ""));
    }
  }

  int year(Yr year) {
    return switch (year.form()) {
      case FULL -> year.value();
      case RELATIVE -> today().getYear() + year.value();
      case TWO_DIGITS -> {
        int near = 2000 + year.value();
        yield near <= today().getYear() + 10 ? near : near - 100;
      }
    };
  }

  private static List<String> remarks(@Nullable Yr year, int read) {
    return year != null && year.form() == Yr.Form.TWO_DIGITS
        ? List.of("the short year was read as " + read)
        : List.of();
  }

  Days year(int year) {
    return Days.of(LocalDate.of(year, 1, 1), LocalDate.of(year + 1, 1, 1), Granularity.YEAR);
  }

  private interface InYear {
    Days of(int year);
  }

  private interface Written {
    String of(int year);
  }

  /// The year of a fuller date beside it; else this year, where that is not still to come; else,
  /// where the system axis says that it is past, last year; else it is asked.
  private Days yearless(InYear in, Written written) {
    Integer inherited = context.inheritedYear();
    if (inherited != null) {
      return in.of(inherited)
          .with(false, List.of("the year " + inherited + " was taken from beside it"));
    }
    int year = today().getYear();
    if (context.mayShift()) {
      return in.of(year - 1)
          .with(
              false, List.of("no year is given; the last one past, " + (year - 1) + ", was taken"));
    }
    Days here = in.of(year);
    if (!here.from().isAfter(today())) {
      return here.with(
          false, List.of("no year is given; the year of the reference, " + year + ", was taken"));
    }
    throw new Asking(
        Reason.YEAR,
        "no year is given, and in " + year + " it is still to come",
        new Choice("last year's", written.of(year - 1)),
        new Choice("this year's", written.of(year)));
  }

  Days day(Said.Day said) {
    Yr year = said.year();
    Days days =
        year == null
            ? yearless(
                y -> Days.day(date(y, said.month(), said.day())),
                y ->
                    String.format(
                        java.util.Locale.ROOT, "%04d-%02d-%02d", y, said.month(), said.day()))
            : Days.day(date(year(year), said.month(), said.day()))
                .with(false, remarks(year, year(year)));
    DayOfWeek weekday = said.weekday();
    if (weekday != null && days.from().getDayOfWeek() != weekday) {
      throw new Asking(
          Reason.CONTRADICTION,
          days.from()
              + " is a "
              + Words.of(days.from().getDayOfWeek())
              + " and no "
              + Words.of(weekday),
          new Choice("the date", days.from().toString()));
    }
    return days;
  }

  /// Throws where there is no such day; the end of the month is named, nothing is rolled over.
  private static LocalDate date(int year, int month, int day) {
    inRange(year);
    if (month < 1 || month > 12) {
      throw new Asking(Reason.IMPOSSIBLE, "there is no month " + month + "; months are 1 to 12");
    }
    YearMonth of = YearMonth.of(year, month);
    if (!of.isValidDay(day)) {
      throw new Asking(
          Reason.IMPOSSIBLE,
          "there is no "
              + day
              + " "
              + Words.of(of.getMonth())
              + " "
              + year
              + ", which has "
              + of.lengthOfMonth()
              + " days",
          new Choice("the last day of the month", of.atEndOfMonth().toString()),
          new Choice("the first day after it", of.atEndOfMonth().plusDays(1).toString()));
    }
    return of.atDay(day);
  }

  Days month(Said.Month said) {
    if (said.month() < 1 || said.month() > 12) {
      throw new Asking(Reason.IMPOSSIBLE, "there is no month " + said.month());
    }
    Yr year = said.year();
    return year == null
        ? yearless(
            y -> month(YearMonth.of(y, said.month())),
            y -> YearMonth.of(y, said.month()).toString())
        : month(YearMonth.of(year(year), said.month())).with(false, remarks(year, year(year)));
  }

  static Days month(YearMonth month) {
    return Days.of(month.atDay(1), month.plusMonths(1).atDay(1), Granularity.MONTH);
  }

  Days quarter(Said.Quarter said) {
    if (said.quarter() < 1 || said.quarter() > 4) {
      throw new Asking(Reason.IMPOSSIBLE, "there is no quarter " + said.quarter());
    }
    Yr year = said.year();
    return year == null
        ? yearless(y -> quarter(y, said.quarter()), y -> "Q" + said.quarter() + " " + y)
        : quarter(year(year), said.quarter()).with(false, remarks(year, year(year)));
  }

  private static Days quarter(int year, int quarter) {
    LocalDate from = LocalDate.of(year, 3 * quarter - 2, 1);
    return Days.of(from, from.plusMonths(3), Granularity.QUARTER);
  }

  Days half(Said.Half said) {
    if (said.half() < 1 || said.half() > 2) {
      throw new Asking(Reason.IMPOSSIBLE, "there is no half " + said.half());
    }
    Yr year = said.year();
    return year == null
        ? yearless(y -> half(y, said.half()), y -> "H" + said.half() + " " + y)
        : half(year(year), said.half()).with(false, remarks(year, year(year)));
  }

  private static Days half(int year, int half) {
    LocalDate from = LocalDate.of(year, 6 * half - 5, 1);
    return Days.of(from, from.plusMonths(6), Granularity.HALF);
  }

  Days decade(Said.Decade said) {
    int year = said.firstYear();
    if (said.shortened()) {
      int near = 2000 + year;
      if (near <= today().getYear()) {
        throw new Asking(
            Reason.VAGUE,
            "the century is not said",
            new Choice("the " + (near - 100) + "s", "the " + (near - 100) + "s"),
            new Choice("the " + near + "s", "the " + near + "s"));
      }
      return decade(near - 100).with(false, List.of("the century was taken to be the 20th"));
    }
    if (year % 100 == 0) {
      throw new Asking(
          Reason.VAGUE,
          "a decade or a century can be meant",
          new Choice("ten years", "from " + year + " to " + (year + 9)),
          new Choice("a hundred years", "from " + year + " to " + (year + 99)));
    }
    return decade(year);
  }

  private static Days decade(int first) {
    inRange(first);
    return Days.of(LocalDate.of(first, 1, 1), LocalDate.of(first + 10, 1, 1), Granularity.DECADE);
  }

  static Days century(Said.Century said) {
    int first = 100 * (said.number() - 1) + 1;
    inRange(first);
    return Days.of(LocalDate.of(first, 1, 1), LocalDate.of(first + 100, 1, 1), Granularity.CENTURY);
  }

  private WeekFields weekRule() {
    DayOfWeek start = context.settings().weekStart();
    return start == null || start == DayOfWeek.MONDAY ? WeekFields.ISO : WeekFields.of(start, 1);
  }

  String weekRemark() {
    DayOfWeek start = context.settings().weekStart();
    return start == null
        ? "weeks start on Monday (ISO 8601; no week rule is set)"
        : "weeks start on " + Words.of(start) + " (as set)";
  }

  Days week(Said.Week said) {
    Yr written = said.year();
    int year = written == null ? today().getYear() : year(written);
    inRange(year);
    WeekFields rule = said.iso() ? WeekFields.ISO : weekRule();
    LocalDate middle = LocalDate.of(year, 7, 1);
    long weeks = middle.range(rule.weekOfWeekBasedYear()).getMaximum();
    if (said.week() < 1 || said.week() > weeks) {
      throw new Asking(Reason.IMPOSSIBLE, year + " has no week " + said.week() + ", only " + weeks);
    }
    LocalDate monday =
        middle.with(rule.weekOfWeekBasedYear(), said.week()).with(rule.dayOfWeek(), 1);
    List<String> how = List.of(said.iso() ? "an ISO 8601 week, from Monday" : weekRemark());
    Integer day = said.day();
    if (day != null) {
      if (day < 1 || day > 7) {
        throw new Asking(Reason.IMPOSSIBLE, "a week has no day " + day);
      }
      return Days.day(monday.plusDays(day - 1L)).with(false, how);
    }
    Days week =
        Days.of(monday, monday.plusWeeks(1), Granularity.WEEK)
            .labelled(String.format(java.util.Locale.ROOT, "%d-W%02d", year, said.week()))
            .with(false, how);
    return written == null
        ? week.with(false, List.of("no year is given; the year of the reference was taken"))
        : week;
  }

  Days weekAround(LocalDate day) {
    LocalDate first = day.with(weekRule().dayOfWeek(), 1);
    return Days.of(first, first.plusWeeks(1), Granularity.WEEK).with(false, List.of(weekRemark()));
  }

  Days unit(Unit unit, LocalDate day) {
    return switch (unit) {
      case SECOND, MINUTE, HOUR, DAY -> Days.day(day);
      case WEEK -> weekAround(day);
      case MONTH -> month(YearMonth.from(day));
      case QUARTER -> quarter(day.getYear(), day.get(IsoFields.QUARTER_OF_YEAR));
      case HALF -> half(day.getYear(), day.getMonthValue() <= 6 ? 1 : 2);
      case YEAR -> year(day.getYear());
      case DECADE -> decade(day.getYear() - day.getYear() % 10);
      case CENTURY -> century(new Said.Century((day.getYear() - 1) / 100 + 1));
    };
  }

  Days numeric(Said.Numeric said) {
    int year = said.yearDigits() == 4 ? said.year() : year(new Yr(said.year(), Yr.Form.TWO_DIGITS));
    inRange(year);
    boolean dayFirst = isDay(year, said.second(), said.first());
    boolean monthFirst = isDay(year, said.first(), said.second());
    if (!dayFirst && !monthFirst) {
      throw new Asking(Reason.IMPOSSIBLE, "no day of " + year + " is written so, in either order");
    }
    LocalDate first = dayFirst ? LocalDate.of(year, said.second(), said.first()) : null;
    LocalDate second = monthFirst ? LocalDate.of(year, said.first(), said.second()) : null;
    ReadingSettings.NumericOrder order = context.settings().numericOrder();
    boolean unique = first == null || second == null || first.equals(second);
    LocalDate only = first == null ? second : first;
    if (unique && said.yearDigits() == 4) {
      return Days.day(Objects.requireNonNull(only))
          .with(false, List.of("only one order of day and month makes a date"));
    }
    if (!unique && order == null && context.language().isDayFirst()) {
      return Days.day(Objects.requireNonNull(first))
          .with(false, List.of("day before month, as in " + context.language().shown()));
    }
    if (order == null) {
      throw new Asking(
          Reason.NUMERIC_DATE,
          unique ? "the year has two digits" : "the day or the month can come first",
          java.util.stream.Stream.of(first, second)
              .filter(Objects::nonNull)
              .distinct()
              .map(day -> new Choice(Words.of(day), day.toString()))
              .toArray(Choice[]::new));
    }
    LocalDate chosen =
        unique ? only : order == ReadingSettings.NumericOrder.DAY_FIRST ? first : second;
    return Days.day(Objects.requireNonNull(chosen))
        .with(
            false,
            List.of(
                (order == ReadingSettings.NumericOrder.DAY_FIRST ? "day" : "month")
                    + " first, as set"));
  }

  private static boolean isDay(int year, int month, int day) {
    return month >= 1 && month <= 12 && YearMonth.of(year, month).isValidDay(day);
  }
}
