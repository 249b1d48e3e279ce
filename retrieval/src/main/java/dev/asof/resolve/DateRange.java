package dev.asof.resolve;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// Calendar days, `[from, to)`; a missing side is unbounded. Never empty.
public record DateRange(@Nullable LocalDate from, @Nullable LocalDate to) {
  public DateRange {
    if (from != null && to != null && !from.isBefore(to)) {
      throw new IllegalArgumentException("no day lies in [" + from + ", " + to + ")");
    }
  }

  /// The only day in it, where there is just one.
  public @Nullable LocalDate onlyDay() {
    return from != null && from.plusDays(1).equals(to) ? from : null;
  }
}
