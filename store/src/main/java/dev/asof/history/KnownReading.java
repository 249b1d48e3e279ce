package dev.asof.history;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How `known` was read.
///
/// @param how given, defaulted (the last transaction) or token
/// @param text as it was written; null where nothing was
/// @param zone where the text was read; null where no text was
/// @param zoneAssumed nobody named that zone
/// @param instant what was asked for; UTC, microseconds
/// @param decision what had to be decided to read it; null where nothing had to
/// @param pinned what was asked for is not final yet; the answer holds for its `known`, which is
///   earlier
public record KnownReading(
    How how,
    @Nullable String text,
    @Nullable String zone,
    boolean zoneAssumed,
    Instant instant,
    @Nullable String decision,
    boolean pinned) {

  /// Where the time came from.
  public enum How {
    GIVEN,
    DEFAULTED,
    TOKEN,
    /// As the page before.
    CURSOR
  }

  static KnownReading bare(How how, Instant instant) {
    return new KnownReading(how, null, null, false, instant, null, false);
  }

  KnownReading pin(Instant last) {
    return new KnownReading(
        how,
        text,
        zone,
        zoneAssumed,
        instant,
        (decision == null ? "" : decision + "; ")
            + "pinned at "
            + last
            + ", the last time that is final: an import is under way, or this is a replica that"
            + " lags",
        true);
  }
}
