package dev.asof.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.id.DocumentId;
import dev.asof.id.RowIds;
import dev.asof.id.SourceId;
import dev.asof.id.VersionId;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PrecedenceTest {

  private static final Instant ABOUT = Instant.parse("2024-03-01T00:00:00Z");
  private static final Instant LOOKED = Instant.parse("2024-02-01T00:00:00Z");

  @Test
  void nothingHeldIsNoResult() {
    Precedence.Decision decision = Precedence.at(ABOUT, List.of());
    assertThat(decision.results()).isEmpty();
    assertThat(decision.unknown()).isNull();
    assertThat(decision.deciding()).isNull();
    assertThat(decision.notices()).isEmpty();
  }

  @Test
  void whatDoesNotHoldThePointDoesNotCount() {
    BeliefRow ended = row(1, ValidityState.ASSERTED, "a", null, TimeRange.until(ABOUT));
    BeliefRow starting = row(2, ValidityState.ASSERTED, "b", null, TimeRange.from(ABOUT));
    assertThat(Precedence.at(ABOUT, List.of(ended, starting)).results()).containsExactly(starting);
  }

  @Test
  void whatIsAssertedDecidesOverWhatWasObserved() {
    BeliefRow asserted = row(1, ValidityState.ASSERTED, "a", null, TimeRange.always());
    BeliefRow other = row(2, ValidityState.OBSERVED, "b", null, TimeRange.always());
    BeliefRow same = row(3, ValidityState.OBSERVED, "a", null, TimeRange.always());

    Precedence.Decision contradicted = Precedence.at(ABOUT, List.of(other, asserted));
    assertThat(contradicted.results()).containsExactly(asserted);
    assertThat(kinds(contradicted)).containsExactly(Notice.Kind.OBSERVED_DIFFERS);
    assertThat(kinds(Precedence.at(ABOUT, List.of(same, asserted))))
        .containsExactly(Notice.Kind.OBSERVED_AGREES);
  }

  @Test
  void aSightOfAbsenceComesBeforeWhatARecordAsserted() {
    BeliefRow asserted = row(1, ValidityState.ASSERTED, "a", LOOKED, TimeRange.always());
    BeliefRow absence = row(2, ValidityState.OBSERVED, null, LOOKED, TimeRange.from(LOOKED));
    Precedence.Decision decision = Precedence.at(ABOUT, List.of(asserted, absence));
    assertThat(decision.results()).containsExactly(absence, asserted);
    assertThat(decision.deciding()).isEqualTo(absence);
    assertThat(kinds(decision)).containsExactly(Notice.Kind.NO_END_STATED);
  }

  @Test
  void anOperatorEndsASightOfAbsenceOnlyByStatingATextAfterIt() {
    BeliefRow before = row(1, ValidityState.ASSERTED, "a", null, TimeRange.always());
    BeliefRow absence = row(2, ValidityState.OBSERVED, null, LOOKED, TimeRange.from(LOOKED));
    BeliefRow after = row(3, ValidityState.ASSERTED, "a", null, TimeRange.always());
    assertThat(Precedence.at(ABOUT, List.of(before, absence)).deciding()).isEqualTo(absence);
    assertThat(Precedence.at(ABOUT, List.of(after, absence)).deciding()).isEqualTo(after);
  }

  @Test
  void anAssertedEndAndASightOfAbsenceAreOneAnswer() {
    BeliefRow repealed = row(1, ValidityState.ASSERTED, null, LOOKED, TimeRange.always());
    BeliefRow absence = row(2, ValidityState.OBSERVED, null, LOOKED, TimeRange.from(LOOKED));
    Precedence.Decision decision = Precedence.at(ABOUT, List.of(repealed, absence));
    assertThat(decision.results()).containsExactly(repealed);
    assertThat(kinds(decision)).containsExactly(Notice.Kind.OBSERVED_AGREES);
  }

  @Test
  void anUnknownTextStandsInOnlyForNothing() {
    BeliefRow unknown = row(2, ValidityState.UNKNOWN, "u", null, TimeRange.always());
    BeliefRow observed = row(1, ValidityState.OBSERVED, "a", LOOKED, TimeRange.from(LOOKED));
    Precedence.Decision alone = Precedence.at(LOOKED.minusNanos(1_000), List.of(unknown, observed));
    assertThat(alone.results()).isEmpty();
    assertThat(alone.unknown()).isEqualTo(unknown);
    Precedence.Decision beside = Precedence.at(LOOKED, List.of(unknown, observed));
    assertThat(beside.results()).containsExactly(observed);
    assertThat(beside.unknown()).isNull();
    assertThat(kinds(beside)).containsExactly(Notice.Kind.UNKNOWN_TEXT);
    assertThat(beside.notices().getFirst().sentence())
        .startsWith("a later text without effective date");
  }

  private static List<Notice.Kind> kinds(Precedence.Decision decision) {
    return decision.notices().stream().map(Notice::code).toList();
  }

  /// @param text null: that nothing applies
  /// @param looked null: an operator stated it
  private static BeliefRow row(
      long transaction,
      ValidityState state,
      @Nullable String text,
      @Nullable Instant looked,
      TimeRange valid) {
    long id = RowIds.of(transaction, 0);
    Hash sha256 = text == null ? null : Hash.wrap(Sha256.of(text.getBytes(StandardCharsets.UTF_8)));
    return new BeliefRow(
        id,
        new DocumentId(1),
        "act",
        new SourceId(2),
        "gov",
        "",
        state,
        valid,
        TimeRange.from(Instant.parse("2024-05-01T00:00:00Z")),
        text == null ? null : new VersionId(id),
        text == null ? "withdrawn" : null,
        new BeliefRow.Text(text, null, null, null, sha256, sha256, false, null, null),
        new BeliefRow.Stated(id, "import", null, null, looked, null),
        null,
        null,
        null,
        DisplayRights.OfSource.full("gov"));
  }
}
