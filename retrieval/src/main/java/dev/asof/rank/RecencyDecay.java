package dev.asof.rank;

import java.util.List;
import java.util.Locale;

/// Newer is better: `rrf × decay(age)`. The age is that of the start of validity (else of the
/// recording) at the asked time, never below zero. The form of Elasticsearch's and Vespa's decay
/// functions: it knows nothing of the end of validity.
record RecencyDecay(ReciprocalRankFusion fusion, Decay decay) implements Ranker {
  @Override
  public String name() {
    return "decay-" + decay.shape().name().toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean isPointwise() {
    return true;
  }

  @Override
  public Ranking rank(Inquiry inquiry, List<Candidate> candidates) {
    return Ranking.of(
        name(),
        fusion
            .settings()
            .with("half_life", decay.halfLife().toString())
            .with("floor", decay.floor()),
        List.of(),
        candidates.stream().map(candidate -> scored(inquiry, candidate)).toList());
  }

  private Ranking.Scored scored(Inquiry inquiry, Candidate candidate) {
    double left = decay.at(inquiry.age(candidate.stamp()));
    return new Ranking.Scored(
        candidate,
        fusion.score(candidate) * left,
        fusion.factors(candidate).with("dated", candidate.stamp().toString()).with("decay", left));
  }
}
