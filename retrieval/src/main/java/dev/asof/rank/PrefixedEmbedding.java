package dev.asof.rank;

import dev.asof.index.PassageId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Time-aware embeddings by a date prefix: question and passages are embedded with their dates
/// before them, the vector leg is ordered by these, then reciprocal-rank fusion. Every candidate
/// whose words are there gets a vector, whichever search found it. See [DatePrefix].
record PrefixedEmbedding(ReciprocalRankFusion fusion, Texts texts, Embedding embedding)
    implements Ranker {
  static final String NAME = "time-prefix";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean isPointwise() {
    return false;
  }

  @Override
  public Ranking rank(Inquiry inquiry, List<Candidate> candidates) {
    Map<PassageId, String> words = texts.of(candidates.stream().map(Candidate::passage).toList());
    List<Candidate> embedded =
        candidates.stream().filter(candidate -> words.containsKey(candidate.passage())).toList();
    Map<Candidate, Double> cosines = new HashMap<>();
    if (!embedded.isEmpty()) {
      List<String> dated = new ArrayList<>();
      dated.add(DatePrefix.question(inquiry));
      for (Candidate candidate : embedded) {
        dated.add(
            DatePrefix.passage(
                candidate.valid(), words.getOrDefault(candidate.passage(), ""), inquiry.zone()));
      }
      List<float[]> vectors = embedding.of(dated);
      for (int i = 0; i < embedded.size(); i++) {
        cosines.put(embedded.get(i), Vectors.cosine(vectors.getFirst(), vectors.get(i + 1)));
      }
    }
    return VectorLeg.fused(
        name(), fusion, fusion.settings(), List.of(), candidates, Map.of(), cosines);
  }
}
