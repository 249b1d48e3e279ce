package dev.asof.resolve;

import java.time.LocalDate;

/// A unit of the calendar, as words name it.
enum Unit {
  SECOND("second"),
  MINUTE("minute"),
  HOUR("hour"),
  DAY("day"),
  WEEK("week"),
  MONTH("month"),
  QUARTER("quarter"),
  HALF("half"),
  YEAR("year"),
  DECADE("decade"),
  CENTURY("century");

  private final String word;

  Unit(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }

  boolean isClock() {
    return compareTo(DAY) < 0;
  }

  /// Days stay where they are unless the month is too short: 31 May plus -3 months is 29 February.
  LocalDate plus(LocalDate day, long n) {
    return switch (this) {
      case SECOND, MINUTE, HOUR -> day;
      case DAY -> day.plusDays(n);
      case WEEK -> day.plusWeeks(n);
      case MONTH -> day.plusMonths(n);
      case QUARTER -> day.plusMonths(3 * n);
      case HALF -> day.plusMonths(6 * n);
      case YEAR -> day.plusYears(n);
      case DECADE -> day.plusYears(10 * n);
      case CENTURY -> day.plusYears(100 * n);
    };
  }

  Granularity granularity() {
    return Granularity.valueOf(name());
  }
}
