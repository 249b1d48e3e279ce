package dev.asof.time;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/// A time as somebody wrote it, and the instant it was read as.
///
/// `text` is kept as written. `zone` is where the text was read; `zoneAssumed` says that nobody
/// named it. `instant` is in UTC, cut to microseconds. `decision` says what was decided where the
/// zone's clocks left more or less than one reading, and is null where there was exactly one.
public record StatedTime(
    String text,
    ZoneId zone,
    boolean zoneAssumed,
    Precision precision,
    Instant instant,
    @Nullable String decision) {
  public StatedTime {
    instant = TimeRange.micros(instant);
  }

  /// An instant that needs no zone.
  public static StatedTime of(Instant instant) {
    return new StatedTime(
        instant.toString(), ZoneOffset.UTC, false, Precision.INSTANT, instant, null);
  }
}
