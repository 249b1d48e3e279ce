package dev.asof.intake.git;

import java.time.Duration;
import java.time.Instant;

/// Since when the store knows what a commit says: since it was made, or, where answers up to a
/// later time are final already, since just after them.
final class SystemTimes {
  private static final Duration STEP = Duration.ofNanos(1_000);

  private final boolean isMoved;
  private Instant finalUpTo;

  /// @param isMoved false: nothing of the source is held, so a commit that comes too late is
  ///   refused, because a whole history has to be kept at its own times
  SystemTimes(Instant finalUpTo, boolean isMoved) {
    this.finalUpTo = finalUpTo;
    this.isMoved = isMoved;
  }

  Instant next(Instant recorded) {
    if (!isMoved || recorded.isAfter(finalUpTo)) {
      return recorded;
    }
    finalUpTo = finalUpTo.plus(STEP);
    return finalUpTo;
  }
}
