package dev.asof.rank;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/// How fine a time is, in the levels of TimelyRAG: hour 0, day 1, month 2, year 3.
public enum Granularity {
  HOUR(0, ChronoUnit.HOURS),
  DAY(1, ChronoUnit.DAYS),
  MONTH(2, ChronoUnit.MONTHS),
  YEAR(3, ChronoUnit.YEARS);

  private final int level;
  private final ChronoUnit unit;

  Granularity(int level, ChronoUnit unit) {
    this.level = level;
    this.unit = unit;
  }

  /// Whole units from one to the other, whichever is earlier; what is begun does not count.
  long between(LocalDateTime one, LocalDateTime other) {
    return Math.abs(unit.between(one, other));
  }

  int level() {
    return level;
  }

  static Granularity ofLevel(int level) {
    return switch (level) {
      case 0 -> HOUR;
      case 1 -> DAY;
      case 2 -> MONTH;
      case 3 -> YEAR;
      default -> throw new IllegalArgumentException("there is no level " + level);
    };
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
