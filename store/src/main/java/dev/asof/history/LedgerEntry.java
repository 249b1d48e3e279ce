package dev.asof.history;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An entry of the ledger: one transaction.
///
/// @param systemTime since when what it recorded is known; UTC, microseconds
/// @param carried its time was given by an import from an older system's records
/// @param reason null where none was given
/// @param hash that seals it, lower-case hexadecimal
/// @param previous hash of the entry before
public record LedgerEntry(
    long sequence,
    Instant systemTime,
    boolean carried,
    String kind,
    String actor,
    @Nullable String reason,
    String hash,
    String previous) {}
