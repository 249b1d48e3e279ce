package dev.asof.cite;

import dev.asof.eligible.Tier;
import dev.asof.history.Citation;
import dev.asof.history.SourceAt;
import dev.asof.time.State;
import java.util.List;

/// That a source holds a passage in force, as PostgreSQL says.
///
/// @param source who says so
/// @param citation its valid range is that for which the passage is in force: where the section
///   goes its own way, the belief about the document is cut
/// @param absent the source no longer shows the document, and stated no end for it
/// @param beside what applies to the section right before and after that range, where it was cut
public record Verified(SourceAt source, Citation citation, boolean absent, List<String> beside) {
  public Verified {
    beside = List.copyOf(beside);
  }

  public Tier tier() {
    return citation.state() == State.UNKNOWN ? Tier.UNKNOWN : Tier.IN_FORCE;
  }
}
