package dev.asof.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.asof.time.TimeInput;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Expected values were computed by hand: 1/log2(3) = 0.630930, 1/log2(4) = 0.5, 1/log2(5) =
/// 0.430677.
class MeasureTest {
  private static final Offset<Double> EXACTLY = within(1e-5);

  @Test
  void oneAnswerInThirdPlace() {
    Outcome outcome = outcome(-1, -1, 0, -1);
    BenchQuestion question = question(1, null, false);

    assertThat(value(Measure.NDCG, outcome, question)).isEqualTo(0.5, EXACTLY);
    assertThat(value(Measure.MAP, outcome, question)).isEqualTo(1 / 3.0, EXACTLY);
    assertThat(value(Measure.MRR, outcome, question)).isEqualTo(1 / 3.0, EXACTLY);
    assertThat(value(Measure.RECALL, outcome, question)).isEqualTo(1);
    assertThat(value(Measure.HIT_1, outcome, question)).isZero();
    assertThat(value(Measure.HIT_10, outcome, question)).isEqualTo(1);
    // With one answer the released definitions agree with the standard ones.
    assertThat(value(Measure.RELEASED_NDCG, outcome, question)).isEqualTo(0.5, EXACTLY);
    assertThat(value(Measure.RELEASED_MAP, outcome, question)).isEqualTo(1 / 3.0, EXACTLY);
  }

  @Test
  void twoOfThreeAnswersInFirstAndFourthPlace() {
    Outcome outcome = outcome(2, -1, -1, 0);
    BenchQuestion question = question(3, null, false);

    // (1 + 0.430677) / (1 + 0.630930 + 0.5)
    assertThat(value(Measure.NDCG, outcome, question)).isEqualTo(0.671385, EXACTLY);
    // (1/1 + 2/4) / 3
    assertThat(value(Measure.MAP, outcome, question)).isEqualTo(0.5, EXACTLY);
    assertThat(value(Measure.RECALL, outcome, question)).isEqualTo(2 / 3.0, EXACTLY);
    assertThat(value(Measure.MRR, outcome, question)).isEqualTo(1);
    // (1 + 0.430677) / (1 + 0.630930), and (1/1 + 2/4) / 2
    assertThat(value(Measure.RELEASED_NDCG, outcome, question)).isEqualTo(0.877215, EXACTLY);
    assertThat(value(Measure.RELEASED_MAP, outcome, question)).isEqualTo(0.75, EXACTLY);
  }

  @Test
  void theReleasedDefinitionDoesNotSeeWhatWasMissed() {
    Outcome outcome = outcome(0);
    BenchQuestion question = question(3, null, false);

    assertThat(value(Measure.RELEASED_NDCG, outcome, question)).isEqualTo(1);
    // 1 / 2.130930
    assertThat(value(Measure.NDCG, outcome, question)).isEqualTo(0.469279, EXACTLY);
  }

  @Test
  void aSecondPassageOfAnAnswerGainsNothing() {
    BenchQuestion question = question(2, null, false);

    assertThat(value(Measure.NDCG, outcome(0, 0, 0), question))
        .isEqualTo(value(Measure.NDCG, outcome(0), question));
    assertThat(value(Measure.RECALL, outcome(0, 0, 0), question)).isEqualTo(0.5);
  }

  @Test
  void withMoreThanTenAnswersTenAreTheBestThereCanBe() {
    Outcome outcome = outcome(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    BenchQuestion question = question(20, null, false);

    assertThat(value(Measure.NDCG, outcome, question)).isEqualTo(1, EXACTLY);
    assertThat(value(Measure.MAP, outcome, question)).isEqualTo(1, EXACTLY);
    assertThat(value(Measure.RECALL, outcome, question)).isEqualTo(0.5);
  }

  @Test
  void nothingFoundIsZeroAndNoWrongVersion() {
    BenchQuestion question = question(1, "2020-01-01", false);

    for (Measure measure : List.of(Measure.NDCG, Measure.MAP, Measure.MRR, Measure.RECALL)) {
      assertThat(value(measure, outcome(), question)).isZero();
    }
    assertThat(value(Measure.WRONG_VERSION, outcome(), question)).isZero();
    assertThat(value(Measure.INELIGIBLE, outcome(), question)).isZero();
    assertThat(value(Measure.APPLICABLE, outcome(), question)).isEqualTo(1);
  }

  @Test
  void theWrongVersionInFirstPlaceCountsButNotAnotherDocument() {
    BenchQuestion question = question(1, null, false);

    assertThat(value(Measure.WRONG_VERSION, of(finding(-1, true, false, true)), question))
        .isEqualTo(1);
    assertThat(value(Measure.WRONG_VERSION, of(finding(-1, true, true, true)), question)).isZero();
    assertThat(value(Measure.WRONG_VERSION, of(finding(-1, false, false, true)), question))
        .isZero();
  }

  @Test
  void whereNothingAppliedATextInForceOfTheDocumentIsWrong() {
    BenchQuestion question = question(0, null, true);

    assertThat(value(Measure.WRONG_VERSION, of(finding(-1, true, false, true)), question))
        .isEqualTo(1);
    assertThat(value(Measure.WRONG_VERSION, of(finding(-1, true, false, false)), question))
        .isZero();
    assertThat(Measure.NDCG.of(outcome(), question)).isEmpty();
  }

  @Test
  void noVersionIsWrongWhereTheSetDoesNotSayWhichPassageIsRight() {
    assertThat(
            Measure.WRONG_VERSION.of(of(finding(-1, true, false, true)), question(0, null, false)))
        .isEmpty();
  }

  @Test
  void aLeakIsOnlyAskedAboutWhereATimeOfKnowingIsGiven() {
    Finding later = new Finding("d", "s", 1, 0, -1, false, false, false, false, true);

    assertThat(
            value(
                Measure.LEAK,
                of(finding(-1, true, true, true), later),
                question(1, "2020-01-01", false)))
        .isEqualTo(1);
    assertThat(Measure.LEAK.of(of(later), question(1, null, false))).isEmpty();
  }

  @Test
  void applicableIsTheShareOfTheResultsThatHoldAtThePoint() {
    Outcome outcome =
        of(
            finding(-1, false, false, true),
            finding(-1, false, false, false),
            finding(-1, false, false, false),
            finding(-1, false, false, true));

    assertThat(value(Measure.APPLICABLE, outcome, question(1, null, false))).isEqualTo(0.5);
    assertThat(value(Measure.INELIGIBLE, outcome, question(1, null, false))).isZero();
  }

  private static double value(Measure measure, Outcome outcome, BenchQuestion question) {
    return measure.of(outcome, question).orElseThrow();
  }

  /// Results by the number of the right answer that each is, -1 for none.
  private static Outcome outcome(int... items) {
    List<Finding> findings = new ArrayList<>();
    for (int item : items) {
      findings.add(finding(item, item >= 0, item >= 0, true));
    }
    return of(findings.toArray(new Finding[0]));
  }

  private static Outcome of(Finding... findings) {
    return new Outcome("system", "q", "", 0, false, 0, List.of(findings));
  }

  private static Finding finding(
      int item, boolean ofDocument, boolean versionRight, boolean inForce) {
    return new Finding("d", "s", 1, 0, item, ofDocument, versionRight, inForce, inForce, false);
  }

  private static BenchQuestion question(int answers, @Nullable String known, boolean nothing) {
    List<BenchQuestion.Item> items = new ArrayList<>();
    for (int i = 0; i < answers; i++) {
      items.add(new BenchQuestion.Item("d", Set.of("v" + i), null, null, null));
    }
    return new BenchQuestion(
        "q",
        "load",
        "what?",
        new BenchQuestion.About.At(new TimeInput.Day(LocalDate.of(2020, 1, 1))),
        known,
        Set.of("kind"),
        items,
        "d",
        nothing,
        "{}");
  }
}
