package dev.asof.conformance;

import dev.asof.time.TimeRange;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// The points of valid time on which histories change, and the ones around them on which they are
/// checked.
final class Grid {
  /// Changes lie on points from 0 up to this one.
  static final int POINTS = 12;

  /// Before all changes, where only what has no start applies.
  static final int FIRST = -1;

  /// After all changes.
  static final int LAST = 2 * POINTS + 1;

  private static final Instant ORIGIN = Instant.parse("2024-01-01T00:00:00Z");
  private static final Instant[] SIDES = sides();

  private Grid() {}

  static Instant at(int point) {
    return ORIGIN.plus(point, ChronoUnit.DAYS);
  }

  private static Instant[] sides() {
    Instant[] sides = new Instant[2 * (LAST - FIRST + 1)];
    for (int point = FIRST; point <= LAST; point++) {
      sides[2 * (point - FIRST)] = at(point);
      sides[2 * (point - FIRST) + 1] = at(point + 1).minus(1, ChronoUnit.MICROS);
    }
    return sides;
  }

  static @Nullable Instant atOrNull(@Nullable Integer point) {
    return point == null ? null : at(point);
  }

  static TimeRange range(@Nullable Integer from, @Nullable Integer to) {
    return TimeRange.of(atOrNull(from), atOrNull(to));
  }

  static Instant startOf(int point) {
    return SIDES[2 * (point - FIRST)];
  }

  /// The last microsecond before the next point.
  static Instant endOf(int point) {
    return SIDES[2 * (point - FIRST) + 1];
  }
}
