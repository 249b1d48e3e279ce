package dev.asof.history;

import static dev.asof.history.Story.about;
import static dev.asof.history.Story.at;
import static dev.asof.history.Story.codes;
import static dev.asof.history.Story.names;
import static dev.asof.history.Story.there;
import static dev.asof.history.Story.time;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.split.Format;
import dev.asof.time.State;
import dev.asof.write.Change;
import dev.asof.write.NewVersion;
import dev.asof.write.PreparedText;
import dev.asof.write.Receipt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InForceTest {

  private final Story story = new Story();

  @AfterEach
  void drop() {
    story.close();
  }

  @Test
  void atABoundaryTheNextVersionAppliesAndJustBeforeItTheOneBefore() {
    story.states("gov", "act", "v1", "one", "2024-01-01", null);
    story.states("gov", "act", "v2", "two", "2024-06-01", null);

    assertThat(story.labels("act", "2024-05-31T23:59:59.999999Z")).containsExactly("asserted v1");
    assertThat(story.labels("act", "2024-06-01T00:00:00Z")).containsExactly("asserted v2");
    assertThat(story.labels("act", "2024-01-01T00:00:00Z")).containsExactly("asserted v1");
    assertThat(story.labels("act", "2023-12-31T23:59:59.999999Z")).isEmpty();
  }

  @Test
  void aGapNamesTheNearestBeliefsOnBothSidesAsNotInForce() {
    story.states("gov", "act", "v1", "one", "2024-01-01", "2024-02-01");
    story.states("gov", "act", "v2", "two", "2024-06-01", null);

    Answer<Citation> gap = story.inForce("act", "2024-03-01T00:00:00Z");

    assertThat(gap.results()).isEmpty();
    Notice notice = gap.notices().getFirst();
    assertThat(notice.code()).isEqualTo(Notice.Kind.NOTHING_IN_FORCE);
    assertThat(notice.sentence())
        .isEqualTo(
            "nothing of act was in force at 2024-03-01T00:00:00Z; not in force any more: v1"
                + " [2024-01-01T00:00:00Z, 2024-02-01T00:00:00Z); not in force yet: v2"
                + " [2024-06-01T00:00:00Z, unbounded)");
    assertThat(notice.beliefs()).extracting(Citation::label).containsExactly("v1", "v2");
  }

  @Test
  void aCorrectionLeavesTheOldAnswerAsKnownBefore() {
    story.source("gov", "Europe/London", 1);
    Receipt first = story.states("gov", "act", "v1", "one", "2024-01-01", null);
    String before = AnswerJson.line(story.inForce("act", "2024-03-01", at(first)));

    story.corrects("gov", "act", "v1a", "one, corrected", "2024-01-01", null);
    story.source("gov", "America/New_York", 2);
    story.puts("gov", "act", "later", "a later text");

    assertThat(AnswerJson.line(story.inForce("act", "2024-03-01", at(first)))).isEqualTo(before);
    assertThat(before).contains("\"system\":{\"from\":").contains("\"to\":null");
    assertThat(story.labels("act", "2024-03-01")).containsExactly("asserted v1a");
  }

  @Test
  void theEndOfASystemRangeLaterThanTIsNull() {
    Receipt first = story.states("gov", "act", "v1", "one", "2024-01-01", null);
    Receipt second = story.corrects("gov", "act", "v2", "two", "2024-03-01", null);

    Citation known = story.inForce("act", "2024-01-15T00:00:00Z", at(first)).results().getFirst();
    assertThat(known.system()).isEqualTo(new Span(first.systemTime(), null));
    assertThat(known.valid().to()).isNull();
    Citation since = story.inForce("act", "2024-01-15T00:00:00Z", at(second)).results().getFirst();
    assertThat(since.system()).isEqualTo(new Span(second.systemTime(), null));
    assertThat(since.valid().to()).isEqualTo("2024-03-01T00:00:00Z");
  }

  @Test
  void aDateIsLocalMidnightInTheZoneOfEachSource() {
    story.source("auckland", "Pacific/Auckland", 1);
    story.source("honolulu", "Pacific/Honolulu", 2);
    story.write(
        "assert",
        new Change.Assert(
            Change.Place.of("act", "auckland"),
            wanted("nz"),
            time("2024-03-01", "Pacific/Auckland"),
            null,
            false),
        new Change.Assert(
            Change.Place.of("act", "honolulu"),
            wanted("hi"),
            time("2024-03-01", "Pacific/Honolulu"),
            null,
            false));

    Answer<Citation> day = story.inForce("act", "2024-03-01");

    assertThat(names(day)).containsExactly("asserted nz", "asserted hi");
    assertThat(day.about()).isEqualTo("2024-03-01");
    assertThat(there(day.reading().about()).zones())
        .extracting(Reading.InZone::instant)
        .containsExactly(
            Story.instant("2024-02-29T11:00:00Z"), Story.instant("2024-03-01T10:00:00Z"));
    assertThat(story.labels("act", "2024-02-29T11:00:00Z")).containsExactly("asserted nz");
  }

  @Test
  void aMidnightThatTheClocksSkipIsTheFirstInstantAfterTheGapInThatZoneOnly() {
    story.source("brasil", "America/Sao_Paulo", 1);
    story.source("uk", "Europe/London", 2);
    story.write(
        "assert",
        new Change.Assert(
            Change.Place.of("act", "brasil"),
            wanted("br"),
            time("2018-11-04", "America/Sao_Paulo"),
            null,
            false),
        new Change.Assert(
            Change.Place.of("act", "uk"),
            wanted("uk"),
            time("2018-11-04", "Europe/London"),
            null,
            false));

    Answer<Citation> day = story.inForce("act", "2018-11-04");

    assertThat(names(day)).containsExactly("asserted br", "asserted uk");
    assertThat(there(day.reading().about()).zones().getFirst().decision())
        .contains("does not exist in America/Sao_Paulo");
    assertThat(there(day.reading().about()).zones().getLast().decision()).isNull();
    assertThat(story.labels("act", "2018-11-03")).isEmpty();
  }

  @Test
  void aSourceWithoutAZoneIsReadInTheTenantsAndSaysSo() {
    story.write("set", new Change.Set("zone", "Europe/Paris"));
    story.states("gov", "act", "v1", "one", "2024-01-01", null);

    Answer<Citation> day = story.inForce("act", "2024-03-01");

    assertThat(day.about()).isEqualTo("2024-02-29T23:00:00Z");
    assertThat(there(day.reading().about()).zones().getFirst().assumed()).isTrue();
    assertThat(codes(day)).containsExactly("zone-assumed");
  }

  @Test
  void aBeliefThatChangesInsideTheAskedDayIsSaid() {
    story.source("gov", "UTC", 1);
    story.states("gov", "act", "v1", "one", "2024-01-01", null);
    story.states("gov", "act", "v2", "two", "2024-03-01T12:00Z", null);

    Answer<Citation> day = story.inForce("act", "2024-03-01");

    assertThat(names(day)).containsExactly("asserted v1");
    assertThat(codes(day)).containsExactly("changes-inside-day");
    assertThat(day.notices().getFirst().sentence())
        .isEqualTo(
            "what gov says about act changes inside the day, at 2024-03-01T12:00:00Z: from v1 to"
                + " v2");
    assertThat(codes(story.inForce("act", "2024-03-02"))).isEmpty();
    assertThat(codes(story.inForce("act", "2024-02-29"))).isEmpty();
  }

  @Test
  void aSightOfAbsenceComesFirstWithTheTextBeneathItAndSaysThatNoEndWasStated() {
    story.states("gov", "act", "v1", "one", "2024-01-01", null);
    story.showsNothing("gov", "act", "2024-06-01T00:00:00Z");

    assertThat(story.labels("act", "2024-05-31T23:59:59.999999Z")).containsExactly("asserted v1");
    Answer<Citation> since = story.inForce("act", "2024-06-01T00:00:00Z");
    assertThat(names(since)).containsExactly("withdrawn withdrawn", "asserted v1");
    assertThat(codes(since)).containsExactly("no-end-stated");
  }

  @Test
  void anOperatorWhoStatesATextAfterASightOfAbsenceIsBelieved() {
    story.states("gov", "act", "v1", "one", "2024-01-01", null);
    story.showsNothing("gov", "act", "2024-06-01T00:00:00Z");
    story.asserts("gov", "act", "v2", "two", "2024-07-01", null);

    assertThat(story.labels("act", "2024-06-15T00:00:00Z"))
        .containsExactly("withdrawn withdrawn", "asserted v1");
    Answer<Citation> since = story.inForce("act", "2024-07-01T00:00:00Z");
    assertThat(names(since)).containsExactly("asserted v2");
    assertThat(codes(since)).containsExactly("observed-differs");
  }

  @Test
  void aRepealReadsDifferentlyFromNeverStated() {
    story.states("gov", "act", "v1", "one", "2024-01-01", null);
    story.terminates("gov", "act", "2024-06-01");

    Answer<Citation> repealed = story.inForce("act", "2024-06-01T00:00:00Z");
    assertThat(names(repealed)).containsExactly("withdrawn terminated");
    assertThat(repealed.results().getFirst().version()).isNull();
    assertThat(codes(repealed)).isEmpty();
    assertThat(codes(story.inForce("act", "2023-06-01T00:00:00Z")))
        .containsExactly("nothing-in-force");
  }

  @Test
  void anObservedTextIsPresumedBeyondItsLastSightWithTheDistance() {
    story.shows("crawler", "page", "2024-01-01T00:00:00Z", "a", "text a");
    Receipt second = story.shows("crawler", "page", "2024-01-11T00:00:00Z", "a again", "text a");
    story.shows("crawler", "page", "2024-02-01T00:00:00Z", "a third time", "text a");

    Citation between = story.inForce("page", "2024-01-05T00:00:00Z").results().getFirst();
    assertThat(between.state()).isEqualTo(State.OBSERVED);
    assertThat(between.seen())
        .isEqualTo(
            new Seen(
                Story.instant("2024-01-01T00:00:00Z"),
                Story.instant("2024-02-01T00:00:00Z"),
                null));
    Citation after = story.inForce("page", "2024-02-04T00:00:00Z").results().getFirst();
    assertThat(after.state()).isEqualTo(State.PRESUMED);
    assertThat(there(after.seen()).distance()).isEqualTo(Duration.ofDays(3));
    Citation atLastSight = story.inForce("page", "2024-02-01T00:00:00Z").results().getFirst();
    assertThat(atLastSight.state()).isEqualTo(State.OBSERVED);
    Citation asKnownEarlier =
        story.inForce("page", "2024-01-21T00:00:00Z", at(second)).results().getFirst();
    assertThat(asKnownEarlier.state()).isEqualTo(State.PRESUMED);
    assertThat(there(asKnownEarlier.seen()).distance()).isEqualTo(Duration.ofDays(10));
    assertThat(story.labels("page", "2023-12-31T00:00:00Z")).isEmpty();
  }

  @Test
  void whatWasObservedIsReportedBesideWhatIsAsserted() {
    story.states("gov", "act", "v1", "one", "2024-01-01", null);
    story.shows("gov", "act", "2024-02-01T00:00:00Z", "seen", "one");
    story.shows("gov", "act", "2024-03-01T00:00:00Z", "seen later", "something else");

    Answer<Citation> supported = story.inForce("act", "2024-02-15T00:00:00Z");
    assertThat(names(supported)).containsExactly("asserted v1");
    assertThat(codes(supported)).containsExactly("observed-agrees");
    Answer<Citation> contradicted = story.inForce("act", "2024-03-15T00:00:00Z");
    assertThat(names(contradicted)).containsExactly("asserted v1");
    assertThat(codes(contradicted)).containsExactly("observed-differs");
    assertThat(contradicted.notices().getFirst().beliefs())
        .extracting(Citation::label)
        .containsExactly("seen later");
  }

  @Test
  void aTextOfUnknownValidityIsAResultOnlyWhereItsSourceSaysNothingElse() {
    story.puts("gov", "act", "u1", "unknown one");
    story.puts("gov", "act", "u2", "unknown two");

    Citation alone = story.inForce("act", "2024-03-01T00:00:00Z").results().getFirst();
    assertThat(alone.state()).isEqualTo(State.UNKNOWN);
    assertThat(alone.label()).isEqualTo("u2");
    assertThat(alone.earlier()).isEqualTo(1);
    assertThat(codes(story.inForce("act", "2024-03-01T00:00:00Z")))
        .containsExactly("nothing-in-force");

    story.states("gov", "act", "v1", "one", "2024-01-01", null);
    story.puts("gov", "act", "u3", "unknown three");
    Answer<Citation> beside = story.inForce("act", "2024-03-01T00:00:00Z");
    assertThat(names(beside)).containsExactly("asserted v1");
    assertThat(codes(beside)).containsExactly("unknown-text");
    assertThat(beside.notices().getFirst().sentence())
        .startsWith("a later text without effective date was recorded on ")
        .endsWith(" from gov: u3");
  }

  @Test
  void sourcesThatDifferAreAConflictOrderedByAuthorityAsKnownThen() {
    story.source("press", null, null);
    story.source("gov", null, 2);
    story.states("press", "act", "p", "one", "2024-01-01", null);
    Receipt before = story.states("gov", "act", "g", "two", "2024-01-01", null);
    story.source("press", null, 1);

    Answer<Citation> now = story.inForce("act", "2024-03-01T00:00:00Z");
    assertThat(names(now)).containsExactly("asserted p", "asserted g");
    assertThat(codes(now)).containsExactly("sources-conflict");
    assertThat(now.notices().getFirst().sentence())
        .isEqualTo("sources differ: press says p; gov says g");
    assertThat(names(story.inForce("act", "2024-03-01T00:00:00Z", at(before))))
        .containsExactly("asserted g", "asserted p");
  }

  @Test
  void sourcesThatHoldTheSameTextAgree() {
    story.states("gov", "act", "g", "one “two”", "2024-01-01", null);
    story.states("press", "act", "p", "one “two”", "2024-01-01", null);
    assertThat(codes(story.inForce("act", "2024-03-01T00:00:00Z")))
        .containsExactly("sources-agree");
    story.states("blog", "act", "b", "one  \"two\"", "2024-01-01", null);
    assertThat(codes(story.inForce("act", "2024-03-01T00:00:00Z")))
        .containsExactly("sources-differ-in-typography");
  }

  @Test
  void beliefsOfDifferentScopeAreNoConflict() {
    story.write(
        "assert",
        new Change.Assert(
            new Change.Place("act", "gov", "north"), wanted("n"), time("2024-01-01"), null, false),
        new Change.Assert(
            new Change.Place("act", "gov", "south"), wanted("s"), time("2024-01-01"), null, false));

    Answer<Citation> both = story.inForce("act", "2024-03-01T00:00:00Z");
    assertThat(names(both)).containsExactly("asserted n", "asserted s");
    assertThat(both.notices()).isEmpty();
    assertThat(
            names(
                story.history.inForce(
                    story.tenant,
                    Filter.document("act").forScope("south"),
                    about("2024-03-01T00:00:00Z"),
                    Known.latest())))
        .containsExactly("asserted s");
  }

  @Test
  void anUnknownKeyIsRefusedWithSimilarKeysKnownThen() {
    Receipt first = story.states("gov", "privacy-policy", "v1", "one", "2024-01-01", null);
    story.states("gov", "privacy-police", "v1", "one", "2024-01-01", null);

    assertThatThrownBy(() -> story.inForce("privacy-polic", "2024-03-01"))
        .isInstanceOfSatisfying(
            CallerFault.class,
            fault -> {
              assertThat(fault.code()).isEqualTo(Code.UNKNOWN_DOCUMENT);
              assertThat(fault.sentence()).endsWith("; similar: privacy-police, privacy-policy");
            });
    assertThatThrownBy(() -> story.inForce("privacy-polic", "2024-03-01", at(first)))
        .hasMessageEndingWith("; similar: privacy-policy");
    assertThatThrownBy(() -> story.inForce("zzz", "2024-03-01")).hasMessageNotContaining("similar");
  }

  @Test
  void allDocumentsComeInTheOrderOfTheirKeys() {
    for (String key : List.of("b", "a", "Z", "é", "a/b")) {
      story.states("gov", key, "v1", "one of " + key, "2024-01-01", null);
    }
    story.states("gov", "past", "v1", "gone", "2023-01-01", "2023-02-01");

    List<String> keys = new ArrayList<>();
    story.history.inForce(
        story.tenant,
        Filter.all(),
        about("2024-03-01T00:00:00Z"),
        Known.latest(),
        head -> assertThat(head.about()).isEqualTo("2024-03-01T00:00:00Z"),
        document -> keys.add(document.document()));
    assertThat(keys).containsExactly("Z", "a", "a/b", "b", "é");
    assertThat(
            story
                .history
                .inForce(story.tenant, Filter.all(), about("2024-03-01T00:00:00Z"), Known.latest())
                .results())
        .extracting(Citation::document)
        .isEqualTo(keys);
  }

  private static Change.Wanted wanted(String label) {
    return new Change.Wanted.New(
        new NewVersion(
            label,
            null,
            null,
            null,
            null,
            false,
            null,
            PreparedText.of(Format.TEXT, "text of " + label)));
  }
}
