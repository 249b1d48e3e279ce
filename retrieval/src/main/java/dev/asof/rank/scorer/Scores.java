package dev.asof.rank.scorer;

import java.util.List;

/// What came of asking a model.
public sealed interface Scores {
  /// @param scores 0 (no help) to 1 (answers the question), in the order of the passages
  record Given(List<Double> scores) implements Scores {
    public Given {
      scores = List.copyOf(scores);
      for (double score : scores) {
        if (!(score >= 0 && score <= 1)) {
          throw new IllegalArgumentException("a score lies between 0 and 1, not at " + score);
        }
      }
    }
  }

  /// @param why half a sentence for the reader of the ranking
  record Refused(String why) implements Scores {}
}
