package dev.asof.evaluate;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleBiFunction;

/// A figure per question; a set's figure is the mean over the questions that it is defined for.
///
/// Gain is binary and counts once for each right answer. `released-...` are computed as TimelyRAG's
/// release does, which is higher where several answers are right; they are not comparable with the
/// others.
public enum Measure {
  /// Discounted cumulative gain over that of the best order of all right answers.
  NDCG(
      "ndcg@10",
      true,
      When.HAS_ANSWER,
      (outcome, question) ->
          gain(outcome.ranks()) / ideal(Math.min(Outcome.DEPTH, question.items().size()))),
  /// Mean of the precisions at the ranks of right answers, over all right answers up to ten.
  MAP(
      "map@10",
      true,
      When.HAS_ANSWER,
      (outcome, question) ->
          precisions(outcome.ranks()) / Math.min(Outcome.DEPTH, question.items().size())),
  RECALL(
      "recall@10",
      true,
      When.HAS_ANSWER,
      (outcome, question) -> (double) outcome.ranks().size() / question.items().size()),
  HIT_1("hit@1", true, When.HAS_ANSWER, (outcome, question) -> outcome.ranks().contains(1) ? 1 : 0),
  HIT_10("hit@10", true, When.HAS_ANSWER, (outcome, question) -> outcome.ranks().isEmpty() ? 0 : 1),
  /// One over the rank of the first right answer among the first ten.
  MRR(
      "mrr@10",
      true,
      When.HAS_ANSWER,
      (outcome, question) -> outcome.ranks().isEmpty() ? 0 : 1.0 / outcome.ranks().getFirst()),
  /// The best order is that of what was retrieved, so that a missed answer costs nothing.
  RELEASED_NDCG(
      "released-ndcg@10",
      true,
      When.HAS_ANSWER,
      (outcome, question) ->
          outcome.ranks().isEmpty() ? 0 : gain(outcome.ranks()) / ideal(outcome.ranks().size())),
  /// Divided by the answers that were found.
  RELEASED_MAP(
      "released-map@10",
      true,
      When.HAS_ANSWER,
      (outcome, question) ->
          outcome.ranks().isEmpty() ? 0 : precisions(outcome.ranks()) / outcome.ranks().size()),
  COVERAGE("coverage@10", true, When.GIVES_WORDS, (outcome, question) -> outcome.coverage()),
  /// The first result is of the right document, but not of a version that is right. A question
  /// whose right passage the set does not say is not asked about. Where nothing applied: the first
  /// result is of the document, and in force according to the system.
  WRONG_VERSION(
      "wrong-version@1",
      false,
      When.NAMES_VERSION,
      (outcome, question) -> wrongVersion(outcome, question) ? 1 : 0),
  /// The first result, of whatever document, is not in force at the point.
  INELIGIBLE(
      "ineligible@1",
      false,
      When.HAS_POINT,
      (outcome, question) ->
          !outcome.findings().isEmpty() && !outcome.findings().getFirst().applicable() ? 1 : 0),
  /// Something that was recorded after the time of knowing is among the results.
  LEAK(
      "future-leak@10",
      false,
      When.HAS_KNOWN,
      (outcome, question) -> outcome.findings().stream().anyMatch(Finding::leak) ? 1 : 0),
  /// Share of the results whose citation holds at the point.
  APPLICABLE(
      "applicable@10",
      true,
      When.HAS_POINT,
      (outcome, question) ->
          outcome.findings().isEmpty()
              ? 1
              : (double) outcome.findings().stream().filter(Finding::applicable).count()
                  / outcome.findings().size()),
  /// The time in the question could not be read, and was asked back.
  ASKED_BACK("asked-back", false, When.ALWAYS, (outcome, question) -> outcome.askedBack() ? 1 : 0);

  private enum When {
    ALWAYS,
    HAS_ANSWER,
    GIVES_WORDS,
    NAMES_VERSION,
    HAS_POINT,
    HAS_KNOWN
  }

  private final String word;
  private final boolean moreIsBetter;
  private final When when;

  // Functions of these arguments alone.
  @SuppressWarnings("ImmutableEnumChecker")
  private final ToDoubleBiFunction<Outcome, BenchQuestion> value;

  Measure(
      String word,
      boolean moreIsBetter,
      When when,
      ToDoubleBiFunction<Outcome, BenchQuestion> value) {
    this.word = word;
    this.moreIsBetter = moreIsBetter;
    this.when = when;
    this.value = value;
  }

  /// As it is shown: `ndcg@10`.
  public String word() {
    return word;
  }

  public boolean moreIsBetter() {
    return moreIsBetter;
  }

  public static Measure ofWord(String word) {
    return Arrays.stream(values())
        .filter(measure -> measure.word.equals(word))
        .findFirst()
        .orElseThrow();
  }

  /// Empty where the question says nothing about it. 0 to 1.
  public OptionalDouble of(Outcome outcome, BenchQuestion question) {
    boolean defined =
        switch (when) {
          case ALWAYS -> true;
          case HAS_ANSWER -> !question.items().isEmpty();
          case GIVES_WORDS -> question.items().stream().anyMatch(item -> item.words() != null);
          case NAMES_VERSION ->
              question.document() != null
                  && (question.expectsNothing() || !question.items().isEmpty());
          case HAS_POINT -> question.hasPoint();
          case HAS_KNOWN -> question.known() != null;
        };
    return defined
        ? OptionalDouble.of(value.applyAsDouble(outcome, question))
        : OptionalDouble.empty();
  }

  private static boolean wrongVersion(Outcome outcome, BenchQuestion question) {
    if (outcome.findings().isEmpty()) {
      return false;
    }
    Finding first = outcome.findings().getFirst();
    return question.expectsNothing()
        ? first.ofDocument() && first.inForce()
        : first.ofDocument() && !first.versionRight();
  }

  private static double gain(List<Integer> ranks) {
    return ranks.stream().mapToDouble(Measure::discounted).sum();
  }

  private static double ideal(int answers) {
    double sum = 0;
    for (int rank = 1; rank <= answers; rank++) {
      sum += discounted(rank);
    }
    return sum;
  }

  private static double discounted(int rank) {
    return Math.log(2) / Math.log(rank + 1.0);
  }

  private static double precisions(List<Integer> ranks) {
    double sum = 0;
    for (int i = 0; i < ranks.size(); i++) {
      sum += (i + 1.0) / ranks.get(i);
    }
    return sum;
  }
}
