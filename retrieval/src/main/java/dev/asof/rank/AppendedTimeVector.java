package dev.asof.rank;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Time-aware embeddings by an appended time vector: the vector leg in the order of the cosine of
/// text and time together, then reciprocal-rank fusion. The date of a text is the start of its
/// validity, else its recording; that of the question is `about`. See [TimeVector].
record AppendedTimeVector(ReciprocalRankFusion fusion, double weight) implements Ranker {
  @Override
  public String name() {
    return "time-vector";
  }

  @Override
  public boolean isPointwise() {
    return false;
  }

  @Override
  public Ranking rank(Inquiry inquiry, List<Candidate> candidates) {
    float[] asked = TimeVector.of(inquiry.point().about());
    Map<Candidate, Double> cosines = new HashMap<>();
    Map<Candidate, Factors> factors = new HashMap<>();
    for (Candidate candidate : candidates) {
      Leg vector = candidate.vector();
      if (vector != null) {
        double time = Vectors.cosine(asked, TimeVector.of(candidate.stamp()));
        cosines.put(candidate, TimeVector.combined(vector.score(), time, weight));
        factors.put(candidate, Factors.none().with("time_cosine", time));
      }
    }
    return VectorLeg.fused(
        name(),
        fusion,
        fusion.settings().with("time_weight", weight),
        cosines.isEmpty() && !candidates.isEmpty()
            ? List.of("no candidate has a vector, so that there is none to append a time to")
            : List.of(),
        candidates,
        factors,
        cosines);
  }
}
