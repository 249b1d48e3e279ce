package dev.asof.audit;

import dev.asof.history.Exposure;
import dev.asof.history.LedgerEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What changed the belief about the time asked about since the answer's T.
///
/// @param period label of the period it is about; null where the question is about one only
/// @param document whose belief changed
/// @param recorded the ledger entry of the change, with who made it and why
/// @param exposures for how long what it gave up of the document would have been the answer
public record Correction(
    @Nullable String period, String document, LedgerEntry recorded, List<Exposure> exposures) {
  public Correction {
    exposures = List.copyOf(exposures);
  }
}
