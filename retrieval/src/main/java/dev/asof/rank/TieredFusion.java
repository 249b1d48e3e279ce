package dev.asof.rank;

import dev.asof.eligible.Tier;
import java.time.Duration;
import java.util.List;

/// Reciprocal-rank fusion alone for what is in force: there time has said all that it has to say.
/// In the second tier, whose texts say nothing about when they apply, the times that they speak of:
///
/// `score = rrf × (1 + mention)`
///
/// `mention` is 1 where the text speaks of the time that the question names and halves with every
/// thirty days from the nearest that it speaks of; 0 where the question names none.
///
/// What is in force is fused with a k of 2, and the vectors' rank weighs 0.4: a passage that one
/// search puts first is then not lost behind those that both find further down, which matters where
/// the model knows less than the words.
///
/// Measured (`retrieval/EVALUATION.md`): a factor for presumption or for mentioned dates puts the
/// right passage among those in force further back, whatever its bound; in the second tier mentions
/// bring it forward.
///
/// @param unknown fuses the second tier
record TieredFusion(ReciprocalRankFusion unknown) implements Ranker {
  static final String NAME = "tiered";

  private static final ReciprocalRankFusion IN_FORCE = new ReciprocalRankFusion(2, 0.4);

  private static final Decay MENTION = new Decay(Decay.Shape.EXPONENTIAL, Duration.ofDays(30), 0);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean isPointwise() {
    return true;
  }

  @Override
  public boolean weighsMentions(Tier tier) {
    return tier == Tier.UNKNOWN;
  }

  @Override
  public Ranking rank(Inquiry inquiry, List<Candidate> candidates) {
    return Ranking.of(
        name(),
        IN_FORCE
            .settings()
            .with("unknown_k", unknown.k())
            .with("mention_half_life", MENTION.halfLife().toString()),
        List.of(),
        candidates.stream().map(candidate -> scored(inquiry, candidate)).toList());
  }

  private Ranking.Scored scored(Inquiry inquiry, Candidate candidate) {
    if (candidate.tier() == Tier.IN_FORCE) {
      return new Ranking.Scored(candidate, IN_FORCE.score(candidate), IN_FORCE.factors(candidate));
    }
    double mentioned =
        inquiry.event() == null
            ? 0
            : candidate.mentioned().stream()
                .mapToDouble(time -> MENTION.at(inquiry.distanceTo(time)))
                .max()
                .orElse(0);
    return new Ranking.Scored(
        candidate,
        unknown.score(candidate) * (1 + mentioned),
        unknown.factors(candidate).with("mention", mentioned));
  }
}
