package dev.asof.history;

import static dev.asof.history.Story.about;
import static dev.asof.history.Story.at;
import static dev.asof.history.Story.there;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.StatementId;
import dev.asof.time.ValidityState;
import dev.asof.write.Receipt;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PlaneTest {

  private static final Instant JANUARY = Instant.parse("2024-01-01T00:00:00Z");
  private static final Instant MARCH = Instant.parse("2024-03-01T00:00:00Z");
  private static final Instant JUNE = Instant.parse("2024-06-01T00:00:00Z");

  private final Story story = new Story();

  @AfterEach
  void drop() {
    story.close();
  }

  @Test
  void theHistoryNamesWhoWroteWhatAndWhy() {
    Receipt first = story.states("gov", "act", "v1", "one", "2024-01-01", null);
    Receipt second = story.corrects("gov", "act", "v2", "two", "2024-03-01", null);

    Answer<HistoryLine> history =
        story.history.history(story.tenant, Filter.document("act"), Known.latest(), true);

    assertThat(history.results())
        .extracting(
            line -> line.belief().label(),
            line -> line.belief().valid(),
            line -> line.belief().system(),
            HistoryLine::operation)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(
                "v1",
                new Span(JANUARY, null),
                new Span(first.systemTime(), second.systemTime()),
                "import"),
            org.assertj.core.groups.Tuple.tuple(
                "v1", new Span(JANUARY, MARCH), new Span(second.systemTime(), null), "import"),
            org.assertj.core.groups.Tuple.tuple(
                "v2", new Span(MARCH, null), new Span(second.systemTime(), null), "correct"));
    HistoryLine gone = history.results().getFirst();
    assertThat(gone.opened())
        .isEqualTo(new Recorded(1, there(first.systemTime()), "import", "ada", "because import"));
    assertThat(gone.closed())
        .isEqualTo(
            new Recorded(2, there(second.systemTime()), "correct", "ada", "because correct"));
    assertThat(AnswerJson.line(gone)).startsWith("{\"document\":\"act\",\"version\":");
  }

  @Test
  void theHistoryAsKnownBeforeACorrectionDoesNotKnowOfIt() {
    Receipt first = story.states("gov", "act", "v1", "one", "2024-01-01", null);
    String before =
        AnswerJson.line(
            story.history.history(story.tenant, Filter.document("act"), at(first), false));
    story.corrects("gov", "act", "v2", "two", "2024-03-01", null);
    assertThat(
            AnswerJson.line(
                story.history.history(story.tenant, Filter.document("act"), at(first), false)))
        .isEqualTo(before);
    assertThat(before).contains("\"closed\":null");
  }

  @Test
  void adjacentRowsThatHoldTheSameAreOneOnBothAxes() {
    Receipt first = story.asserts("gov", "act", "v1", "one", "2024-01-01", "2024-03-01");
    story.asserts("gov", "act", "v1", "one", "2024-03-01", "2024-06-01");
    story.asserts("gov", "other", "x", "x", "2024-01-01", null);

    assertThat(
            story
                .history
                .history(story.tenant, Filter.document("act"), Known.latest(), true)
                .results())
        .hasSize(2);
    List<Citation> timeline =
        story.history.timeline(story.tenant, Filter.document("act"), Known.latest()).results();
    assertThat(timeline)
        .extracting(Citation::valid)
        .containsExactly(new Span(JANUARY, MARCH), new Span(MARCH, JUNE));

    story.corrects("gov", "act", "v2", "two", "2024-02-01", "2024-02-15");
    Receipt back = story.corrects("gov", "act", "v1", "one", "2024-02-01", "2024-02-15");
    List<HistoryLine> joined =
        story
            .history
            .history(story.tenant, Filter.document("act"), Known.latest(), false)
            .results();
    assertThat(joined).filteredOn(line -> "v2".equals(line.belief().label())).hasSize(1);
    assertThat(joined)
        .filteredOn(line -> line.closed() == null && back.sequence() == line.opened().transaction())
        .hasSizeLessThanOrEqualTo(1);
    for (String day : List.of("2024-01-15", "2024-02-01", "2024-02-14", "2024-04-01")) {
      for (long token = first.sequence(); token <= back.sequence(); token++) {
        assertThat(heldAt(joined, day, token)).isEqualTo(heldInForce(day, token));
      }
    }
  }

  private List<String> heldInForce(String day, long token) {
    return Story.names(story.inForce("act", day + "T00:00:00Z", Known.token(token)));
  }

  private List<String> heldAt(List<HistoryLine> lines, String day, long token) {
    Instant about = Instant.parse(day + "T00:00:00Z");
    Instant known =
        story.history.reader().snapshot(story.tenant, Known.token(token), Snapshot::known);
    return lines.stream()
        .map(HistoryLine::belief)
        .filter(belief -> in(belief.valid(), about) && in(belief.system(), known))
        .map(belief -> belief.state().word() + " " + belief.named())
        .toList();
  }

  private static boolean in(Span span, Instant at) {
    Instant from = span.from();
    Instant to = span.to();
    return (from == null || !at.isBefore(from)) && (to == null || at.isBefore(to));
  }

  @Test
  void theTimelineListsSourcesByAuthority() {
    story.source("b", null, 1);
    story.states("a", "act", "a1", "one", "2024-01-01", null);
    story.states("b", "act", "b2", "two", "2024-03-01", null);
    story.states("b", "act", "b1", "one", "2024-01-01", null);

    assertThat(
            story.history.timeline(story.tenant, Filter.document("act"), Known.latest()).results())
        .extracting(Citation::label)
        .containsExactly("b1", "b2", "a1");
  }

  @Test
  void whatWasLearnedAboutADayIsOneEntryForEachSpanOfSystemTime() {
    Receipt first = story.states("gov", "act", "v1", "one", "2024-01-01", null);
    story.states("gov", "act", "v2", "two", "2024-06-01", null);
    Receipt third = story.corrects("gov", "act", "v3", "three", "2024-03-01", null);
    Receipt fourth = story.retracts("gov", "act", "2024-04-01", "2024-05-01");

    Answer<Learned> learned =
        story.history.learned(
            story.tenant, Filter.document("act"), about("2024-04-15T00:00:00Z"), Known.latest());

    assertThat(learned.results())
        .extracting(Learned::known)
        .containsExactly(
            new Span(first.systemTime(), third.systemTime()),
            new Span(third.systemTime(), fourth.systemTime()),
            new Span(fourth.systemTime(), null));
    assertThat(learned.results())
        .extracting(entry -> entry.results().getFirst().named())
        .containsExactly("v1", "v3", "retracted");
    assertThat(learned.results().getLast().recorded().kind()).isEqualTo("retract");
  }

  @Test
  void aLaterSightTurnsWhatWasPresumedIntoObserved() {
    Receipt first = story.shows("crawler", "page", "2024-01-01T00:00:00Z", "a", "text");
    Receipt second = story.shows("crawler", "page", "2024-02-01T00:00:00Z", "b", "text");

    Answer<Learned> learned =
        story.history.learned(
            story.tenant, Filter.document("page"), about("2024-01-15T00:00:00Z"), Known.latest());

    assertThat(learned.results())
        .extracting(Learned::known)
        .containsExactly(
            new Span(first.systemTime(), second.systemTime()), new Span(second.systemTime(), null));
    assertThat(learned.results())
        .extracting(entry -> entry.results().getFirst().state().word())
        .containsExactly("presumed", "observed");
    for (Learned entry : learned.results()) {
      Answer<Citation> asked =
          story.inForce(
              "page", "2024-01-15T00:00:00Z", Known.token(entry.recorded().transaction()));
      assertThat(asked.results().getFirst().seen()).isEqualTo(entry.results().getFirst().seen());
    }
  }

  @Test
  void changesNameWhatWasBelievedBeforeAndSinceForEachPartOfValidTime() {
    Receipt first = story.states("gov", "act", "v1", "one", "2024-01-01", null);
    story.states("gov", "unmoved", "u", "same", "2024-01-01", null);
    Receipt wrong = story.corrects("gov", "act", "vx", "wrong", "2024-03-01", "2024-06-01");
    Receipt last = story.corrects("gov", "act", "v2", "two", "2024-03-01", null);
    story.states("gov", "later", "l", "later", "2024-01-01", null);

    Compared<BeliefChange> changes =
        story.history.changes(story.tenant, Filter.all(), at(first), at(last));

    assertThat(changes.before().token()).isEqualTo(first.sequence());
    assertThat(changes.token()).isEqualTo(last.sequence());
    assertThat(changes.results())
        .extracting(BeliefChange::document)
        .containsExactly("act", "unmoved");
    BeliefChange change = changes.results().getFirst();
    assertThat(change.valid()).isEqualTo(new Span(MARCH, null));
    assertThat(change.lane()).isEqualTo(ValidityState.ASSERTED);
    assertThat(there(change.before()).label()).isEqualTo("v1");
    assertThat(there(change.before()).system().to()).isNull();
    assertThat(there(change.after()).label()).isEqualTo("v2");
    assertThat(change.recorded())
        .extracting(Recorded::transaction)
        .containsExactly(wrong.sequence(), last.sequence());
    assertThat(story.history.changes(story.tenant, Filter.all(), at(last), at(last)).results())
        .isEmpty();
  }

  @Test
  void aBeliefThatCameBackInBetweenIsNoChange() {
    Receipt first = story.asserts("gov", "act", "v1", "one", "2024-01-01", null);
    story.corrects("gov", "act", "v2", "two", "2024-03-01", null);
    Receipt back = story.corrects("gov", "act", "v1", "one", "2024-03-01", null);
    assertThat(
            story
                .history
                .changes(story.tenant, Filter.document("act"), at(first), at(back))
                .results())
        .isEmpty();
  }

  @Test
  void changesRefuseTimesInTheWrongOrder() {
    Receipt first = story.states("gov", "act", "v1", "one", "2024-01-01", null);
    Receipt second = story.states("gov", "act", "v2", "two", "2024-06-01", null);
    assertThatThrownBy(
            () -> story.history.changes(story.tenant, Filter.all(), at(second), at(first)))
        .isInstanceOfSatisfying(
            CallerFault.class, fault -> assertThat(fault.code()).isEqualTo(Code.BAD_INPUT));
  }

  @Test
  void exposureSumsUpForHowLongAWrongBeliefWouldHaveBeenTheAnswer() {
    Receipt first = story.states("gov", "act", "v1", "one", "2024-01-01", null);
    story.states("gov", "elsewhere", "x", "x", "2024-01-01", null);
    Receipt second = story.states("gov", "act", "v2", "two", "2024-06-01", null);
    Receipt correction =
        story.corrects("gov", "act", "v1a", "one, corrected", "2024-03-01", "2024-06-01");

    Answer<Exposure> exposure =
        story.history.exposure(story.tenant, correction.sequence(), Known.latest());

    assertThat(exposure.results()).hasSize(1);
    Exposure wrong = exposure.results().getFirst();
    assertThat(wrong.belief().label()).isEqualTo("v1");
    assertThat(wrong.belief().valid()).isEqualTo(new Span(MARCH, JUNE));
    assertThat(wrong.belief().system())
        .isEqualTo(new Span(first.systemTime(), correction.systemTime()));
    assertThat(wrong.served())
        .isEqualTo(Duration.between(first.systemTime(), correction.systemTime()));
    assertThat(there(wrong.instead()).label()).isEqualTo("v1a");
    assertThat(second.systemTime()).isBetween(first.systemTime(), correction.systemTime());
    long statement =
        correction.opened().stream()
            .filter(row -> "v1a".equals(row.label()))
            .findFirst()
            .orElseThrow()
            .statement();
    assertThat(
            story
                .history
                .exposure(story.tenant, new StatementId(statement), Known.latest())
                .results())
        .isEqualTo(exposure.results());
    assertThat(story.history.exposure(story.tenant, first.sequence(), Known.latest()).results())
        .isEmpty();
  }

  @Test
  void aPresumedBeliefWasNotServedWhereAnAssertedOneAnswered() {
    Receipt look = story.shows("gov", "act", "2024-01-01T00:00:00Z", "seen", "one");
    Receipt asserted = story.asserts("gov", "act", "v1", "stated", "2024-01-01", null);
    Receipt other = story.shows("gov", "act", "2024-03-01T00:00:00Z", "seen later", "two");

    Answer<Exposure> exposure =
        story.history.exposure(story.tenant, other.sequence(), Known.latest());

    assertThat(exposure.results()).hasSize(1);
    assertThat(exposure.results().getFirst().belief().system())
        .isEqualTo(new Span(look.systemTime(), asserted.systemTime()));
    assertThat(exposure.results().getFirst().belief().valid()).isEqualTo(new Span(MARCH, null));
  }

  @Test
  void aSightOfAbsenceEndsTheExposureOfTheTextBeneathIt() {
    Receipt first = story.states("gov", "act", "v1", "one", "2024-01-01", null);
    Receipt gone = story.showsNothing("gov", "act", "2024-06-01T00:00:00Z");
    Receipt third = story.corrects("gov", "act", "v2", "two", "2024-01-01", null);

    assertThat(story.history.exposure(story.tenant, third.sequence(), Known.latest()).results())
        .extracting(Exposure::belief)
        .filteredOn(belief -> "v1".equals(belief.label()))
        .extracting(Citation::valid, Citation::system)
        .containsExactlyInAnyOrder(
            org.assertj.core.groups.Tuple.tuple(
                new Span(JANUARY, JUNE), new Span(first.systemTime(), third.systemTime())),
            org.assertj.core.groups.Tuple.tuple(
                new Span(JUNE, null), new Span(first.systemTime(), gone.systemTime())));
  }

  @Test
  void exposureOfATransactionThatDoesNotExistIsRefused() {
    assertThatThrownBy(() -> story.history.exposure(story.tenant, 7, Known.latest()))
        .hasMessageStartingWith("there is no transaction 7");
    assertThatThrownBy(
            () -> story.history.exposure(story.tenant, new StatementId(7), Known.latest()))
        .isInstanceOfSatisfying(
            CallerFault.class, fault -> assertThat(fault.code()).isEqualTo(Code.UNKNOWN_STATEMENT));
  }
}
