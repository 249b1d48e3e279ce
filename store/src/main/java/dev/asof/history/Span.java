package dev.asof.history;

import dev.asof.time.TimeRange;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A half-open range `[from, to)` as an answer shows it; null is unbounded. UTC, microseconds.
public record Span(@Nullable Instant from, @Nullable Instant to) {
  static Span of(TimeRange range) {
    return new Span(range.fromOrNull(), range.toOrNull());
  }
}
