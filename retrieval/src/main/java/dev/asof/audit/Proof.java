package dev.asof.audit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A ledger entry that an answer rests on. Hashes are SHA-256 in lower-case hexadecimal; `hash`
/// seals the entry and, through `previousHash`, all entries before it.
///
/// @param carried the system time was carried over from an older system by an import
/// @param actor null once erased, as is `reason`
public record Proof(
    long transaction,
    Instant systemTime,
    boolean carried,
    String kind,
    @Nullable String actor,
    @Nullable String reason,
    String hash,
    String previousHash) {}
