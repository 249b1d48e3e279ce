package dev.asof.rank;

import static dev.asof.rank.Told.about;
import static dev.asof.rank.Told.days;
import static dev.asof.rank.Told.during;
import static dev.asof.rank.Told.factor;
import static dev.asof.rank.Told.hit;
import static dev.asof.rank.Told.ids;
import static dev.asof.rank.Told.told;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.asof.time.BitemporalPoint;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimelyRagTest {
  private static final Offset<Double> DIGITS = within(5e-7);

  /// Asked on 1 June 2024 about June 2022.
  private static final Inquiry JUNE_2022 =
      during(days("2022-06-01", "2022-07-01"), Granularity.MONTH, "2024-06-01");

  /// Only the second is in force in June 2022.
  private static final List<Candidate> FOUR =
      List.of(
          told(1).bm25(1, 10).valid("2024-01-01", null).inserted("2024-02-01").make(),
          told(2).bm25(2, 8).valid("2021-03-01", "2024-01-01").inserted("2021-04-01").make(),
          told(3).bm25(3, 6).valid("2022-08-01", "2023-02-01").inserted("2022-09-01").make(),
          told(4).bm25(4, 2).valid("2019-06-01", "2021-03-01").inserted("2019-07-01").make());

  private static Ranker ranker(String name) {
    return new Rankers(RankSettings.DEFAULT, Rankers.Means.none()).named(name);
  }

  /// By hand, in months. Q_IT = 2024-06, Q_ET = 2022-06.
  ///
  /// ```
  ///      |Q_ET-D_ET| + 0.1|Q_IT-D_IT| + 0.1|Q_IT-D_ET| + 0.1|Q_ET-D_IT| =    Δ   δ = (Δ-6.6)/44.8
  ///   1      19      +  0.1 *  4      +  0.1 *  5      +  0.1 * 20      = 21.9   0.341518
  ///   2      15      +  0.1 * 38      +  0.1 * 39      +  0.1 * 14      = 24.1   0.390625
  ///   3       2      +  0.1 * 21      +  0.1 * 22      +  0.1 *  3      =  6.6   0
  ///   4      36      +  0.1 * 59      +  0.1 * 60      +  0.1 * 35      = 51.4   1
  /// ```
  ///
  /// p = 1/3, 2/3, 0, 1 with the standard deviation 0.372678, so s_p = 1; b = 1, 0.75, 0.5, 0 with
  /// 0.369755, so s_b = 1; v = 1; r = 1 (month); G = 0.35 + 0.1/3 + 0.35 + 0.2 = 0.933333.
  /// Neighbours by D_ET are 21, 17 and 17 months apart, 18.3333 on average; the cap for months is
  /// 60, which the release takes from the place of days. importance = 0.32 * 18.3333/60 + 0.18 +
  /// 0.08/3 + 0.22 + 0.18 + 0.02 - 0.2 = 0.524444; alpha = round(0.475556) = 0.5; c = 0.5 *
  /// 0.933333 = 0.466667; score = b + c b (exp(-2δ) - b).
  @Test
  void asPublishedTheNearestStartIsNotTheVersionInForce() {
    Ranking ranking = ranker("timelyrag").rank(JUNE_2022, FOUR);

    assertThat(factor(ranking, 1, "distance")).isEqualTo(21.9, DIGITS);
    assertThat(factor(ranking, 2, "distance")).isEqualTo(24.1, DIGITS);
    assertThat(factor(ranking, 3, "distance")).isEqualTo(6.6, DIGITS);
    assertThat(factor(ranking, 4, "distance")).isEqualTo(51.4, DIGITS);
    assertThat(factor(ranking, 1, "distance_normalised")).isEqualTo(0.3415179, DIGITS);
    assertThat(factor(ranking, 2, "distance_normalised")).isEqualTo(0.390625, DIGITS);
    assertThat(factor(ranking, 3, "distance_normalised")).isZero();
    assertThat(factor(ranking, 4, "distance_normalised")).isEqualTo(1);
    assertThat(factor(ranking, 1, "affinity")).isEqualTo(0.5050814, DIGITS);
    assertThat(factor(ranking, 2, "affinity")).isEqualTo(0.4578334, DIGITS);
    assertThat(factor(ranking, 3, "affinity")).isEqualTo(1);
    assertThat(factor(ranking, 4, "affinity")).isEqualTo(0.1353353, DIGITS);
    assertThat(factor(ranking, 1, "penalty")).isEqualTo(1.0 / 3);
    assertThat(factor(ranking, 2, "penalty")).isEqualTo(2.0 / 3);
    for (long id = 1; id <= 4; id++) {
      assertThat(hit(ranking, id).factors().values()).containsEntry("granularity", "month");
      assertThat(factor(ranking, id, "penalty_spread")).isEqualTo(1);
      assertThat(factor(ranking, id, "text_spread")).isEqualTo(1);
      assertThat(factor(ranking, id, "availability")).isEqualTo(1);
      assertThat(factor(ranking, id, "gate")).isEqualTo(0.9333333, DIGITS);
      assertThat(factor(ranking, id, "gap")).isEqualTo(18.3333333, DIGITS);
      assertThat(factor(ranking, id, "gap_cap")).isEqualTo(60);
      assertThat(factor(ranking, id, "importance")).isEqualTo(0.5244444, DIGITS);
      assertThat(factor(ranking, id, "alpha")).isEqualTo(0.5);
    }
    assertThat(factor(ranking, 1, "weight")).isEqualTo(0.4666667, DIGITS);
    assertThat(factor(ranking, 2, "weight")).isEqualTo(0.35, DIGITS);
    assertThat(hit(ranking, 1).score()).isEqualTo(0.7690380, DIGITS);
    assertThat(hit(ranking, 2).score()).isEqualTo(0.6477417, DIGITS);
    assertThat(hit(ranking, 3).score()).isEqualTo(0.6166667, DIGITS);
    assertThat(hit(ranking, 4).score()).isZero();
    assertThat(ids(ranking)).containsExactly(1L, 2L, 3L, 4L);
  }

  /// The same with distances to ranges; the asked month ends where July begins.
  ///
  /// ```
  ///      Q_ET to D_ET + 0.1 Q_IT to D_IT + 0.1 Q_IT to D_ET + 0.1 Q_ET to D_IT =    Δ   δ = (Δ-4.9)/23.4
  ///   1      18       +  0.1 *  4        +  0.1 *  0        +  0.1 * 19        = 20.3   0.658120
  ///   2       0       +  0.1 * 38        +  0.1 *  5        +  0.1 * 14        =  5.7   0.034188
  ///   3       1       +  0.1 * 21        +  0.1 * 16        +  0.1 *  2        =  4.9   0
  ///   4      15       +  0.1 * 59        +  0.1 * 39        +  0.1 * 35        = 28.3   1
  /// ```
  @Test
  void withIntervalsTheVersionInForceComesFirst() {
    Ranking ranking = ranker("timelyrag-interval").rank(JUNE_2022, FOUR);

    assertThat(factor(ranking, 1, "distance")).isEqualTo(20.3, DIGITS);
    assertThat(factor(ranking, 2, "distance")).isEqualTo(5.7, DIGITS);
    assertThat(factor(ranking, 2, "distance_effective")).isZero();
    assertThat(factor(ranking, 3, "distance")).isEqualTo(4.9, DIGITS);
    assertThat(factor(ranking, 4, "distance")).isEqualTo(28.3, DIGITS);
    assertThat(factor(ranking, 1, "alpha")).isEqualTo(0.5);
    assertThat(hit(ranking, 1).score()).isEqualTo(0.6584662, DIGITS);
    assertThat(hit(ranking, 2).score()).isEqualTo(0.8143682, DIGITS);
    assertThat(hit(ranking, 3).score()).isEqualTo(0.6166667, DIGITS);
    assertThat(hit(ranking, 4).score()).isZero();
    assertThat(ids(ranking)).containsExactly(2L, 1L, 3L, 4L);
  }

  /// Only times of recording, as in the released data: the availability is 0.5, the gate stays
  /// open.
  @Test
  void withoutEventTimesTheTimesOfRecordingDecide() {
    List<Candidate> recorded =
        List.of(
            told(1).bm25(1, 9).inserted("2019-03-05").make(),
            told(2).bm25(2, 9).inserted("2021-03-05").make(),
            told(3).bm25(3, 9).inserted("2023-03-05").make());

    Ranking ranking = ranker("timelyrag").rank(about("2024-06-01", "2024-06-01"), recorded);

    assertThat(ids(ranking)).containsExactly(3L, 2L, 1L);
    assertThat(factor(ranking, 1, "availability")).isEqualTo(0.5);
    assertThat(factor(ranking, 1, "gate"))
        .as("0.1 * 2/3 + 0.35 * 0.5 + 0.2, days")
        .isEqualTo(0.4416667, DIGITS);
    assertThat(factor(ranking, 1, "text_normalised")).isEqualTo(1);
  }

  /// The event time is in the words of the question; that opens the gate as a field does.
  @Test
  void anEventTimeIsReadFromTheQuestionWhereTheInquiryHasNone() {
    Inquiry worded =
        new Inquiry(
            "2022년 6월에 적용된 요율은?",
            new BitemporalPoint(Told.day("2024-06-01"), Told.day("2024-06-01")),
            null,
            ZoneOffset.UTC);

    for (String name : List.of("timelyrag", "timelyrag-interval")) {
      assertThat(ranker(name).rank(worded, FOUR).hits())
          .isEqualTo(ranker(name).rank(JUNE_2022, FOUR).hits());
    }
  }

  /// A leak of the release: recorded after the question, and still better than an old document.
  @Test
  void aDocumentRecordedAfterTheQuestionGainsOnlyAsPublished() {
    List<Candidate> candidates =
        List.of(
            told(1).bm25(1, 9).inserted("2010-03-05").make(),
            told(2).bm25(2, 9).inserted("2024-02-05").make(),
            told(3).bm25(3, 9).inserted("2025-03-05").make(),
            told(4).bm25(4, 9).inserted("2012-03-05").make(),
            told(5).bm25(5, 9).inserted("2023-03-05").make(),
            told(6).bm25(6, 9).inserted("2024-03-05").make());
    Inquiry asked = about("2024-06-01", "2024-06-01");

    Ranking published = ranker("timelyrag").rank(asked, candidates);
    assertThat(ids(published)).containsExactly(6L, 2L, 5L, 3L, 4L, 1L);
    assertThat(factor(published, 3, "affinity")).isEqualTo(0.5);
    assertThat(factor(published, 3, "penalty")).isEqualTo(1.05);
    assertThat(hit(published, 3).factors().values()).containsEntry("distance", null);

    Ranking interval = ranker("timelyrag-interval").rank(asked, candidates);
    assertThat(ids(interval)).containsExactly(6L, 2L, 5L, 4L, 1L, 3L);
    assertThat(factor(interval, 3, "affinity")).isEqualTo(Math.exp(-2));
    assertThat(factor(interval, 3, "availability")).isEqualTo(5 * 0.5 / 6, DIGITS);
  }

  @Test
  void aDocumentRecordedAsTheQuestionIsAskedCountsOnlyWithIntervals() {
    List<Candidate> candidates =
        List.of(
            told(1).bm25(1, 9).inserted("2024-06-01").make(),
            told(2).bm25(2, 9).inserted("2020-06-01").make());
    Inquiry asked = about("2024-06-01", "2024-06-01");

    assertThat(hit(ranker("timelyrag").rank(asked, candidates), 1).factors().number("distance"))
        .isEmpty();
    assertThat(factor(ranker("timelyrag-interval").rank(asked, candidates), 1, "distance"))
        .isZero();
  }

  @Test
  void ofSeveralMentionedTimesTheNearestCountsWithIntervalsWhereValidityIsUnknown() {
    Ranking ranking =
        ranker("timelyrag-interval")
            .rank(
                JUNE_2022,
                List.of(
                    told(1)
                        .bm25(1, 9)
                        .inserted("2023-02-01")
                        .mentions("2010-01-01", "2011-01-01")
                        .mentions("2022-06-10", "2022-06-11")
                        .make(),
                    told(2).bm25(2, 9).inserted("2023-02-01").make()));

    assertThat(factor(ranking, 1, "distance_effective")).isZero();
    assertThat(factor(ranking, 2, "distance_effective")).isEqualTo(7);
    assertThat(ids(ranking)).containsExactly(1L, 2L);
  }

  /// A soft order cannot put right what the text score got wrong: c = 0.6 and b = 0.5 end at 0.65.
  @Test
  void aTextWithoutScoreCannotRiseHoweverRightItsTime() {
    Ranking ranking = ranker("timelyrag").rank(JUNE_2022, FOUR);

    assertThat(factor(ranking, 4, "text_normalised")).isZero();
    assertThat(factor(ranking, 4, "weight")).isZero();
    assertThat(ids(ranking).getLast()).isEqualTo(4L);
  }

  @Test
  void equalTextsAreOrderedByDistanceAlone() {
    List<Candidate> candidates = new ArrayList<>();
    IntStream.rangeClosed(1, 30)
        .forEach(i ->
            candidates.add(
                told(i)
                    .bm25(i, 5)
                    .valid("%d-03-02".formatted(1990 + i), null)
                    .inserted("%d-04-02".formatted(1990 + i))
                    .make()));

    for (String name : List.of("timelyrag", "timelyrag-interval")) {
      Ranking ranking = ranker(name).rank(JUNE_2022, candidates);
      List<Placed> hits = ranking.hits();
      for (int i = 1; i < hits.size(); i++) {
        assertThat(hits.get(i).factors().number("distance").orElseThrow())
            .as(name)
            .isGreaterThanOrEqualTo(hits.get(i - 1).factors().number("distance").orElseThrow());
      }
    }
  }

  @Test
  void whatIsBeyondThePoolFollowsInTheOrderOfTheFirstStage() {
    Ranking ranking =
        new Rankers(RankSettings.DEFAULT.withPool(2), Rankers.Means.none())
            .named("timelyrag-interval")
            .rank(JUNE_2022, FOUR);

    assertThat(ids(ranking)).endsWith(3L, 4L);
    assertThat(hit(ranking, 3).factors().values()).containsEntry("stage", "first");
    assertThat(factor(ranking, 1, "text_normalised")).isEqualTo(1);
    assertThat(factor(ranking, 2, "text_normalised")).isZero();
  }

  @Test
  void theTextScoreIsThatOfTheSearchesThatFoundSomething() {
    assertThat(ranker("timelyrag").rank(JUNE_2022, FOUR).settings().values())
        .containsEntry("first_stage", "bm25");
    assertThat(
            ranker("timelyrag")
                .rank(JUNE_2022, List.of(told(1).cosine(1, 0.3).make()))
                .settings()
                .values())
        .containsEntry("first_stage", "cosine");
    assertThat(
            ranker("timelyrag")
                .rank(
                    JUNE_2022, List.of(told(1).cosine(1, 0.3).make(), told(2).bm25(1, 0.3).make()))
                .settings()
                .values())
        .containsEntry("first_stage", "rrf");
  }

  /// G is zero where no event time is known and hardly any other. As published every time of
  /// recording counts, which is at least 0.5; with intervals those after the question do not.
  @Test
  void theGateClosesWhereTimesAreMissing() {
    List<Candidate> later =
        List.of(
            told(1).bm25(1, 9).inserted("2025-02-05").make(),
            told(2).bm25(2, 8).inserted("2026-02-05").make());

    Ranking ranking = ranker("timelyrag-interval").rank(about("2024-06-01", "2024-06-01"), later);

    assertThat(factor(ranking, 1, "availability")).isZero();
    assertThat(factor(ranking, 1, "gate")).isZero();
    assertThat(hit(ranking, 1).score()).isEqualTo(1);
    assertThat(hit(ranking, 2).score()).isZero();
  }

  @Test
  void aPoolWithoutSpreadGetsAQuarterOfTheGate() {
    Ranking ranking =
        ranker("timelyrag")
            .rank(
                JUNE_2022,
                List.of(
                    told(1).bm25(1, 9).valid("2022-06-01", null).inserted("2022-07-01").make()));

    assertThat(factor(ranking, 1, "penalty_spread")).isZero();
    assertThat(factor(ranking, 1, "gate"))
        .as("0.25 * (0.35 + 0.1/3 + 0.35)")
        .isEqualTo(0.1833333, DIGITS);
  }

  @ParameterizedTest
  @CsvSource({
    "HOUR,  HOUR,  HOUR",
    "DAY,   MONTH, DAY",
    "MONTH, DAY,   DAY",
    "MONTH, HOUR,  DAY",
    "HOUR,  YEAR,  MONTH",
    "YEAR,  DAY,   MONTH",
    "YEAR,  MONTH, MONTH",
    "YEAR,  YEAR,  YEAR"
  })
  void theUnitIsTheFinerLevelUnlessTheyAreFarApart(
      Granularity question, Granularity pool, Granularity unit) {
    assertThat(new TimelyRagGranularity(question, pool).unit()).isEqualTo(unit);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void thePoolIsAsFineAsSevenOfTenStampsOfOneKind(boolean events) {
    assertThat(levelOf(events, "2020-01-01T10:00", "2020-01-01T00:00", 7))
        .isEqualTo(Granularity.HOUR);
    assertThat(levelOf(events, "2020-01-01T10:00", "2020-01-01T00:00", 6))
        .isEqualTo(Granularity.YEAR);
    assertThat(levelOf(events, "2020-01-02T00:00", "2020-01-01T00:00", 7))
        .isEqualTo(Granularity.DAY);
    assertThat(levelOf(events, "2020-02-01T00:00", "2020-01-01T00:00", 7))
        .isEqualTo(Granularity.MONTH);
    assertThat(levelOf(events, "2020-02-01T00:00", "2020-01-01T00:00", 6))
        .isEqualTo(Granularity.YEAR);
  }

  private static Granularity levelOf(boolean events, String fine, String coarse, int fineOnes) {
    List<LocalDateTime> stamps =
        IntStream.range(0, 10)
            .mapToObj(i -> LocalDateTime.parse(i < fineOnes ? fine : coarse))
            .toList();
    List<LocalDateTime> years = List.of(LocalDateTime.parse("2020-01-01T00:00"));
    return events
        ? TimelyRagGranularity.ofPool(years, stamps)
        : TimelyRagGranularity.ofPool(stamps, years);
  }
}
