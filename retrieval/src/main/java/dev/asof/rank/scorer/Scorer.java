package dev.asof.rank.scorer;

import java.util.List;

/// A model that reads a question and passages and says how well each answers. Never throws for what
/// a model or an endpoint does wrong: that is a [Scores.Refused].
public interface Scorer {
  /// By which its scores can be told from those of another: a name, never an address or a secret.
  String model();

  /// One score for each passage, in their order.
  Scores score(String question, List<String> passages);
}
