package dev.asof.verify;

import dev.asof.ledger.Checkpoint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which checkpoints that were kept elsewhere a verification uses.
///
/// @param from what was recorded up to it is taken as it stands, and only what came after is
///   verified; null: everything is
/// @param kept those that the ledger has to hold still
public record Against(@Nullable Kept from, List<Kept> kept) {

  /// Everything, against nothing.
  public static final Against NOTHING = new Against(null, List.of());

  public Against {
    kept = List.copyOf(kept);
  }

  /// A checkpoint and the name under which it is kept, for messages.
  public record Kept(String name, Checkpoint checkpoint) {}
}
