package dev.asof.history;

import java.time.Instant;

/// That a version was legally erased: its words and its hash are withheld, whatever the answer is
/// known at.
///
/// @param at system time of the erasure
/// @param order the order under which it was erased
public record Erased(Instant at, String order) {
  /// In a sentence: `erased at 2026-05-01T10:00:00Z under court order 12/2026`.
  String said() {
    return "erased at " + at + " under " + order;
  }
}
