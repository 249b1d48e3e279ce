package dev.asof.rank;

import dev.asof.eligible.Tier;
import java.util.List;

/// One way of ordering candidates. Takes instants, never a clock; the same candidates in any order
/// give the same ranking. Candidates are distinct passages, and eligible unless the ranker says
/// that it sorts out the others.
public interface Ranker {
  /// By which it is chosen: `rrf`, `timelyrag`.
  String name();

  Ranking rank(Inquiry inquiry, List<Candidate> candidates);

  /// Each score depends on its candidate and the inquiry alone: leaving one out never reorders the
  /// rest. Methods that normalise over a pool or count ranks anew cannot promise this.
  boolean isPointwise();

  /// Whether it looks at the times that the texts of a tier speak of; else they need not be read.
  default boolean weighsMentions(Tier tier) {
    return false;
  }
}
