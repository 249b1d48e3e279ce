package dev.asof.history;

import dev.asof.ledger.Hash;
import dev.asof.schema.generated.tables.records.TransactionRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An entry of the ledger: one transaction.
///
/// @param systemTime since when what it recorded is known; UTC, microseconds
/// @param carried its time was given by an import from an older system's records
/// @param actor null where none was given, as is `reason`
/// @param hash SHA-256 that seals it and, through `previous`, all entries before it; lower-case
///   hexadecimal
/// @param previous hash of the entry before
public record LedgerEntry(
    long sequence,
    Instant systemTime,
    boolean carried,
    String kind,
    @Nullable String actor,
    @Nullable String reason,
    String hash,
    String previous) {

  public static LedgerEntry of(TransactionRecord row) {
    return new LedgerEntry(
        row.getSequence(),
        row.getSystemTime(),
        row.getCarried(),
        row.getKind(),
        row.getActor(),
        row.getReason(),
        Hash.wrap(row.getHash()).hex(),
        Hash.wrap(row.getPreviousHash()).hex());
  }
}
