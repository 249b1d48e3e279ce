package dev.asof.fold;

import dev.asof.time.TimeRange;

/// That what `by` says applies during `during`.
public record Belief(TimeRange during, Statement by) {}
