package dev.asof.verify;

import dev.asof.ledger.Checkpoint;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a verification found.
///
/// @param transactions ledger entries checked
/// @param rows rows opened or closed that their hashes cover
/// @param texts section texts whose content hash was made again
/// @param versions versions whose text was rebuilt and hashed again
/// @param beliefs beliefs and overrides that were compared with the fold of their statements
/// @param head hash of the last entry checked, hexadecimal; null for an empty ledger
/// @param headTime its system time
/// @param from the checkpoint after which everything was checked; null: from the first transaction
/// @param checkpoint the last entry checked, to be kept elsewhere; null for an empty ledger
/// @param compared the checkpoints that were kept elsewhere, and how the ledger stands to each
/// @param finding the first thing that is wrong; empty where nothing is
public record Verification(
    long transactions,
    long rows,
    long texts,
    long versions,
    long beliefs,
    @Nullable String head,
    @Nullable Instant headTime,
    @Nullable Checkpoint from,
    @Nullable Checkpoint checkpoint,
    List<Compared> compared,
    Optional<Finding> finding) {

  public Verification {
    compared = List.copyOf(compared);
  }

  public boolean isGood() {
    return finding.isEmpty();
  }

  /// Something that is wrong, and the transaction in which it shows.
  ///
  /// @param transaction sequence of the first bad transaction; null where a row belongs to none
  public record Finding(@Nullable Long transaction, @Nullable Instant systemTime, String what) {}

  /// How the ledger stands to a checkpoint that was kept elsewhere.
  public record Compared(String name, Checkpoint checkpoint, Standing standing) {}

  /// How the ledger stands to a checkpoint.
  public enum Standing {
    /// It holds that hash at that sequence.
    HELD,
    /// It holds another: it was recomputed, or went on from an older backup.
    DIFFERS,
    /// It ends before: its end was cut off, or an older backup was restored.
    CUT,
    /// Something was wrong before it was reached.
    NOT_REACHED
  }
}
