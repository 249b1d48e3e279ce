package dev.asof.verify;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a verification found.
///
/// @param transactions ledger entries checked
/// @param rows rows opened or closed that their hashes cover
/// @param texts section texts whose content hash was made again
/// @param versions versions whose text was rebuilt and hashed again
/// @param beliefs beliefs that were folded again from the statements
/// @param head hash of the last entry, hexadecimal; null for an empty ledger. Kept elsewhere it is
///   a checkpoint
/// @param finding the first thing that is wrong; empty where nothing is
public record Verification(
    long transactions,
    long rows,
    long texts,
    long versions,
    long beliefs,
    @Nullable String head,
    @Nullable Instant headTime,
    Optional<Finding> finding) {

  public boolean isGood() {
    return finding.isEmpty();
  }

  /// Something that is wrong, and the transaction in which it shows.
  ///
  /// @param transaction sequence of the first bad transaction; null where a row belongs to none
  public record Finding(@Nullable Long transaction, @Nullable Instant systemTime, String what) {}
}
