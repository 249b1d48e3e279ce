package dev.asof.schema;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/// Waits for what another thread or process does, for as long as a busy machine may take for it.
public final class Eventually {
  private static final Duration LONGEST = Duration.ofMinutes(2);
  private static final Duration BETWEEN = Duration.ofMillis(20);

  private Eventually() {}

  /// Returns as soon as `condition` holds; throws an [AssertionError] that says `what` was waited
  /// for where it never does.
  public static void holds(String what, BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + LONGEST.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("in vain waited until " + what);
      }
      Thread.sleep(BETWEEN);
    }
  }
}
