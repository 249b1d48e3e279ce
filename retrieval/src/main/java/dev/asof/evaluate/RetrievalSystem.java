package dev.asof.evaluate;

import dev.asof.rank.RankSettings;
import dev.asof.rank.Rankers;
import java.util.Optional;

/// A way of retrieval: which passages may be candidates, how they are found, and how they are
/// ordered.
///
/// @param name by which it is chosen
/// @param says what it does, in a sentence
/// @param ranker of those that [Rankers] knows, or `ask`
/// @param pool most candidates of each search
/// @param names sections and documents that the question names by number or key come first
public record RetrievalSystem(
    String name,
    String says,
    Admits admits,
    Legs legs,
    String ranker,
    RankSettings settings,
    int pool,
    boolean names) {

  private static final String ASK = "ask";

  /// What may be a candidate.
  public enum Admits {
    /// Every passage ever recorded.
    EVERYTHING,
    /// What was recorded by the time of knowing, whenever it applies.
    KNOWN,
    /// What applies at the valid time by all that is known today.
    VALID_TODAY,
    /// What is in force at the point, and after that what is of unknown validity.
    ELIGIBLE,
    /// What is in force at the point.
    IN_FORCE
  }

  /// How candidates are found.
  public enum Legs {
    LEXICAL,
    VECTOR,
    BOTH;

    boolean lexical() {
      return this != VECTOR;
    }

    boolean vector() {
      return this != LEXICAL;
    }
  }

  /// `asof ask` as it is.
  static RetrievalSystem ask(String name, String says, Legs legs) {
    return new RetrievalSystem(
        name, says, Admits.ELIGIBLE, legs, ASK, RankSettings.DEFAULT, Outcome.DEPTH, true);
  }

  /// Whether it is `asof ask`, which finds and orders by itself.
  boolean isProduct() {
    return ranker.equals(ASK);
  }

  /// What is missing for it where no embedding model is given; empty: nothing.
  public Optional<String> needs() {
    return legs.vector() || embedsPassages() ? Optional.of("an embedding model") : Optional.empty();
  }

  /// Whether its ranker embeds passages in a form of its own.
  boolean embedsPassages() {
    return ranker.equals("time-prefix");
  }

  /// The name of the same search without any time; empty: it is that one, or differs in more.
  Optional<String> untimed() {
    return isBlindToTime() || isProduct() || !names || weighsLegs()
        ? Optional.empty()
        : Optional.of(
            switch (legs) {
              case LEXICAL -> Systems.BASELINE;
              case VECTOR -> "vector";
              case BOTH -> "hybrid";
            });
  }

  /// Whether words and vectors weigh differently, while those without time weigh them alike.
  private boolean weighsLegs() {
    return legs == Legs.BOTH && ranker.equals("tiered");
  }

  /// Whether it takes no notice of time at all.
  boolean isBlindToTime() {
    return admits == Admits.EVERYTHING && ranker.equals("rrf");
  }
}
