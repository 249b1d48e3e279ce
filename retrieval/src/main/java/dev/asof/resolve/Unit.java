package dev.asof.resolve;

import java.time.LocalDate;
import java.util.List;

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

  private static final List<Unit> ALL = List.of(values());

  private final String word;

  Unit(String word) {
    this.word = word;
  }

  /// By its place, as `words.tsv` gives it.
  static Unit of(int place) {
    return ALL.get(place);
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
