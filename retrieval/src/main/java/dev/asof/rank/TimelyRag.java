package dev.asof.rank;

import dev.asof.eligible.Tier;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// TimelyRAG (2026): the first stage picks a pool by its text score, the second mixes that with how
/// near the times are ([TimelyRagPool]). Q_IT is the `known` of the inquiry, Q_ET its event, else
/// read from the question; D_IT is when a text was recorded, D_ET its validity. Each tier is a pool
/// of its own. What is beyond the pool follows in the order of the first stage.
///
/// The text score is that of the search that found the candidates: BM25, cosine, or their
/// reciprocal-rank fusion where both took part.
///
/// A soft order: a text with `b` near 0 cannot rise however right its time, so that what is not in
/// force has to be filtered out before. In the release `alpha` is the share of the text; its paper
/// gives it to time.
record TimelyRag(TimelyRagVariant variant, int pool, ReciprocalRankFusion fusion)
    implements Ranker {
  @Override
  public String name() {
    return variant.ranker();
  }

  @Override
  public boolean isPointwise() {
    return false;
  }

  @Override
  public boolean weighsMentions(Tier tier) {
    return true;
  }

  @Override
  public Ranking rank(Inquiry inquiry, List<Candidate> candidates) {
    FirstStage firstStage = FirstStage.of(candidates);
    ToDoubleFunction<Candidate> text = firstStage.score(fusion);
    List<Ranking.Scored> scored = new ArrayList<>();
    for (Tier tier : Tier.values()) {
      List<Candidate> sorted =
          candidates.stream()
              .filter(candidate -> candidate.tier() == tier)
              .sorted(
                  Order.TIER_THEN_NAMED
                      .thenComparing(Comparator.comparingDouble(text).reversed())
                      .thenComparing(Candidate::passage, Order.BY_ID))
              .toList();
      int size = Math.min(pool, sorted.size());
      scored.addAll(secondStage(inquiry, sorted.subList(0, size), text));
      for (Candidate beyond : sorted.subList(size, sorted.size())) {
        double score = text.applyAsDouble(beyond);
        scored.add(
            new Ranking.Scored(
                beyond, 1, score, Factors.none().with("text", score).with("stage", "first")));
      }
    }
    return Ranking.of(
        name(),
        Factors.none().with("pool", (double) pool).with("first_stage", firstStage.word),
        List.of(),
        scored);
  }

  private List<Ranking.Scored> secondStage(
      Inquiry inquiry, List<Candidate> chosen, ToDoubleFunction<Candidate> text) {
    if (chosen.isEmpty()) {
      return List.of();
    }
    LocalDateTime asked = LocalDateTime.ofInstant(inquiry.point().known(), inquiry.zone());
    EventTime event =
        inquiry.event() != null
            ? inquiry.event()
            : QueryTime.read(inquiry.question(), inquiry.point().known(), inquiry.zone())
                .orElse(null);
    List<TimelyRagPool.Document> documents = new ArrayList<>();
    for (Candidate candidate : chosen) {
      LocalDateTime inserted = LocalDateTime.ofInstant(candidate.inserted(), inquiry.zone());
      documents.add(
          new TimelyRagPool.Document(
              text.applyAsDouble(candidate),
              inserted,
              variant.events(candidate, inquiry.zone()),
              variant.isRecorded(inserted, asked)));
    }
    TimelyRagPool numbers =
        new TimelyRagPool(
            variant,
            documents,
            asked,
            variant.asked(event, inquiry.zone()),
            event == null ? Granularity.MONTH : event.granularity());
    List<Ranking.Scored> scored = new ArrayList<>();
    for (int i = 0; i < chosen.size(); i++) {
      scored.add(new Ranking.Scored(chosen.get(i), numbers.score(i), numbers.factors(i)));
    }
    return scored;
  }

  private enum FirstStage {
    BM25("bm25"),
    COSINE("cosine"),
    FUSED("rrf");

    private final String word;

    FirstStage(String word) {
      this.word = word;
    }

    static FirstStage of(List<Candidate> candidates) {
      boolean lexical = candidates.stream().anyMatch(candidate -> candidate.lexical() != null);
      boolean vector = candidates.stream().anyMatch(candidate -> candidate.vector() != null);
      return lexical && vector ? FUSED : vector ? COSINE : BM25;
    }

    ToDoubleFunction<Candidate> score(ReciprocalRankFusion fusion) {
      return switch (this) {
        case BM25 -> candidate -> score(candidate.lexical());
        case COSINE -> candidate -> score(candidate.vector());
        case FUSED -> fusion::score;
      };
    }

    private static double score(@Nullable Leg leg) {
      return leg == null ? 0 : leg.score();
    }
  }
}
