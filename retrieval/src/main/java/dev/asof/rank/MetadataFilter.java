package dev.asof.rank;

import java.util.List;

/// A hard filter by the point, then the order of the text alone; no temporal score. What it drops
/// is not in the ranking; passages of unknown validity stay, in their tier.
record MetadataFilter(ReciprocalRankFusion fusion) implements Ranker {
  @Override
  public String name() {
    return "metadata-filter";
  }

  @Override
  public boolean isPointwise() {
    return true;
  }

  @Override
  public Ranking rank(Inquiry inquiry, List<Candidate> candidates) {
    List<Candidate> eligible =
        candidates.stream().filter(candidate -> candidate.isEligible(inquiry.point())).toList();
    int dropped = candidates.size() - eligible.size();
    Ranking ranking = fusion.rank(inquiry, eligible);
    return new Ranking(
        name(),
        ranking.settings(),
        dropped == 0
            ? List.of()
            : List.of(dropped + " of " + candidates.size() + " were not in force at the point"),
        ranking.hits());
  }
}
