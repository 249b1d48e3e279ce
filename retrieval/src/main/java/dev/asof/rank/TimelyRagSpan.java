package dev.asof.rank;

import dev.asof.time.TimeRange;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/// A point or a range on the local time line, in which units are counted; null is unbounded.
record TimelyRagSpan(@Nullable LocalDateTime from, @Nullable LocalDateTime to) {
  static TimelyRagSpan point(LocalDateTime at) {
    return new TimelyRagSpan(at, at);
  }

  static TimelyRagSpan of(TimeRange range, ZoneId zone) {
    return new TimelyRagSpan(local(range.fromOrNull(), zone), local(range.toOrNull(), zone));
  }

  /// The start, else the end, as one point; null where neither is known.
  static @Nullable TimelyRagSpan startOf(@Nullable TimeRange range, ZoneId zone) {
    LocalDateTime anchor = range == null ? null : of(range, zone).anchor();
    return anchor == null ? null : point(anchor);
  }

  private static @Nullable LocalDateTime local(@Nullable Instant instant, ZoneId zone) {
    return instant == null ? null : LocalDateTime.ofInstant(instant, zone);
  }

  /// Zero where they meet or overlap, else whole units between the nearest bounds.
  long distance(TimelyRagSpan other, Granularity unit) {
    if (to != null && other.from != null && to.isBefore(other.from)) {
      return unit.between(to, other.from);
    }
    if (from != null && other.to != null && other.to.isBefore(from)) {
      return unit.between(other.to, from);
    }
    return 0;
  }

  @Nullable LocalDateTime anchor() {
    return from == null ? to : from;
  }
}
