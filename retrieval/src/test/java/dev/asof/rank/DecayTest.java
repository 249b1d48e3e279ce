package dev.asof.rank;

import static dev.asof.rank.Told.about;
import static dev.asof.rank.Told.day;
import static dev.asof.rank.Told.days;
import static dev.asof.rank.Told.during;
import static dev.asof.rank.Told.factor;
import static dev.asof.rank.Told.ids;
import static dev.asof.rank.Told.told;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.asof.time.TimeRange;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecayTest {
  /// `-Dasof.test.seed=N` repeats a run.
  private static final long SEED = Long.getLong("asof.test.seed", 20_261_130L);

  private static final Duration YEAR = Duration.ofDays(365);

  private static Ranker ranker(String name, double floor) {
    return new Rankers(RankSettings.DEFAULT.withDecay(YEAR, floor), Rankers.Means.none())
        .named(name);
  }

  @ParameterizedTest
  @EnumSource
  void halfIsLeftAboveTheFloorAfterAHalfLife(Decay.Shape shape) {
    assertThat(new Decay(shape, YEAR, 0).at(YEAR)).isEqualTo(0.5);
    assertThat(new Decay(shape, YEAR, 0.2).at(YEAR)).isCloseTo(0.6, within(1e-12));
    assertThat(new Decay(shape, YEAR, 0.2).at(Duration.ZERO)).isEqualTo(1);
  }

  @Test
  void gaussianIsFlatterAtFirstAndSteeperAfterTheHalfLife() {
    Decay exponential = new Decay(Decay.Shape.EXPONENTIAL, YEAR, 0);
    Decay gaussian = new Decay(Decay.Shape.GAUSSIAN, YEAR, 0);

    assertThat(gaussian.at(Duration.ofDays(90))).isGreaterThan(exponential.at(Duration.ofDays(90)));
    assertThat(gaussian.at(YEAR.multipliedBy(2))).isEqualTo(0.0625);
    assertThat(exponential.at(YEAR.multipliedBy(2))).isEqualTo(0.25);
  }

  @ParameterizedTest
  @EnumSource
  void decayFallsWithAgeAndNeverLeavesFloorToOne(Decay.Shape shape) {
    Random random = new Random(SEED);
    for (int i = 0; i < 2_000; i++) {
      double floor = random.nextDouble();
      Decay decay = new Decay(shape, Duration.ofSeconds(1 + random.nextLong(1L << 40)), floor);
      Duration younger = Duration.ofSeconds(random.nextLong(1L << 40) - (1L << 30));
      Duration older = younger.plusSeconds(random.nextLong(1L << 40));

      assertThat(decay.at(older)).as("seed %d", SEED).isBetween(floor, decay.at(younger));
      assertThat(decay.at(younger)).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void nonsenseIsRefused() {
    assertThatThrownBy(() -> new Decay(Decay.Shape.GAUSSIAN, Duration.ZERO, 0))
        .hasMessageContaining("longer than zero");
    assertThatThrownBy(() -> new Decay(Decay.Shape.GAUSSIAN, YEAR, Double.NaN))
        .hasMessageContaining("NaN");
    assertThatThrownBy(() -> RankSettings.DEFAULT.withDecay(YEAR, 1.5))
        .hasMessage("the floor is 1.5; it lies between 0.0 and 1.0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"decay-exponential", "decay-gaussian"})
  void theNewerOfTwoVersionsRises(String name) {
    Candidate old = told(1).bm25(1, 9).valid("2016-01-01", null).make();
    Candidate young = told(2).bm25(2, 8).valid("2022-01-01", null).make();

    Ranking ranking =
        ranker(name, 0.5).rank(about("2022-05-01", "2024-01-01"), List.of(old, young));

    assertThat(ids(ranking)).containsExactly(2L, 1L);
    assertThat(hasFactors(ranking)).isTrue();
  }

  private static boolean hasFactors(Ranking ranking) {
    return ranking.hits().stream()
        .allMatch(hit ->
            hit.factors().values().keySet().containsAll(List.of("rrf", "dated", "decay", "score")));
  }

  /// cases.md 59: a date in the future of the question is not fresher than fresh.
  @ParameterizedTest
  @ValueSource(strings = {"decay-exponential", "decay-gaussian"})
  void aFutureDateCountsAsNewAndNoMore(String name) {
    Ranking ranking =
        ranker(name, 0)
            .rank(
                about("2022-05-01", "2024-01-01"),
                List.of(
                    told(1).bm25(1, 9).valid("2022-05-01", null).make(),
                    told(2).bm25(2, 8).valid("2090-01-01", null).make()));

    assertThat(ids(ranking)).containsExactly(1L, 2L);
    assertThat(factor(ranking, 2, "decay")).isEqualTo(1);
    assertThat(ranking.hits().getLast().score()).isEqualTo(1.0 / 62);
  }

  /// cases.md 54: `2026` is a year, not its first day.
  @Test
  void everyDateInsideTheAskedPeriodIsEquallyNew() {
    Inquiry asked = during(days("2026-01-01", "2027-01-01"), Granularity.YEAR, "2028-01-01");
    Ranking ranking =
        ranker("decay-exponential", 0)
            .rank(
                asked,
                List.of(
                    told(1).bm25(1, 9).valid("2026-11-01", null).make(),
                    told(2).bm25(2, 8).valid("2026-01-01", null).make(),
                    told(3).bm25(3, 8).valid("2025-01-01", null).make()));

    assertThat(factor(ranking, 1, "decay")).isEqualTo(1);
    assertThat(factor(ranking, 2, "decay")).isEqualTo(1);
    assertThat(factor(ranking, 3, "decay")).isEqualTo(0.5);
    assertThat(ids(ranking)).containsExactly(1L, 2L, 3L);
  }

  /// cases.md 60, as an ablation: without the floor age wipes out relevance, with it relevance
  /// wins.
  @ParameterizedTest
  @ValueSource(strings = {"decay-exponential", "decay-gaussian"})
  void theFloorKeepsAnOldAnswerAboveNewNoise(String name) {
    Candidate answer = told(1).bm25(1, 30).cosine(1, 0.9).valid("1990-01-01", null).make();
    Candidate noise = told(2).bm25(80, 1).valid("2022-04-01", null).make();
    Inquiry asked = about("2022-05-01", "2024-01-01");

    assertThat(ids(ranker(name, 0).rank(asked, List.of(answer, noise)))).containsExactly(2L, 1L);
    assertThat(ids(ranker(name, 0.5).rank(asked, List.of(answer, noise)))).containsExactly(1L, 2L);
  }

  @Test
  void aTextOfUnknownValidityIsDatedByItsRecording() {
    Ranking ranking =
        ranker("decay-exponential", 0)
            .rank(
                about("2022-01-01", "2024-01-01"),
                List.of(told(1).bm25(1, 9).inserted("2021-01-01").make()));

    assertThat(factor(ranking, 1, "decay")).isEqualTo(0.5);
  }

  @Test
  void distanceToARangeIsZeroInsideAndMeasuredFromTheNearestBound() {
    TimeRange year = days("2022-01-01", "2023-01-01");

    assertThat(Distance.between(day("2022-06-01"), year)).isZero();
    assertThat(Distance.between(day("2021-12-30"), year)).isEqualTo(Duration.ofDays(2));
    assertThat(Distance.between(day("2023-01-03"), year)).isEqualTo(Duration.ofDays(2));
    assertThat(Distance.between(day("1900-01-01"), TimeRange.always())).isZero();
    assertThat(Distance.between(days("2020-01-01", "2021-12-31"), year))
        .isEqualTo(Duration.ofDays(1));
    assertThat(Distance.between(days("2023-01-02", null), year)).isEqualTo(Duration.ofDays(1));
    assertThat(Distance.between(days("2021-01-01", "2022-01-02"), year)).isZero();
  }
}
