package dev.asof.rank;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The vector search in another order, fused again with the lexical one: what techniques do that
/// change the embedding.
final class VectorLeg {
  private VectorLeg() {}

  /// @param cosines by candidate; a candidate without one is not in the vector leg
  static Ranking fused(
      String name,
      ReciprocalRankFusion fusion,
      Factors settings,
      List<String> notes,
      List<Candidate> candidates,
      Map<Candidate, Factors> factors,
      Map<Candidate, Double> cosines) {
    List<Map.Entry<Candidate, Double>> order = new ArrayList<>(cosines.entrySet());
    order.sort(
        Map.Entry.<Candidate, Double>comparingByValue(Comparator.reverseOrder())
            .thenComparing(entry -> entry.getKey().passage(), Order.BY_ID));
    Map<Candidate, Integer> ranks = new HashMap<>();
    order.forEach(entry -> ranks.put(entry.getKey(), ranks.size() + 1));
    List<Ranking.Scored> scored = new ArrayList<>();
    for (Candidate candidate : candidates) {
      Integer rank = ranks.get(candidate);
      Double cosine = cosines.get(candidate);
      @Nullable Leg leg = rank == null || cosine == null ? null : new Leg(rank, cosine);
      double score = fusion.part(candidate.lexical()) + fusion.part(leg);
      scored.add(
          new Ranking.Scored(
              candidate,
              score,
              fusion
                  .factors(candidate)
                  .with(factors.getOrDefault(candidate, Factors.none()))
                  .with("cosine_with_time", cosine)
                  .with("rank_with_time", rank == null ? null : (double) rank)
                  .with("rrf_with_time", score)));
    }
    return Ranking.of(name, settings, notes, scored);
  }
}
