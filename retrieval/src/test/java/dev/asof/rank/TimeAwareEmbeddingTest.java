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
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Date prefix and appended time vector.
class TimeAwareEmbeddingTest {
  private static final Pattern WORD = Pattern.compile("\\w+");
  private static final Inquiry ASKED = about("2022-05-01", "2024-06-03");

  @Test
  void aPassageIsEmbeddedBehindItsDates() {
    assertThat(DatePrefix.passage(days("2021-01-01", "2023-01-01"), "Rent is 5.", ZoneOffset.UTC))
        .isEqualTo("valid: 2021-01-01 to 2023-01-01 text: Rent is 5.");
    assertThat(DatePrefix.passage(days("2021-01-01", null), "Rent is 5.", ZoneOffset.UTC))
        .isEqualTo("valid: 2021-01-01 text: Rent is 5.");
    assertThat(DatePrefix.passage(TimeRange.until(day("2021-01-01")), "Rent is 5.", ZoneOffset.UTC))
        .isEqualTo("valid: to 2021-01-01 text: Rent is 5.");
    assertThat(
            DatePrefix.passage(days("2021-01-01", null), "Rent is 5.", ZoneId.of("America/Lima")))
        .isEqualTo("valid: 2020-12-31 text: Rent is 5.");
  }

  @Test
  void noDateIsInventedForATextWithoutOne() {
    assertThat(DatePrefix.passage(null, "Rent is 5.", ZoneOffset.UTC)).isEqualTo("Rent is 5.");
    assertThat(DatePrefix.passage(TimeRange.always(), "Rent is 5.", ZoneOffset.UTC))
        .isEqualTo("Rent is 5.");
  }

  @Test
  void aQuestionIsEmbeddedBehindTheTimeItIsAbout() {
    assertThat(DatePrefix.question(ASKED))
        .isEqualTo("valid: 2022-05-01 text: How high is the rent?");
    assertThat(
            DatePrefix.question(
                during(days("2022-01-01", "2023-01-01"), Granularity.YEAR, "2024-06-03")))
        .isEqualTo("valid: 2022-01-01 to 2023-01-01 text: How high is the rent?");
  }

  @Test
  void theTimeVectorHasLengthOneAndFallsWithDistanceForEightYears() {
    float[] now = TimeVector.of(day("2022-05-01"));
    double last = 1;

    assertThat(Vectors.length(now)).isCloseTo(1, within(1e-6));
    assertThat(Vectors.cosine(now, now)).isCloseTo(1, within(1e-6));
    for (int month = 1; month <= 96; month++) {
      double before =
          Vectors.cosine(now, TimeVector.of(day("2022-05-01").minusSeconds(month * 2_629_746L)));
      double after =
          Vectors.cosine(now, TimeVector.of(day("2022-05-01").plusSeconds(month * 2_629_746L)));
      assertThat(before).isLessThan(last).isCloseTo(after, within(1e-5));
      last = before;
    }
  }

  @Test
  void theCosineOfAppendedVectorsIsTheWeightedMeanOfTheirCosines() {
    float[] text = {3, 4, 0};
    float[] other = {1, 0, 1};
    float[] time = TimeVector.of(day("2022-05-01"));
    float[] later = TimeVector.of(day("2025-05-01"));

    assertThat(
            Vectors.cosine(
                TimeVector.append(text, time, 0.3), TimeVector.append(other, later, 0.3)))
        .isCloseTo(
            TimeVector.combined(Vectors.cosine(text, other), Vectors.cosine(time, later), 0.3),
            within(1e-6));
    assertThat(TimeVector.append(text, time, 0)).startsWith(0.6f, 0.8f, 0f).hasSize(11);
  }

  @Test
  void vectorsOfDifferentModelsDoNotCompareAndAnEmptyOneIsLikeNothing() {
    assertThatThrownBy(() -> Vectors.cosine(new float[3], new float[4]))
        .hasMessage("vectors of 3 and 4 dimensions do not compare");
    assertThat(Vectors.cosine(new float[3], new float[] {1, 2, 3})).isZero();
    assertThat(Vectors.scaled(new float[2], 1)).containsExactly(0, 0);
  }

  @Test
  void anAppendedTimeVectorRaisesTheTextOfTheTime() {
    Ranking ranking =
        new Rankers(RankSettings.DEFAULT, Rankers.Means.none())
            .named("time-vector")
            .rank(
                ASKED,
                List.of(
                    told(1).cosine(1, 0.80).valid("2017-01-01", null).make(),
                    told(2).cosine(2, 0.75).valid("2022-01-01", null).make(),
                    told(3).bm25(4, 9).valid("2022-01-01", null).make()));

    assertThat(ids(ranking)).containsExactly(2L, 1L, 3L);
    assertThat(factor(ranking, 2, "time_cosine")).isGreaterThan(factor(ranking, 1, "time_cosine"));
    assertThat(factor(ranking, 2, "cosine_with_time"))
        .isCloseTo(0.7 * 0.75 + 0.3 * factor(ranking, 2, "time_cosine"), within(1e-12));
    assertThat(factor(ranking, 2, "rank_with_time")).isEqualTo(1);
    assertThat(ranking.hits().getLast().factors().values()).containsEntry("cosine_with_time", null);
  }

  @Test
  void withoutVectorsTheTimeVectorSaysThatItChangesNothing() {
    Ranking ranking =
        new Rankers(RankSettings.DEFAULT, Rankers.Means.none())
            .named("time-vector")
            .rank(ASKED, List.of(told(1).bm25(1, 9).make(), told(2).bm25(2, 8).make()));

    assertThat(ids(ranking)).containsExactly(1L, 2L);
    assertThat(ranking.notes())
        .containsExactly("no candidate has a vector, so that there is none to append a time to");
  }

  private static List<String> words(String text) {
    return WORD.matcher(text).results().map(MatchResult::group).toList();
  }

  /// Words as dimensions: enough to see that dates in the text reach the vector.
  private static List<float[]> bagOfWords(List<String> texts) {
    Map<String, Integer> dimensions = new HashMap<>();
    for (String text : texts) {
      for (String word : words(text)) {
        dimensions.putIfAbsent(word, dimensions.size());
      }
    }
    return texts.stream()
        .map(text -> {
          float[] vector = new float[dimensions.size()];
          for (String word : words(text)) {
            vector[dimensions.getOrDefault(word, 0)] += 1;
          }
          return vector;
        })
        .toList();
  }

  @Test
  void aDatePrefixRaisesTheTextOfTheTime() {
    Candidate old = told(1).bm25(1, 9).cosine(1, 0.8).valid("2017-03-01", "2019-03-01").make();
    Candidate then = told(2).bm25(2, 9).cosine(2, 0.8).valid("2022-05-01", "2023-05-01").make();
    Candidate erased = told(3).cosine(3, 0.1).valid("2022-05-01", null).make();
    Texts texts = passages -> Map.of(old.passage(), "rent is 5", then.passage(), "rent is 5");

    Ranking ranking =
        new Rankers(
                RankSettings.DEFAULT,
                new Rankers.Means(texts, TimeAwareEmbeddingTest::bagOfWords, null, null))
            .named("time-prefix")
            .rank(ASKED, List.of(old, then, erased));

    assertThat(factor(ranking, 2, "rank_with_time")).isEqualTo(1);
    assertThat(factor(ranking, 1, "rank_with_time")).isEqualTo(2);
    assertThat(factor(ranking, 2, "cosine_with_time"))
        .isGreaterThan(factor(ranking, 1, "cosine_with_time"));
    assertThat(ids(ranking).getLast()).isEqualTo(3);
  }
}
