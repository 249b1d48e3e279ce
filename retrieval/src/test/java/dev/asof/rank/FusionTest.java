package dev.asof.rank;

import static dev.asof.rank.Told.about;
import static dev.asof.rank.Told.factor;
import static dev.asof.rank.Told.ids;
import static dev.asof.rank.Told.told;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Reciprocal-rank fusion, the filter by the point, and the temporal score after fusion.
class FusionTest {
  private static final Inquiry ASKED = about("2022-05-01", "2024-06-03");
  private static final Rankers RANKERS = new Rankers(RankSettings.DEFAULT, Rankers.Means.none());

  private static Ranking rank(String ranker, Candidate... candidates) {
    return RANKERS.named(ranker).rank(ASKED, List.of(candidates));
  }

  @Test
  void whatBothSearchesFindBeatsWhatOneFindsFirst() {
    Ranking ranking =
        rank(
            "rrf",
            told(1).always().bm25(1, 12).make(),
            told(2).always().bm25(2, 9).cosine(2, 0.7).make(),
            told(3).always().cosine(1, 0.8).make());

    assertThat(ids(ranking)).containsExactly(2L, 1L, 3L);
    assertThat(factor(ranking, 2, "rrf")).isEqualTo(1.0 / 62 + 1.0 / 62);
    assertThat(factor(ranking, 1, "rrf")).isEqualTo(1.0 / 61);
    assertThat(ranking.hits().get(1).factors().number("cosine_rank")).isEmpty();
  }

  /// cases.md 70: first in one search and absent from the other ends at about rank 16 behind texts
  /// that are somewhere in both.
  @Test
  void aSectionNamedByItsNumberBeatsTheCapOfFusion() {
    Candidate[] candidates = new Candidate[21];
    for (int i = 0; i < 20; i++) {
      candidates[i] = told(i + 1).always().bm25(i + 2, 9).cosine(i + 1, 0.9).make();
    }
    candidates[20] = told(100).always().bm25(1, 0.1).make();
    assertThat(ids(rank("rrf", candidates)).indexOf(100L)).isGreaterThan(10);

    candidates[20] = told(100).always().bm25(1, 0.1).named(1).make();

    for (String ranker : RANKERS.names()) {
      assertThat(ids(rank(ranker, candidates)).getFirst()).as(ranker).isEqualTo(100L);
    }
  }

  @Test
  void theLexicalScoreTellsNamesFromWords() {
    Candidate any = told(1).bm25(1, 1).make();
    Ranked twice = new Ranked(any.passage(), 2 * Lexical.NAMED + 7.5f);

    assertThat(twice.named()).isEqualTo(2);
    assertThat(twice.words()).isEqualTo(7.5);
    assertThat(new Ranked(any.passage(), 7.5f).named()).isZero();
    assertThat(new Ranked(any.passage(), Lexical.NAMED).words()).isZero();
  }

  @Test
  void equalScoresFollowTheIdsOfThePassages() {
    Candidate one = told(1).always().bm25(1, 9).make();
    Candidate two = told(2).always().cosine(1, 0.5).make();

    assertThat(ids(rank("rrf", one, two))).containsExactly(1L, 2L);
    assertThat(ids(rank("rrf", two, one))).containsExactly(1L, 2L);
  }

  @Test
  void theFilterDropsWhatDoesNotApplyAtThePointAndSaysHowMany() {
    Ranking ranking =
        rank(
            "metadata-filter",
            told(1).bm25(1, 12).valid("2023-01-01", null).make(),
            told(2).bm25(2, 9).valid("2020-01-01", "2022-05-01").make(),
            told(3).bm25(3, 8).valid("2022-05-01", "2023-01-01").make(),
            told(4).bm25(4, 7).valid("2020-01-01", null).believed("2024-06-04", null).make(),
            told(5).bm25(5, 6).make());

    assertThat(ids(ranking)).containsExactly(3L, 5L);
    assertThat(ranking.notes()).containsExactly("3 of 5 were not in force at the point");
    assertThat(ranking.hits().get(1).tier()).isEqualTo(2);
  }

  @Test
  void aPresumedTextSinksWithTheDistanceToItsNearestSight() {
    Ranking ranking =
        rank(
            "rrf-temporal",
            told(1).valid("2020-01-01", null).bm25(1, 9).unseen(Duration.ofDays(365)).make(),
            told(2).valid("2020-01-01", null).bm25(2, 8).unseen(Duration.ZERO).make(),
            told(3).valid("2020-01-01", null).bm25(3, 7).make());

    assertThat(ids(ranking)).containsExactly(2L, 3L, 1L);
    assertThat(factor(ranking, 1, "sight")).isEqualTo(0.75);
    assertThat(factor(ranking, 2, "sight")).isEqualTo(1);
    assertThat(factor(ranking, 3, "sight")).isEqualTo(1);
  }

  @Test
  void aTextThatWasNotSeenForCenturiesKeepsTheFloor() {
    Ranking ranking =
        rank(
            "rrf-temporal",
            told(1)
                .valid("2020-01-01", null)
                .bm25(1, 9)
                .cosine(1, 0.9)
                .unseen(Duration.ofDays(100_000))
                .make(),
            told(2).valid("2020-01-01", null).bm25(90, 1).make());

    assertThat(factor(ranking, 1, "sight")).isCloseTo(0.5, within(1e-9));
    assertThat(ids(ranking)).containsExactly(1L, 2L);
  }

  @Test
  void aMentionedDateBoostsByAtMostATenth() {
    Candidate silent = told(1).always().bm25(1, 9).make();
    Candidate near = told(2).always().bm25(5, 7).mentions("2022-05-01", "2022-05-02").make();
    Candidate beyond = told(3).always().bm25(9, 6).mentions("2022-05-01", "2022-05-02").make();

    Ranking ranking = rank("rrf-temporal", silent, near, beyond);

    assertThat(ids(ranking)).containsExactly(2L, 1L, 3L);
    assertThat(ranking.hits().getFirst().score()).isCloseTo(1.1 / 65, within(1e-12));
  }

  @Test
  void severalMentionsCountAsTheNearestAndNoMentionCostsNothing() {
    Ranking ranking =
        rank(
            "rrf-temporal",
            told(1)
                .always()
                .bm25(1, 9)
                .mentions("1990-01-01", "1991-01-01")
                .mentions("2022-01-01", "2023-01-01")
                .make(),
            told(2).always().bm25(2, 9).make());

    assertThat(factor(ranking, 1, "mention")).isEqualTo(1);
    assertThat(factor(ranking, 2, "mention")).isZero();
    assertThat(ranking.hits().getLast().score()).isEqualTo(1.0 / 62);
  }

  @Test
  void unknownValidityComesAfterEverythingInForceHoweverWellItMatches() {
    Candidate unknown =
        told(1).bm25(1, 90).cosine(1, 0.99).mentions("2022-05-01", "2022-05-02").named(1).make();
    Candidate inForce =
        told(2).valid("2010-01-01", null).bm25(99, 0.1).unseen(Duration.ofDays(9999)).make();

    for (String ranker : RANKERS.names()) {
      assertThat(ids(rank(ranker, unknown, inForce))).as(ranker).containsExactly(2L, 1L);
    }
  }
}
