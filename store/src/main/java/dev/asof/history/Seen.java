package dev.asof.history;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The sights that an observed belief rests on, as far as they were recorded at T.
///
/// @param first first successful look that showed this text in its run
/// @param last last such look
/// @param distance from the nearest look to the time asked about, where that lies beyond the last:
///   the text is presumed there; null where it is observed
public record Seen(Instant first, Instant last, @Nullable Duration distance) {}
