package dev.asof.audit;

import java.time.Duration;
import java.time.Instant;

/// The looks that an observed text rests on, as recorded up to T.
///
/// @param looks successful ones that showed the document during the run
/// @param longestGap the longest time between two successive ones: what happened inside was not
///   seen
/// @param presumed how long before the time asked about the text was last seen; zero where it was
///   seen later too
public record Sights(
    String document,
    String source,
    String scope,
    Instant first,
    Instant last,
    int looks,
    Duration longestGap,
    Duration presumed) {}
