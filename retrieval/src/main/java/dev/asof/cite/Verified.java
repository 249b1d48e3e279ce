package dev.asof.cite;

import dev.asof.eligible.Tier;
import dev.asof.history.Citation;
import dev.asof.history.SourceAt;
import dev.asof.time.State;

/// That a source holds a passage in force, as PostgreSQL says.
///
/// @param source who says so
/// @param absent the source no longer shows the document, and stated no end for it
public record Verified(SourceAt source, Citation citation, boolean absent) {
  public Tier tier() {
    return citation.state() == State.UNKNOWN ? Tier.UNKNOWN : Tier.IN_FORCE;
  }
}
