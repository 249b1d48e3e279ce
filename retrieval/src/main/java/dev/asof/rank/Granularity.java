package dev.asof.rank;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/// How fine a time is, in the levels of TimelyRAG: hour 0, day 1, month 2, year 3.
public enum Granularity {
  HOUR(ChronoUnit.HOURS),
  DAY(ChronoUnit.DAYS),
  MONTH(ChronoUnit.MONTHS),
  YEAR(ChronoUnit.YEARS);

  private final ChronoUnit unit;

  Granularity(ChronoUnit unit) {
    this.unit = unit;
  }

  /// Whole units from one to the other, whichever is earlier; what is begun does not count.
  long between(LocalDateTime one, LocalDateTime other) {
    return Math.abs(unit.between(one, other));
  }

  int level() {
    return ordinal();
  }

  static Granularity ofLevel(int level) {
    return values()[level];
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
