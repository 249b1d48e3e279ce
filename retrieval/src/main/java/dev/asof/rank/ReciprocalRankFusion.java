package dev.asof.rank;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reciprocal-rank fusion: the sum over both searches of `weight / (k + rank)`, where that of the
/// words weighs 1; a search that did not find the passage adds nothing (Cormack, Clarke and
/// Büttcher 2009, who weigh both alike). Ranks are those the searches gave, never counted anew.
record ReciprocalRankFusion(double k, double vectorWeight) implements Ranker {

  /// As published.
  ReciprocalRankFusion(double k) {
    this(k, 1);
  }

  @Override
  public String name() {
    return "rrf";
  }

  @Override
  public boolean isPointwise() {
    return true;
  }

  @Override
  public Ranking rank(Inquiry inquiry, List<Candidate> candidates) {
    return Ranking.of(
        name(),
        settings(),
        List.of(),
        candidates.stream()
            .map(candidate -> new Ranking.Scored(candidate, score(candidate), factors(candidate)))
            .toList());
  }

  Factors settings() {
    Factors settings = Factors.none().with("k", k);
    return vectorWeight == 1 ? settings : settings.with("vector_weight", vectorWeight);
  }

  double score(Candidate candidate) {
    return part(candidate.lexical()) + vectorWeight * part(candidate.vector());
  }

  double part(@Nullable Leg leg) {
    return leg == null ? 0 : 1 / (k + leg.rank());
  }

  Factors factors(Candidate candidate) {
    Leg lexical = candidate.lexical();
    Leg vector = candidate.vector();
    return Factors.none()
        .with("bm25", lexical == null ? null : lexical.score())
        .with("bm25_rank", lexical == null ? null : (double) lexical.rank())
        .with("cosine", vector == null ? null : vector.score())
        .with("cosine_rank", vector == null ? null : (double) vector.rank())
        .with("rrf", score(candidate));
  }
}
