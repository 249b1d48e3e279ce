package dev.asof.rank;

import dev.asof.time.TimeRange;

/// The valid time that a question is about, as it was read: a period, and how finely it was given.
public record EventTime(TimeRange during, Granularity granularity) {}
