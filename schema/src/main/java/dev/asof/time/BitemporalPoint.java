package dev.asof.time;

import java.time.Instant;

/// A point of the plane: what was believed at `known` (system time) to apply at `about` (valid
/// time).
///
/// Both are UTC instants cut to microseconds. Two bare instants never travel side by side.
public record BitemporalPoint(Instant about, Instant known) {
  public BitemporalPoint {
    about = TimeRange.micros(about);
    known = TimeRange.micros(known);
  }
}
