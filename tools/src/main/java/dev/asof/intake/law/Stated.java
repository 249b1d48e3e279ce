package dev.asof.intake.law;

import dev.asof.time.LocalTimes;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/// A range that a file states, half open, as it is written in a record.
///
/// @param from null: no start is stated
/// @param to null: no end is stated
/// @param basis what says so, in words
record Stated(@Nullable String from, @Nullable String to, String basis) {

  /// Null: no start.
  @Nullable Instant start(ZoneId zone) {
    return from == null ? null : instant(from, zone);
  }

  /// Null: no end.
  @Nullable Instant end(ZoneId zone) {
    return to == null ? null : instant(to, zone);
  }

  static Instant instant(String text, ZoneId zone) {
    return LocalTimes.parseStated(text, zone, true).instant();
  }

  /// Whether all of `[one, other)` lies in it; null is unbounded.
  boolean covers(@Nullable Instant one, @Nullable Instant other, ZoneId zone) {
    Instant start = start(zone);
    Instant end = end(zone);
    return (start == null || (one != null && !one.isBefore(start)))
        && (end == null || (other != null && !other.isAfter(end)));
  }

  /// The earliest start first; no start before all.
  static Comparator<Stated> byStart(ZoneId zone) {
    return Comparator.comparing(
        one -> one.start(zone), Comparator.nullsFirst(Comparator.naturalOrder()));
  }
}
