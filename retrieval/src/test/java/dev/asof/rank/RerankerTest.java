package dev.asof.rank;

import static dev.asof.rank.Told.about;
import static dev.asof.rank.Told.hit;
import static dev.asof.rank.Told.ids;
import static dev.asof.rank.Told.told;
import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.rank.scorer.Scorer;
import dev.asof.rank.scorer.Scores;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RerankerTest {
  private static final Inquiry ASKED = about("2022-05-01", "2024-06-03");

  private static final Candidate NAMED =
      told(1).bm25(9, 1).named(1).valid("2020-01-01", null).make();
  private static final Candidate FIRST = told(2).bm25(1, 9).valid("2020-01-01", null).make();
  private static final Candidate SECOND = told(3).bm25(2, 8).valid("2020-01-01", null).make();
  private static final Candidate ERASED = told(4).bm25(3, 7).valid("2020-01-01", null).make();
  private static final Candidate UNKNOWN = told(5).bm25(4, 6).make();
  private static final List<Candidate> ALL = List.of(NAMED, FIRST, SECOND, ERASED, UNKNOWN);

  private static final Map<Candidate, String> WORDS =
      Map.of(NAMED, "named", FIRST, "first", SECOND, "second", UNKNOWN, "unknown");

  /// A model that answers as told, so that its failures can be told too.
  private static Ranking rank(int pool, Function<List<String>, Scores> answer) {
    Scorer scorer =
        new Scorer() {
          @Override
          public String model() {
            return "told";
          }

          @Override
          public Scores score(String question, List<String> passages) {
            return answer.apply(passages);
          }
        };
    Texts texts =
        passages ->
            WORDS.entrySet().stream()
                .filter(word -> passages.contains(word.getKey().passage()))
                .collect(Collectors.toMap(word -> word.getKey().passage(), Map.Entry::getValue));
    RankSettings standard = RankSettings.DEFAULT;
    RankSettings settings =
        new RankSettings(
            standard.k(),
            standard.halfLife(),
            standard.floor(),
            standard.mentionBoost(),
            standard.mentionHalfLife(),
            standard.timeWeight(),
            standard.pool(),
            pool);
    return new Rankers(settings, new Rankers.Means(texts, null, null, scorer))
        .named("llm")
        .rank(ASKED, ALL);
  }

  private static Scores given(List<String> passages, Map<String, Double> scores) {
    return new Scores.Given(
        passages.stream().map(passage -> scores.getOrDefault(passage, 0.0)).toList());
  }

  @Test
  void theModelOrdersInsideTheTierAndAfterWhatIsNamed() {
    Ranking ranking =
        rank(20, passages -> given(passages, Map.of("second", 0.9, "first", 0.4, "unknown", 1.0)));

    assertThat(ids(ranking)).containsExactly(1L, 3L, 2L, 4L, 5L);
    assertThat(ranking.notes()).isEmpty();
    assertThat(hit(ranking, 3).factors().values())
        .containsEntry("base_rank", 3.0)
        .containsEntry("model", 0.9)
        .containsKeys("rrf", "base_score");
    assertThat(hit(ranking, 4).factors().values()).containsEntry("model", null);
    assertThat(ranking.settings().values())
        .containsEntry("base", "tiered")
        .containsEntry("model", "told");
  }

  @Test
  void equalScoresKeepTheOrderTheyHad() {
    assertThat(ids(rank(20, passages -> given(passages, Map.of()))))
        .containsExactly(1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void onlyThePoolIsReadAndTheRestFollows() {
    Ranking ranking =
        rank(
            3,
            passages -> {
              assertThat(passages).containsExactly("named", "first", "second");
              return given(passages, Map.of("second", 1.0));
            });

    assertThat(ids(ranking)).containsExactly(1L, 3L, 2L, 4L, 5L);
  }

  @Test
  void aModelThatRefusesLeavesTheOrderAndTheRankingSaysSo() {
    Ranking ranking =
        rank(20, passages -> new Scores.Refused("the language model cannot be reached"));

    assertThat(ids(ranking)).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(ranking.notes())
        .containsExactly("the order of tiered is kept: the language model cannot be reached");
  }

  @Test
  void aModelThatMiscountsLeavesTheOrderToo() {
    Ranking ranking = rank(20, passages -> new Scores.Given(List.of(1.0, 0.5)));

    assertThat(ids(ranking)).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(ranking.notes())
        .containsExactly("the order of tiered is kept: 2 scores for 4 passages");
  }
}
