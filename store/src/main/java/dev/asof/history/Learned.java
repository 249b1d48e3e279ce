package dev.asof.history;

import java.util.List;

/// What was in force at one V, as known during a span of system time.
///
/// @param known the span, half-open; null: from before everything, or still
/// @param recorded the transaction that began it
/// @param results as in [DocumentInForce], followed by what held for single sections that did not
///   follow their version
public record Learned(Span known, Recorded recorded, List<Citation> results) {
  public Learned {
    results = List.copyOf(results);
  }
}
