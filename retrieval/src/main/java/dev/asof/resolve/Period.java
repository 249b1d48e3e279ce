package dev.asof.resolve;

import dev.asof.time.TimeRange;
import org.jspecify.annotations.Nullable;

/// One labelled sub-query of a question about several times.
///
/// @param label as answers show it: `2023`, `before 2016-10-01`
/// @param dates the days, where it was named in days
/// @param range `[from, to)` in the zone of the reading
public record Period(String label, @Nullable DateRange dates, TimeRange range) {}
