package dev.asof.rank;

import static dev.asof.rank.Told.about;
import static dev.asof.rank.Told.days;
import static dev.asof.rank.Told.during;
import static dev.asof.rank.Told.ids;
import static dev.asof.rank.Told.told;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.asof.fault.CallerFault;
import dev.asof.index.PassageId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What holds for every ranker, on random candidates.
class RankersTest {
  /// `-Dasof.test.seed=N` repeats a run.
  private static final long SEED = Long.getLong("asof.test.seed", 20_261_130L);

  private static final int RUNS = 200;

  private static final List<Inquiry> INQUIRIES =
      List.of(
          about("2022-05-01", "2024-06-03"),
          about("1900-01-01", "2024-06-03"),
          during(days("2022-01-01", "2023-01-01"), Granularity.YEAR, "2024-06-03"),
          during(days("2022-05-01", "2022-05-02"), Granularity.DAY, "2010-01-01"));

  static List<Ranker> rankers() {
    Rankers rankers =
        new Rankers(
            RankSettings.DEFAULT.withPool(8),
            new Rankers.Means(
                passages -> {
                  Map<PassageId, String> words = new HashMap<>();
                  passages.forEach(passage -> words.put(passage, "text " + passage.text().value()));
                  return words;
                },
                texts ->
                    texts.stream()
                        .map(text -> new float[] {text.length(), text.hashCode() % 7, 1})
                        .toList(),
                null,
                null));
    return rankers.names().stream().map(rankers::named).toList();
  }

  private static Candidate random(Random random, long id) {
    Told told =
        told(id)
            .inserted("%d-%02d-01".formatted(2010 + random.nextInt(16), 1 + random.nextInt(12)));
    boolean lexical = random.nextBoolean();
    if (lexical) {
      told.bm25(1 + random.nextInt(40), random.nextInt(12));
    }
    if (!lexical || random.nextBoolean()) {
      told.cosine(1 + random.nextInt(40), random.nextInt(9) / 8.0 - 0.25);
    }
    if (random.nextInt(4) > 0) {
      int from = 2005 + random.nextInt(20);
      told.valid(
          "%d-02-03".formatted(from),
          random.nextBoolean() ? null : "%d-06-04".formatted(from + random.nextInt(9)));
      if (random.nextInt(3) == 0) {
        told.unseen(Duration.ofDays(random.nextInt(4_000)));
      }
    }
    if (random.nextInt(3) == 0) {
      told.mentions("2022-01-01", "2022-0%d-02".formatted(1 + random.nextInt(9)));
    }
    if (random.nextInt(10) == 0) {
      told.named(1 + random.nextInt(2));
    }
    return told.make();
  }

  private static List<Candidate> some(Random random) {
    List<Candidate> candidates = new ArrayList<>();
    for (int i = 1 + random.nextInt(25); i > 0; i--) {
      candidates.add(random(random, i));
    }
    return candidates;
  }

  @ParameterizedTest
  @MethodSource("rankers")
  void theOrderInWhichCandidatesAreGivenChangesNothing(Ranker ranker) {
    Random random = new Random(SEED);
    for (int run = 0; run < RUNS; run++) {
      List<Candidate> candidates = some(random);
      List<Candidate> shuffled = new ArrayList<>(candidates);
      Collections.shuffle(shuffled, random);
      Inquiry inquiry = INQUIRIES.get(run % INQUIRIES.size());

      assertThat(ranker.rank(inquiry, shuffled))
          .as("%s, seed %d, run %d", ranker.name(), SEED, run)
          .isEqualTo(ranker.rank(inquiry, candidates));
    }
  }

  @ParameterizedTest
  @MethodSource("rankers")
  void everyHitHasItsRankItsFactorsAndAFiniteScoreAndTiersNeverMix(Ranker ranker) {
    Random random = new Random(SEED);
    for (int run = 0; run < RUNS; run++) {
      List<Candidate> candidates = some(random);
      Ranking ranking = ranker.rank(INQUIRIES.get(run % INQUIRIES.size()), candidates);

      if (!ranker.name().equals("metadata-filter")) {
        assertThat(ranking.candidates()).containsExactlyInAnyOrderElementsOf(candidates);
      }
      for (int i = 0; i < ranking.hits().size(); i++) {
        Placed hit = ranking.hits().get(i);
        assertThat(hit.rank()).isEqualTo(i + 1);
        assertThat(hit.score()).isFinite();
        assertThat(hit.factors().number("score")).contains(hit.score());
        if (i > 0) {
          assertThat(
                  Order.TIER_THEN_NAMED.compare(
                      ranking.hits().get(i - 1).candidate(), hit.candidate()))
              .isNotPositive();
        }
      }
    }
  }

  /// Containment (cases.md 67), for those rankers that promise it.
  @ParameterizedTest
  @MethodSource("rankers")
  void leavingOutWhatIsNotEligibleNeverReordersTheRest(Ranker ranker) {
    if (!ranker.isPointwise()) {
      return;
    }
    Random random = new Random(SEED);
    for (int run = 0; run < RUNS; run++) {
      List<Candidate> candidates = some(random);
      Inquiry inquiry = INQUIRIES.get(run % INQUIRIES.size());
      List<Candidate> eligible =
          candidates.stream().filter(candidate -> candidate.isEligible(inquiry.point())).toList();
      List<Candidate> wide =
          ranker.rank(inquiry, candidates).candidates().stream()
              .filter(eligible::contains)
              .toList();

      assertThat(ranker.rank(inquiry, eligible).candidates())
          .as("%s, seed %d, run %d", ranker.name(), SEED, run)
          .isEqualTo(wide);
    }
  }

  @Test
  void mostRankersPromiseContainmentAndThoseThatNormaliseDoNot() {
    assertThat(rankers().stream().filter(Ranker::isPointwise).map(Ranker::name))
        .containsExactly(
            "tiered",
            "rrf",
            "rrf-temporal",
            "metadata-filter",
            "decay-exponential",
            "decay-gaussian");
  }

  @ParameterizedTest
  @MethodSource("rankers")
  void nothingOneAndEqualsAreRankedWithoutNonsense(Ranker ranker) {
    Inquiry inquiry = INQUIRIES.getFirst();
    List<Candidate> equals = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      equals.add(told(i).always().bm25(1, 0).cosine(1, 0).make());
    }

    assertThat(ranker.rank(inquiry, List.of()).hits()).isEmpty();
    assertThat(ids(ranker.rank(inquiry, equals.subList(2, 3)))).containsExactly(3L);
    if (!ranker.name().equals("time-prefix")) {
      assertThat(ids(ranker.rank(inquiry, equals))).containsExactly(1L, 2L, 3L, 4L, 5L);
    }
  }

  /// Texts without any time of their own, recorded together: every temporal part is without effect.
  @ParameterizedTest
  @MethodSource("rankers")
  void aCorpusWithoutTimesKeepsTheOrderOfTheText(Ranker ranker) {
    if (ranker.name().equals("time-prefix")) {
      return;
    }
    for (Inquiry inquiry : INQUIRIES) {
      List<Candidate> still = new ArrayList<>();
      for (int i = 8; i > 0; i--) {
        still.add(told(i).always().bm25(i, 20 - i * i / 4.0).cosine(i, 1 - i / 10.0).make());
      }

      assertThat(ids(ranker.rank(inquiry, still)))
          .as(ranker.name())
          .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
    }
  }

  @Test
  void theDefaultComesFirstAndEveryNameIsKnown() {
    assertThat(new Rankers(RankSettings.DEFAULT, Rankers.Means.none()).names())
        .containsExactly(
            Rankers.DEFAULT,
            "rrf",
            "rrf-temporal",
            "metadata-filter",
            "decay-exponential",
            "decay-gaussian",
            "time-vector",
            "timelyrag",
            "timelyrag-interval");
  }

  @Test
  void aNameThatIsNotThereIsAnsweredWithThoseThatAre() {
    Rankers rankers = new Rankers(RankSettings.DEFAULT, Rankers.Means.none());

    assertThatThrownBy(() -> rankers.named("bm26"))
        .isInstanceOf(CallerFault.class)
        .hasMessageStartingWith("there is no ranker bm26; there are tiered, rrf,");
    assertThatThrownBy(() -> rankers.named("llm"))
        .hasMessage("the ranker llm needs the URL of a language model, and none is configured");
    assertThatThrownBy(() -> rankers.named("cross-encoder"))
        .hasMessageContaining("needs the path of an ONNX model");
    assertThatThrownBy(() -> rankers.named("time-prefix"))
        .hasMessageContaining("needs an embedding model");
  }

  @Test
  void aCandidateThatCannotBeIsRefused() {
    assertThatThrownBy(() -> told(1).make()).hasMessageContaining("found by neither search");
    assertThatThrownBy(() -> told(1).bm25(0, 1)).hasMessage("ranks count from 1, not 0");
    assertThatThrownBy(() -> told(1).bm25(1, Double.NaN)).hasMessageContaining("finite");
    assertThatThrownBy(() -> told(1).bm25(1, 1).unseen(Duration.ofDays(-1)).make())
        .hasMessageContaining("negative distance");
  }
}
