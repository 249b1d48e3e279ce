package dev.asof.fold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.id.StatementId;
import dev.asof.id.VersionId;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LaneTest {

  @Test
  void aPageTakesBackWhatItAnnounced() {
    Statement may = page(1, "2023-05-18", null, "2023-05-18");
    Statement september = page(2, "2023-09-22", null, "2023-08-23");
    Statement mayAgain = page(3, "2023-05-18", null, "2023-08-24");

    assertThat(Lane.closedBy(mayAgain, List.of(may, september))).containsExactly(may, september);
  }

  @Test
  void anAnnouncementRepeatedIsNotTakenBackButSuperseded() {
    Statement september = page(2, "2023-09-29", null, "2023-08-30");
    Statement again = page(3, "2023-09-29", null, "2023-09-10");

    assertThat(Lane.closedBy(again, List.of(september))).containsExactly(september);
  }

  @Test
  void aStartAlreadyPassedIsHistoryAndStays() {
    Statement may = page(1, "2023-05-18", null, "2023-05-18");
    Statement june = page(2, "2023-06-01", null, "2023-06-02");

    assertThat(Lane.closedBy(june, List.of(may))).isEmpty();
  }

  @Test
  void aCorrectedEndIsCorrected() {
    Statement emergency = page(1, "2022-06-28", "2023-02-10", "2022-07-19");
    Statement corrected = page(2, "2022-06-28", "2022-09-26", "2022-07-20");
    List<Statement> closed = Lane.closedBy(corrected, List.of(emergency));

    assertThat(closed).containsExactly(emergency);
    assertThat(Fold.of(List.of(corrected)))
        .extracting(Belief::during)
        .containsExactly(TimeRange.between(at("2022-06-28"), at("2022-09-26")));
  }

  @Test
  void anArchiveClosesNothing() {
    Statement announced = page(1, "2023-09-22", null, "2023-08-23");
    Statement archived =
        new Statement(
            new StatementId(2),
            Effect.PLACES,
            new Holding.Text(new VersionId(2)),
            TimeRange.from(at("2023-05-18")),
            false,
            at("2023-08-24"));

    assertThat(Lane.closedBy(archived, List.of(announced))).isEmpty();
  }

  @Test
  void whatAnOperatorCorrectedIsNotClosedByARecord() {
    Statement corrected =
        new Statement(
            new StatementId(1),
            Effect.REPLACES,
            new Holding.Text(new VersionId(1)),
            TimeRange.from(at("2023-05-18")),
            false,
            null);

    assertThat(Lane.closedBy(page(2, "2023-05-18", null, "2023-06-01"), List.of(corrected)))
        .isEmpty();
  }

  @Test
  void aTemporaryActGivesBackWhatItDisplaced() {
    Statement law = page(1, "2020-01-01", null, "2020-01-01");
    Statement act = page(2, "2022-06-28", "2022-09-26", "2022-07-19");

    assertThat(Fold.of(List.of(law, act)))
        .extracting(belief -> belief.by().id().value(), Belief::during)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(
                1L, TimeRange.between(at("2020-01-01"), at("2022-06-28"))),
            org.assertj.core.groups.Tuple.tuple(
                2L, TimeRange.between(at("2022-06-28"), at("2022-09-26"))),
            org.assertj.core.groups.Tuple.tuple(1L, TimeRange.from(at("2022-09-26"))));
  }

  private static Statement page(long number, String from, @Nullable String to, String looked) {
    return new Statement(
        new StatementId(number),
        Effect.PLACES,
        new Holding.Text(new VersionId(number)),
        TimeRange.of(at(from), to == null ? null : at(to)),
        true,
        at(looked));
  }

  private static Instant at(String day) {
    return Instant.parse(day + "T00:00:00Z");
  }
}
