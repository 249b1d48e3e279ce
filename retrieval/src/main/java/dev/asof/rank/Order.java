package dev.asof.rank;

import dev.asof.index.PassageId;
import java.util.Comparator;

/// What every ranker obeys: unknown validity never above what is in force; then what the question
/// names; then the score; equal scores in the order of the passages' ids, as in [Lexical], so that
/// the order of a list never depends on the order in which it was given.
final class Order {
  static final Comparator<PassageId> BY_ID =
      Comparator.comparingLong((PassageId passage) -> passage.document().value())
          .thenComparingLong(passage -> passage.section().value())
          .thenComparingLong(passage -> passage.text().value())
          .thenComparingInt(PassageId::passage);

  /// Tier, then names: what comes before any score.
  static final Comparator<Candidate> TIER_THEN_NAMED =
      Comparator.comparing(Candidate::tier)
          .thenComparing(Comparator.comparingInt(Candidate::named).reversed());

  static final Comparator<Ranking.Scored> BEST_FIRST =
      Comparator.comparing(Ranking.Scored::candidate, TIER_THEN_NAMED)
          .thenComparingInt(Ranking.Scored::stage)
          .thenComparing(Comparator.comparingDouble(Ranking.Scored::score).reversed())
          .thenComparing(scored -> scored.candidate().passage(), BY_ID);

  private Order() {}
}
