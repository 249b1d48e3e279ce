package dev.asof.history;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A transaction, as the ledger names it.
///
/// @param systemTime UTC, microseconds
/// @param actor null once erased, as is `reason`
public record Recorded(
    long transaction,
    Instant systemTime,
    String kind,
    @Nullable String actor,
    @Nullable String reason) {}
