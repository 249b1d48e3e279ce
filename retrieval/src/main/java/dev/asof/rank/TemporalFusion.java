package dev.asof.rank;

import dev.asof.eligible.Tier;
import java.util.List;

/// Reciprocal-rank fusion, then what time says about passages that are all eligible:
///
/// `score = rrf × sight × (1 + boost × mention)`
///
/// `sight` is 1 for asserted and observed texts and decays for presumed ones with the distance to
/// the nearest sight, down to the floor. `mention` is 1 where the text speaks of the asked time and
/// decays with the distance of the nearest time that it speaks of; it only ever adds, at most
/// `boost`. Neither looks at anything but the passage itself.
record TemporalFusion(ReciprocalRankFusion fusion, Decay presumption, Decay mention, double boost)
    implements Ranker {
  static final String NAME = "rrf-temporal";

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
    return true;
  }

  @Override
  public Ranking rank(Inquiry inquiry, List<Candidate> candidates) {
    return Ranking.of(
        name(),
        fusion
            .settings()
            .with("sight_half_life", presumption.halfLife().toString())
            .with("sight_floor", presumption.floor())
            .with("mention_half_life", mention.halfLife().toString())
            .with("mention_boost", boost),
        List.of(),
        candidates.stream().map(candidate -> scored(inquiry, candidate)).toList());
  }

  private Ranking.Scored scored(Inquiry inquiry, Candidate candidate) {
    double sight = candidate.unseen() == null ? 1 : presumption.at(candidate.unseen());
    double mentioned =
        candidate.mentioned().stream()
            .mapToDouble(time -> mention.at(inquiry.distanceTo(time)))
            .max()
            .orElse(0);
    return new Ranking.Scored(
        candidate,
        fusion.score(candidate) * sight * (1 + boost * mentioned),
        fusion.factors(candidate).with("sight", sight).with("mention", mentioned));
  }
}
