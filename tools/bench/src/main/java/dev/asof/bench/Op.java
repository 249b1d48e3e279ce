package dev.asof.bench;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A change that every system is told: during a range of valid time this text applies, whatever was
/// held there.
///
/// @param version its name, unique in a workload
/// @param from included; UTC, whole milliseconds, because XTDB knows no finer times
/// @param to excluded; null: until further notice, and then nothing was stated for later
record Op(String document, String version, String text, Instant from, @Nullable Instant to) {

  /// A change of a past range, as against one from now on.
  boolean isCorrection() {
    return to != null;
  }

  boolean covers(Instant about) {
    Instant end = to;
    return !about.isBefore(from) && (end == null || about.isBefore(end));
  }
}
