package dev.asof.shown;

import dev.asof.ledger.Checkpoint;
import dev.asof.verify.Verification;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is told to a caller from whom documents may be hidden: counts, and the names of rows, could
/// be of these.
///
/// @param wrong sequence of the first bad transaction; null where there is none
/// @param checkpoint the last entry checked
public record Verdict(
    boolean good,
    @Nullable Long wrong,
    @Nullable Checkpoint from,
    @Nullable Checkpoint checkpoint,
    List<Verification.Compared> compared) {
  public static Verdict of(Verification found) {
    return new Verdict(
        found.isGood(),
        found.finding().map(Verification.Finding::transaction).orElse(null),
        found.from(),
        found.checkpoint(),
        found.compared());
  }
}
