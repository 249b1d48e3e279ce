package dev.asof.index;

import java.nio.file.Path;

/// How the index stands against a tenant's ledger.
///
/// @param applied the last transaction applied; 0 where nothing is usable
/// @param head the last transaction of the ledger
/// @param usable what is applied is of this ledger; false: the next question makes the tenant's
///   part again
/// @param passages indexed for the tenant
/// @param generation of the index, which grows with each commit
public record IndexStatus(
    Path folder, long applied, long head, boolean usable, long passages, long generation) {

  /// Transactions not applied yet; the next question applies them first.
  public long lag() {
    return head - applied;
  }
}
