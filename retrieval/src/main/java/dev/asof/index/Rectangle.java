package dev.asof.index;

import dev.asof.time.TimeRange;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// A rectangle of the plane, half-open on both axes, never empty. Bounds are microseconds since
/// 1970-01-01T00:00Z; `Long.MIN_VALUE` as a start and `Long.MAX_VALUE` as an end mean unbounded.
public record Rectangle(long validFrom, long validTo, long systemFrom, long systemTo) {
  public Rectangle {
    if (validFrom >= validTo || systemFrom >= systemTo) {
      throw new IllegalArgumentException(
          "the rectangle ["
              + validFrom
              + ", "
              + validTo
              + ") x ["
              + systemFrom
              + ", "
              + systemTo
              + ") is empty");
    }
  }

  static Rectangle of(TimeRange valid, Instant systemFrom, @Nullable Instant systemTo) {
    return new Rectangle(
        start(valid.fromOrNull()), end(valid.toOrNull()), start(systemFrom), end(systemTo));
  }

  private static long start(@Nullable Instant from) {
    return from == null ? Long.MIN_VALUE : micros(from);
  }

  private static long end(@Nullable Instant to) {
    return to == null ? Long.MAX_VALUE : micros(to);
  }

  /// Microseconds since 1970-01-01T00:00Z of an instant that was cut to microseconds.
  public static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }

  boolean contains(long valid, long system) {
    return validFrom <= valid && valid < validTo && systemFrom <= system && system < systemTo;
  }

  boolean overlaps(Rectangle other) {
    return validFrom < other.validTo
        && other.validFrom < validTo
        && systemFrom < other.systemTo
        && other.systemFrom < systemTo;
  }
}
