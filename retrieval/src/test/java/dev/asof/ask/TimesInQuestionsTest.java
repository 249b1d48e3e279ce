package dev.asof.ask;

import static dev.asof.index.Story.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.cite.Hit;
import dev.asof.cite.Permalink;
import dev.asof.fold.Why;
import dev.asof.history.Filter;
import dev.asof.history.Known;
import dev.asof.history.Notice;
import dev.asof.history.Span;
import dev.asof.index.Story;
import dev.asof.index.WithStory;
import dev.asof.resolve.QuestionKind;
import dev.asof.resolve.Reason;
import dev.asof.time.TimeInput;
import dev.asof.write.Change;
import dev.asof.write.Receipt;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Questions that carry their times in their words, seen from 2024-05-15.
class TimesInQuestionsTest extends WithStory {
  private static final Instant NOW = Instant.parse("2024-05-15T10:00:00Z");
  private Ask ask;

  @BeforeEach
  void begin() {
    ask = new Ask(database.database(), index);
  }

  private static String notice(String words) {
    return "# Notice\n\nWe give " + words + " of notice before we change this agreement.\n";
  }

  /// Thirty days from 2022, sixty from July 2022, ninety from 2023; nothing from 2024 on.
  private Receipt threeTexts() {
    story.asserts("terms", "site", "v1", notice("thirty days"), "2022-01-01", "2022-07-01");
    story.asserts("terms", "site", "v2", notice("sixty days"), "2022-07-01", "2023-01-01");
    return story.asserts("terms", "site", "v3", notice("ninety days"), "2023-01-01", "2024-01-01");
  }

  private Asked ask(String question) {
    return ask.ask(
        story.tenant(), Request.of(question).seenFrom(NOW).inZone(ZoneId.of("Europe/London")));
  }

  private static List<String> labels(Part part) {
    return part.results().stream().map(hit -> String.valueOf(hit.citation().label())).toList();
  }

  private static List<Notice.Kind> codes(Part part) {
    return part.notices().stream().map(Notice::code).toList();
  }

  @Test
  void aDayInTheWordsIsThePoint() {
    threeTexts();

    Asked answer = ask("how much notice was given on 30 June 2022?");

    assertThat(answer.kind()).isEqualTo(QuestionKind.POINT);
    assertThat(answer.parts()).hasSize(1);
    Part part = answer.parts().getFirst();
    assertThat(part.about()).isEqualTo("2022-06-30T00:00:00Z");
    assertThat(labels(part)).containsExactly("v1");
    assertThat(answer.sentence()).contains("2022-06-30");
    assertThat(answer.times().getFirst().text()).isEqualTo("on 30 June 2022");
    assertThat(labels(ask("how much notice was given on 1 July 2022?").parts().getFirst()))
        .containsExactly("v2");
  }

  @Test
  void whatIsGivenIsSaidToBeMeant() {
    Receipt last = threeTexts();
    Request question = Request.of("how much notice was given?").seenFrom(NOW);
    TimeInput day = new TimeInput.Day(LocalDate.parse("2022-06-30"));
    Known token = Known.token(last.sequence());

    assertThat(ask.ask(story.tenant(), question).sentence())
        .isEqualTo("no time is given: current effective knowledge is meant.");
    assertThat(ask.ask(story.tenant(), question.about(day)).sentence())
        .isEqualTo(
            "as known at the last transaction, as no other time is given. about 2022-06-30, as"
                + " given.");
    assertThat(ask.ask(story.tenant(), question.known(token)).sentence())
        .isEqualTo(
            "as known at @"
                + last.sequence()
                + ", as given. no valid time is given: what is in effect now is meant.");
    assertThat(ask.ask(story.tenant(), question.about(day).known(token)).sentence())
        .isEqualTo("as known at @" + last.sequence() + ", as given. about 2022-06-30, as given.");
    assertThat(
            ask.ask(story.tenant(), Request.of("how much notice in 2023?").seenFrom(NOW).about(day))
                .sentence())
        .doesNotContain("2023")
        .endsWith("about 2022-06-30, as given.");
  }

  @Test
  void theTimeIsNoWordOfTheSearch() {
    story.asserts("terms", "site", "v1", notice("thirty days"), "2022-01-01", null);
    story.asserts(
        "diary",
        "site",
        "d",
        "# Diary\n\nOn 30 June 2022 it rained in June 2022.\n",
        "2022-01-01",
        null);

    assertThat(labels(ask("notice on 30 June 2022").parts().getFirst())).containsExactly("v1");
  }

  @Test
  void aRangeGivesEveryTextThatAppliedInItWithItsOwnDates() {
    threeTexts();

    Part part = ask("notice in 2022").parts().getFirst();

    assertThat(part.about()).isNull();
    assertThat(part.during()).isEqualTo(new Span(at("2022-01-01"), at("2023-01-01")));
    assertThat(labels(part)).containsExactlyInAnyOrder("v1", "v2");
    assertThat(labels(ask("notice before July 2022").parts().getFirst())).containsExactly("v1");
    assertThat(labels(ask("notice since July 2022").parts().getFirst()))
        .containsExactlyInAnyOrder("v2", "v3");
    assertThat(labels(ask("notice until 1 January 2023").parts().getFirst()))
        .as("the end is excluded")
        .containsExactlyInAnyOrder("v1", "v2");
    assertThat(labels(ask("notice after 2022").parts().getFirst())).containsExactly("v3");
  }

  @Test
  void aTextThatAppliedTwiceInTheRangeIsCitedForBothTimes() {
    story.asserts("terms", "site", "a", notice("thirty days"), "2022-01-01", "2022-03-01");
    story.asserts("terms", "site", "b", notice("sixty days"), "2022-03-01", "2022-05-01");
    story.asserts("terms", "site", "c", notice("thirty days"), "2022-05-01", null);

    Part part = ask("thirty days notice in 2022").parts().getFirst();

    Hit first = part.results().getFirst();
    assertThat(first.citation().label()).isEqualTo("a");
    assertThat(first.also()).extracting(other -> other.label()).containsExactly("c");
    assertThat(labels(part)).containsExactly("a", "b");
  }

  @Test
  void aRangeInDaysIsTheDaysOfEachSource() {
    story.source("tokyo", "Asia/Tokyo", null);
    // It ends where 2022 begins in Tokyo, and in London nine hours later.
    story.asserts(
        "terms", "tokyo", "old", notice("thirty days"), "2021-01-01", "2021-12-31T15:00:00Z");
    story.asserts("terms", "site", "late", notice("sixty days"), "2021-01-01", "2022-01-01");

    assertThat(ask("notice in 2022").parts().getFirst().results()).isEmpty();
    assertThat(labels(ask("notice on 31 December 2021").parts().getFirst()))
        .containsExactlyInAnyOrder("old", "late");
  }

  @Test
  void theReadingNamesTheZoneInWhichTheDaysWereRead() {
    threeTexts();
    story.source("tokyo", "Asia/Tokyo", null);
    Request seoul =
        Request.of("notice in August 2022").seenFrom(NOW).inZone(ZoneId.of("Asia/Seoul"));

    Asked answer = ask.ask(story.tenant(), seoul);

    assertThat(answer.sentence())
        .contains("in each source's own zone, seen from Asia/Seoul")
        .endsWith(" The days are those of Asia/Tokyo for tokyo; UTC (zone assumed) for site.");
    assertThat(answer.parts().getFirst().during())
        .as("of both zones together")
        .isEqualTo(new Span(Instant.parse("2022-07-31T15:00:00Z"), at("2022-09-01")));
    assertThat(
            ask.ask(story.tenant(), seoul.inWords("notice on 1 August 2022 at 10:00")).sentence())
        .endsWith("(not included), Asia/Seoul.");
  }

  @Test
  void comparedPeriodsAreAskedOneByOneAndLabelled() {
    threeTexts();

    Asked answer = ask("compare the notice in 2022 and in 2023");

    assertThat(answer.kind()).isEqualTo(QuestionKind.COMPARISON);
    assertThat(answer.parts()).extracting(Part::label).containsExactly("2022", "2023");
    assertThat(labels(answer.parts().getFirst())).containsExactlyInAnyOrder("v1", "v2");
    assertThat(labels(answer.parts().getLast())).containsExactly("v3");
    assertThat(answer.results()).allSatisfy(hit -> assertThat(hit.period()).isIn("2022", "2023"));
  }

  @Test
  void aSeriesHasOnePartForEachPeriodAndAGapSaysSo() {
    threeTexts();

    Asked answer = ask("notice in each year from 2021 to 2023");

    assertThat(answer.kind()).isEqualTo(QuestionKind.SERIES);
    assertThat(answer.parts()).extracting(Part::label).containsExactly("2021", "2022", "2023");
    Part gap = answer.parts().getFirst();
    assertThat(gap.results()).isEmpty();
    assertThat(codes(gap)).contains(Notice.Kind.NOTHING_IN_FORCE);
    Notice notice = gap.notices().getFirst();
    assertThat(notice.beliefs()).extracting(belief -> belief.label()).containsExactly("v1");
  }

  @Test
  void aHistoryTellsEveryTextInOrderAndHowOftenItChanged() {
    threeTexts();

    Asked answer = ask("has the notice ever changed?");

    assertThat(answer.kind()).isEqualTo(QuestionKind.HISTORY);
    Part part = answer.parts().getFirst();
    assertThat(labels(part)).containsExactly("v1", "v2", "v3");
    Notice changed =
        part.notices().stream()
            .filter(notice -> notice.code() == Notice.Kind.CHANGED)
            .findFirst()
            .orElseThrow();
    assertThat(changed.sentence())
        .contains("terms # notice changed 2 times: 2022-07-01T00:00:00Z, 2023-01-01T00:00:00Z");
  }

  @Test
  void aHistoryKnowsTypographyAndReturnsAndTextsThatNeverChanged() {
    story.asserts("terms", "site", "a", notice("thirty \"days\""), "2022-01-01", "2022-03-01");
    story.asserts("terms", "site", "b", notice("thirty “days”"), "2022-03-01", "2022-05-01");
    story.asserts("terms", "site", "c", notice("sixty days"), "2022-05-01", "2022-06-01");
    story.asserts("terms", "site", "d", notice("thirty “days”"), "2022-06-01", null);
    story.asserts("rules", "site", "r", "# Quorum\n\nThree members.\n", "2022-01-01", null);

    Part part = ask("did the notice ever change?").parts().getFirst();
    assertThat(labels(part)).containsExactly("a", "b", "c", "d");
    assertThat(part.notices().toString())
        .contains("changed 3 times: 2022-03-01T00:00:00Z (typography only), 2022-05-01");

    Part never = ask("did the quorum of members ever change?").parts().getFirst();
    assertThat(codes(never)).contains(Notice.Kind.NEVER_CHANGED);
    assertThat(labels(never)).containsExactly("r");
  }

  private void isOutOfForce(String section, String from, String to) {
    story.write(
        new Change.OverrideSection(
            Change.Place.of("terms", "site").in(section),
            new Change.Content.Nothing(Why.WITHDRAWN),
            Story.day(from),
            Story.day(to)));
  }

  @Test
  void aHistoryIsCutWhereTheSectionWasOutOfForce() {
    threeTexts();
    isOutOfForce("notice", "2022-09-01", "2022-10-01");

    Part part = ask("has the notice ever changed?").parts().getFirst();

    assertThat(labels(part)).containsExactly("v1", "v2", "v2", "v3");
    assertThat(part.results())
        .extracting(hit -> hit.citation().valid())
        .containsExactly(
            new Span(at("2022-01-01"), at("2022-07-01")),
            new Span(at("2022-07-01"), at("2022-09-01")),
            new Span(at("2022-10-01"), at("2023-01-01")),
            new Span(at("2023-01-01"), at("2024-01-01")));
    assertThat(part.results().get(1).remarks())
        .anyMatch(remark ->
            remark.startsWith(
                "the section is not in force (withdrawn) [2022-09-01T00:00:00Z,"
                    + " 2022-10-01T00:00:00Z), known since @"));
    assertThat(part.notices().toString())
        .contains("changed 3 times: 2022-07-01T00:00:00Z, 2022-10-01T00:00:00Z (again, after a")
        .contains(
            "; not in force [2022-09-01T00:00:00Z, 2022-10-01T00:00:00Z), [2024-01-01T00:00:00Z,"
                + " unbounded); as known at");
    assertThat(part.results())
        .as("each permalink is at an instant at which its text applied")
        .allSatisfy(hit ->
            assertThat(
                    new Permalinks(database.database())
                        .open(story.tenant(), Permalink.parse(hit.permalink()))
                        .citation()
                        .valid())
                .isEqualTo(hit.citation().valid()));
  }

  @Test
  void aHistoryNamesOtherSectionsThatWentTheirOwnWay() {
    story.asserts(
        "terms",
        "site",
        "v1",
        notice("thirty days") + "\n# Fees\n\nA fee applies.\n",
        "2022-01-01",
        null);
    isOutOfForce("fees", "2022-09-01", "2022-10-01");

    Part part = ask("has the notice of agreement ever changed?").parts().getFirst();

    assertThat(codes(part)).contains(Notice.Kind.NEVER_CHANGED, Notice.Kind.SECTIONS_DIFFER);
    assertThat(part.notices().toString())
        .contains(
            "other sections of terms did not follow its versions: fees is not in force (withdrawn)"
                + " [2022-09-01T00:00:00Z, 2022-10-01T00:00:00Z) by site");
  }

  @Test
  void aPointAndARangeCiteASectionForTheTimeItIsInForce() {
    threeTexts();
    isOutOfForce("notice", "2022-09-01", "2022-10-01");

    assertThat(ask("notice on 15 July 2022").results().getFirst().citation().valid())
        .isEqualTo(new Span(at("2022-07-01"), at("2022-09-01")));
    Hit hit = ask("sixty days of notice in the second half of 2022").results().getFirst();
    assertThat(hit.citation().valid()).isEqualTo(new Span(at("2022-07-01"), at("2022-09-01")));
    assertThat(hit.also())
        .extracting(other -> other.valid())
        .containsExactly(new Span(at("2022-10-01"), at("2023-01-01")));
  }

  @Test
  void whereTheSectionAskedAboutIsOutOfForceItIsSaidWhy() {
    threeTexts();
    isOutOfForce("notice", "2022-09-01", "2022-10-01");

    Asked answer = ask("how much notice was given on 15 September 2022?");

    assertThat(answer.results()).isEmpty();
    assertThat(answer.allNotices().toString())
        .contains("did not follow v2: notice is not in force (withdrawn) [2022-09-01T00:00:00Z,");
  }

  @Test
  void whereTheDocumentWasGivenUpItIsSaidByWhomAndWhatAppliedBefore() {
    threeTexts();
    story.terminates("terms", "site", "2023-06-01");

    Notice gap = ask("how much notice was given on 15 July 2023?").allNotices().getFirst();

    assertThat(gap.code()).isEqualTo(Notice.Kind.NOTHING_IN_FORCE);
    assertThat(gap.sentence())
        .contains("nothing of terms was in force at 2023-07-15T00:00:00Z: ")
        .contains("terminated by site [2023-06-01T00:00:00Z, ")
        .contains("; not in force any more: v3 [2023-01-01T00:00:00Z, 2023-06-01T00:00:00Z)");
    assertThat(
            ask.ask(
                    story.tenant(),
                    Request.of("something else altogether")
                        .of(Filter.document("terms"))
                        .seenFrom(NOW)
                        .about(new TimeInput.Day(LocalDate.parse("2023-07-15"))))
                .allNotices())
        .as("a document that is asked of, whatever the words")
        .contains(gap);
  }

  @Test
  void whatWasKnownThenAboutAnotherTimeIsReadOnBothAxes() {
    Receipt before = threeTexts();
    story.corrects("terms", "site", "v1", "2022-07-01", "2022-08-01");
    Instant known = Objects.requireNonNull(before.systemTime());

    Asked answer =
        ask.ask(
            story.tenant(),
            Request.of("what did we know at " + known + " about the notice of 15 July 2022?")
                .inZone(ZoneId.of("UTC")));

    Part part = answer.parts().getFirst();
    assertThat(part.known()).isEqualTo(known);
    assertThat(part.about()).isEqualTo("2022-07-15T00:00:00Z");
    assertThat(labels(part)).containsExactly("v2");
    assertThat(labels(ask("the notice of 15 July 2022").parts().getFirst())).containsExactly("v1");
  }

  @Test
  void whatWasBelievedAtATimeIsWhatAppliedThenAsBelievedThen() {
    Receipt before =
        story.asserts("terms", "site", "v1", notice("thirty days"), "2020-01-01", null);
    story.asserts("terms", "site", "v2", notice("sixty days"), "2020-01-01", null);
    Instant known = Objects.requireNonNull(before.systemTime());

    Asked answer =
        ask.ask(
            story.tenant(),
            Request.of("what did we believe at " + known + " about the notice?")
                .inZone(ZoneId.of("UTC")));

    assertThat(answer.kind()).isEqualTo(QuestionKind.BELIEF);
    assertThat(labels(answer.parts().getFirst())).containsExactly("v1");
    assertThat(codes(answer.parts().getFirst())).contains(Notice.Kind.NO_TIME_GIVEN);
  }

  @Test
  void whatCannotBeReadForCertainIsAskedBackAndNothingIsSearched() {
    threeTexts();

    Asked answer = ask("notice on 03/04/2022");

    assertThat(answer.isAskedBack()).isTrue();
    assertThat(answer.asks().getFirst().reason()).isEqualTo(Reason.NUMERIC_DATE);
    assertThat(answer.parts()).isEmpty();
    assertThat(answer.results()).isEmpty();
  }

  @Test
  void aTimeThatIsGivenGoesBeforeTheWordsAndSaysSo() {
    threeTexts();
    Request request =
        Request.of("notice on 03/04/2022 or in 2023")
            .about(new TimeInput.Day(LocalDate.of(2022, 8, 1)));

    Asked answer = ask.ask(story.tenant(), request);

    assertThat(labels(answer.parts().getFirst())).containsExactly("v2");
    assertThat(answer.notices()).extracting(Notice::code).contains(Notice.Kind.OTHER_TIME_NAMED);
  }

  @Test
  void theGivenKnownGoesBeforeTheWordsToo() {
    Receipt before = threeTexts();
    story.corrects("terms", "site", "v1", "2022-07-01", "2022-08-01");

    Asked answer =
        ask.ask(
            story.tenant(),
            Request.of("the notice of 15 July 2022").known(Known.token(before.sequence())));

    assertThat(labels(answer.parts().getFirst())).containsExactly("v2");
  }
}
