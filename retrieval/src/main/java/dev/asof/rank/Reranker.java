package dev.asof.rank;

import dev.asof.index.PassageId;
import dev.asof.rank.scorer.Scorer;
import dev.asof.rank.scorer.Scores;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A model reads the first passages of another ranking and orders them anew, inside their tier and
/// after what the question names; equal scores keep the order they had, and so do all passages
/// where the model gives no valid answer, which a note then says. The others follow as they were.
record Reranker(String name, Ranker base, Scorer scorer, Texts texts, int pool) implements Ranker {
  @Override
  public boolean isPointwise() {
    return false;
  }

  @Override
  public Ranking rank(Inquiry inquiry, List<Candidate> candidates) {
    Ranking before = base.rank(inquiry, candidates);
    List<Placed> first = before.hits().subList(0, Math.min(pool, before.hits().size()));
    Map<PassageId, String> words = texts.of(first.stream().map(Placed::passage).toList());
    List<Placed> read = first.stream().filter(hit -> words.containsKey(hit.passage())).toList();
    List<String> notes = new ArrayList<>(before.notes());
    Scores scores =
        read.isEmpty()
            ? new Scores.Given(List.of())
            : scorer.score(
                inquiry.question(),
                read.stream().map(hit -> words.getOrDefault(hit.passage(), "")).toList());
    Map<PassageId, Double> given = new HashMap<>();
    switch (scores) {
      case Scores.Given valid when valid.scores().size() == read.size() -> {
        for (int i = 0; i < read.size(); i++) {
          given.put(read.get(i).passage(), valid.scores().get(i));
        }
      }
      case Scores.Given wrong ->
          notes.add(kept(wrong.scores().size() + " scores for " + read.size() + " passages"));
      case Scores.Refused refused -> notes.add(kept(refused.why()));
    }
    List<Ranking.Scored> scored = new ArrayList<>();
    for (Placed hit : before.hits()) {
      Double score = given.get(hit.passage());
      scored.add(
          new Ranking.Scored(
              hit.candidate(),
              score == null ? 1 : 0,
              score == null ? hit.score() : score,
              hit.factors()
                  .with("base_rank", (double) hit.rank())
                  .with("base_score", hit.score())
                  .with("model", score)));
    }
    // Stable: what is equal here stays as it was.
    scored.sort(
        Comparator.comparing(Ranking.Scored::candidate, Order.TIER_THEN_NAMED)
            .thenComparingInt(Ranking.Scored::stage)
            .thenComparingDouble(hit -> hit.stage() == 0 ? -hit.score() : 0));
    return Ranking.ofSorted(
        name,
        before
            .settings()
            .with("base", base.name())
            .with("model", scorer.model())
            .with("model_pool", (double) pool),
        notes,
        scored);
  }

  private String kept(String why) {
    return "the order of " + base.name() + " is kept: " + why;
  }
}
