package dev.asof.rank;

import static dev.asof.rank.Told.told;
import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.time.BitemporalPoint;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class TieredFusionTest {
  private static final Instant ABOUT = Instant.parse("2016-06-01T00:00:00Z");
  private static final TimeRange YEAR =
      TimeRange.between(
          Instant.parse("2016-01-01T00:00:00Z"), Instant.parse("2017-01-01T00:00:00Z"));
  private static final Ranker TIERED =
      new Rankers(RankSettings.DEFAULT, Rankers.Means.none()).named("tiered");

  private static Inquiry inquiry(boolean named) {
    return new Inquiry(
        "who was it",
        new BitemporalPoint(ABOUT, ABOUT),
        named ? new EventTime(YEAR, Granularity.YEAR) : null,
        ZoneOffset.UTC);
  }

  private static List<Long> order(Inquiry inquiry, Candidate... candidates) {
    return TIERED.rank(inquiry, List.of(candidates)).candidates().stream()
        .map(candidate -> candidate.passage().document().value())
        .toList();
  }

  @Test
  void inTheSecondTierWhatSpeaksOfTheNamedTimeComesForward() {
    Candidate better = told(1).bm25(1, 9).mentions("1999-01-01", "2000-01-01").make();
    Candidate named = told(2).bm25(9, 2).mentions("2016-01-01", "2017-01-01").make();

    assertThat(order(inquiry(true), better, named)).containsExactly(2L, 1L);
    assertThat(order(inquiry(false), better, named))
        .as("the question names no time")
        .containsExactly(1L, 2L);
  }

  @Test
  void whatIsInForceKeepsTheOrderOfItsWords() {
    Candidate better = told(1).always().bm25(1, 9).mentions("1999-01-01", "2000-01-01").make();
    Candidate named = told(2).always().bm25(9, 2).mentions("2016-01-01", "2017-01-01").make();

    assertThat(order(inquiry(true), better, named)).containsExactly(1L, 2L);
  }

  @Test
  void whatTheWordsPutFirstIsNotLostBehindWhatBothSearchesFindFurtherDown() {
    Candidate first = told(1).always().bm25(1, 9).make();
    Candidate both = told(2).always().bm25(20, 5).cosine(20, 0.6).make();

    assertThat(order(inquiry(false), both, first)).containsExactly(1L, 2L);
    Ranker published = new Rankers(RankSettings.DEFAULT, Rankers.Means.none()).named("rrf");
    assertThat(published.rank(inquiry(false), List.of(both, first)).candidates())
        .as("as published")
        .extracting(candidate -> candidate.passage().document().value())
        .containsExactly(2L, 1L);
  }

  @Test
  void aMentionNeverLiftsATextOfUnknownValidityAboveOneInForce() {
    Candidate unknown = told(1).bm25(1, 9).mentions("2016-01-01", "2017-01-01").make();
    Candidate inForce = told(2).always().bm25(50, 1).make();

    assertThat(order(inquiry(true), unknown, inForce)).containsExactly(2L, 1L);
  }
}
