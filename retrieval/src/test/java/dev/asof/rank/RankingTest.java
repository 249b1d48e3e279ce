package dev.asof.rank;

import static dev.asof.rank.Told.about;
import static dev.asof.rank.Told.told;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.asof.history.AnswerJson;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What `--explain` shows.
class RankingTest {
  private static final Ranking RANKING =
      new Rankers(RankSettings.DEFAULT, Rankers.Means.none())
          .named("rrf-temporal")
          .rank(
              about("2022-05-01", "2024-06-03"),
              List.of(
                  told(7).bm25(1, 12.25).cosine(3, 0.5).named(1).valid("2020-01-01", null).make(),
                  told(8).bm25(2, 9).valid("2020-01-01", null).unseen(Duration.ofDays(365)).make(),
                  told(9).cosine(1, 0.75).make()));

  @Test
  void aRankingReadsAsTextWithEveryFactor() {
    assertThat(RANKING.toText())
        .isEqualTo(
            """
            ranker rrf-temporal (k 60, sight_half_life PT8760H, sight_floor 0.5, mention_half_life PT4320H, mention_boost 0.1)
            1. document 7, section 1, text 7, passage 0, tier 1, named 1: bm25 12.25, bm25_rank 1, cosine 0.5, cosine_rank 3, rrf 0.0322665, sight 1, mention 0, score 0.0322665
            2. document 8, section 1, text 8, passage 0, tier 1: bm25 9, bm25_rank 2, cosine undefined, cosine_rank undefined, rrf 0.016129, sight 0.75, mention 0, score 0.0120968
            3. document 9, section 1, text 9, passage 0, tier 2: bm25 undefined, bm25_rank undefined, cosine 0.75, cosine_rank 1, rrf 0.0163934, sight 1, mention 0, score 0.0163934
            """);
  }

  @Test
  void aRankingIsOneJsonValueWithNullForWhatIsUndefined() {
    String json = AnswerJson.line(RANKING);

    assertThat(json)
        .startsWith(
            """
            {"ranker":"rrf-temporal","settings":{"k":60.0,"sight_half_life":"PT8760H","sight_floor":0.5,\
            "mention_half_life":"PT4320H","mention_boost":0.1},"notes":[],"hits":[{"rank":1,\
            "passage":{"document":{"value":7},"section":{"value":1},"text":{"value":7},"passage":0},\
            "tier":1,"named":1,"score":\
            """)
        .contains(
            """
            "factors":{"bm25":9.0,"bm25_rank":2.0,"cosine":null,"cosine_rank":null,"rrf":0.016129032258064516,\
            "sight":0.75,"mention":0.0,"score":0.012096774193548387}\
            """)
        .doesNotContain("candidate", "NaN");
  }

  @Test
  void aFactorThatIsNoNumberIsRefused() {
    assertThatThrownBy(() -> Factors.none().with("weight", Double.NaN)).hasMessage("weight is NaN");
  }
}
