package dev.asof.rank;

import dev.asof.time.TimeRange;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Distances on the line of valid time: zero inside a range, else to its nearest bound. Never
/// negative.
final class Distance {
  private Distance() {}

  static Duration between(Instant point, TimeRange range) {
    return between(point, point, range.fromOrNull(), range.toOrNull());
  }

  static Duration between(TimeRange one, TimeRange other) {
    return between(one.fromOrNull(), one.toOrNull(), other.fromOrNull(), other.toOrNull());
  }

  private static Duration between(
      @Nullable Instant from,
      @Nullable Instant to,
      @Nullable Instant start,
      @Nullable Instant end) {
    if (end != null && from != null && end.isBefore(from)) {
      return Duration.between(end, from);
    }
    if (to != null && start != null && to.isBefore(start)) {
      return Duration.between(to, start);
    }
    return Duration.ZERO;
  }
}
