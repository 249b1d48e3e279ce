package dev.asof.ask;

import static dev.asof.index.Story.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.asof.cite.Found;
import dev.asof.cite.Hit;
import dev.asof.eligible.StatePolicy;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.AnswerJson;
import dev.asof.history.Filter;
import dev.asof.history.Known;
import dev.asof.history.Notice;
import dev.asof.index.Story;
import dev.asof.index.WithStory;
import dev.asof.time.State;
import dev.asof.time.TimeInput;
import dev.asof.write.Change;
import dev.asof.write.Receipt;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import org.apache.commons.io.file.PathUtils;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AskTest extends WithStory {
  private Ask ask;

  @BeforeEach
  void begin() {
    ask = new Ask(database.database(), index);
  }

  private static String notice(String words) {
    return "# Notice\n\nWe give " + words + " of notice before we change this agreement.\n";
  }

  private Asked ask(String question, @Nullable String about, Known known, int k) {
    return ask.ask(story.tenant(), Request.of(question).about(moment(about)).known(known).top(k));
  }

  private Asked ask(String question, @Nullable String about) {
    return ask(question, about, Known.latest(), 5);
  }

  private static @Nullable TimeInput moment(@Nullable String about) {
    return about == null ? null : new TimeInput.Moment(Story.day(about));
  }

  private static List<String> labels(Asked answer) {
    return answer.results().stream()
        .map(hit -> hit.citation().source() + " " + hit.citation().label())
        .toList();
  }

  private static double bm25(Hit hit) {
    return Objects.requireNonNull(hit.factors()).number("bm25").orElseThrow();
  }

  private static List<String> codes(Asked answer) {
    return answer.allNotices().stream().map(notice -> notice.code().word()).toList();
  }

  @Test
  void oneQuestionHasTwoAnswersAtTwoValidTimes() {
    story.asserts("terms", "site", "v1", notice("thirty days"), "2024-01-01", null);
    story.asserts("terms", "site", "v2", notice("sixty days"), "2024-06-01", null);

    Hit before =
        ask("how much notice before a change?", "2024-05-31T23:59:59.999999Z").results().getFirst();
    Hit after = ask("how much notice before a change?", "2024-06-01").results().getFirst();

    assertThat(before.text()).contains("thirty days");
    assertThat(before.citation().label()).isEqualTo("v1");
    assertThat(before.citation().state()).isEqualTo(State.ASSERTED);
    assertThat(before.citation().valid().from()).isEqualTo(at("2024-01-01"));
    assertThat(before.citation().valid().to()).isEqualTo(at("2024-06-01"));
    assertThat(before.citation().section()).isEqualTo("notice");
    assertThat(before.citation().passage()).isZero();
    assertThat(before.heading()).isEqualTo("Notice");
    assertThat(after.text()).contains("sixty days");
    assertThat(after.citation().label()).isEqualTo("v2");
    assertThat(ask("notice", "2024-06-01").results()).hasSize(1);
  }

  @Test
  void aCorrectionLeavesTheOldAnswerAsKnownBefore() {
    story.asserts("terms", "site", "v1", notice("thirty days"), "2024-01-01", null);
    Receipt before = story.asserts("terms", "site", "v2", notice("sixty days"), "2024-06-01", null);
    Receipt corrected = story.corrects("terms", "site", "v1", "2024-06-01", "2024-07-01");

    assertThat(labels(ask("notice", "2024-06-15", Known.token(before.sequence()), 5)))
        .containsExactly("site v2");
    assertThat(labels(ask("notice", "2024-06-15", Known.token(corrected.sequence()), 5)))
        .containsExactly("site v1");
    assertThat(
            ask("notice", "2024-06-15", Known.token(before.sequence()), 5)
                .results()
                .getFirst()
                .citation()
                .system()
                .to())
        .as("what ended later is not known yet")
        .isNull();
  }

  @Test
  void withoutATimeTheAnswerIsWhatIsInEffectNowAndSaysSo() {
    story.asserts("terms", "site", "v1", notice("thirty days"), "2024-01-01", null);
    story.asserts("terms", "site", "v2", notice("sixty days"), "2199-01-01", null);

    Asked answer = ask("notice", null);

    assertThat(labels(answer)).containsExactly("site v1");
    assertThat(codes(answer)).contains("no-time-given");
    assertThat(answer.token()).isEqualTo(2);
    assertThat(answer.index().sequence()).isGreaterThanOrEqualTo(2);
  }

  @Test
  void aTextOfTwoSourcesIsOnePassageThatNamesBothWithTheirOwnDates() {
    story.asserts("terms", "site", "s1", notice("thirty days"), "2024-01-01", "2024-06-01");
    story.asserts("terms", "archive", "a1", notice("thirty days"), "2024-02-01", null);
    story.write(new Change.SetSource("archive", null, null, 1, null, null, null));
    story.write(new Change.SetSource("site", null, null, 2, null, null, null));

    Hit both = ask("notice", "2024-03-01").results().getFirst();
    assertThat(both.citation().source()).isEqualTo("archive");
    assertThat(both.also())
        .singleElement()
        .satisfies(other -> {
          assertThat(other.source()).isEqualTo("site");
          assertThat(other.valid().to()).isEqualTo(at("2024-06-01"));
        });
    assertThat(labels(ask("notice", "2024-01-15"))).containsExactly("site s1");
    assertThat(labels(ask("notice", "2024-06-01"))).containsExactly("archive a1");
  }

  @Test
  void filteringByOneSourceStillFillsK() {
    for (int i = 0; i < 40; i++) {
      story.asserts(
          "terms-" + i, "noise", "n", notice(i + " notice notice notice days"), "2024-01-01", null);
    }
    for (int i = 0; i < 6; i++) {
      story.asserts(
          "rules-" + i,
          "site",
          "s",
          "# Rule\n\nA rule that mentions notice " + i + ".\n",
          "2024-01-01",
          null);
      // The same text holds from another source too, but not at that time.
      story.asserts(
          "rules-" + i,
          "noise",
          "late",
          "# Rule\n\nA rule that mentions notice " + i + ".\n",
          "2025-01-01",
          null);
    }

    Asked answer =
        ask.ask(
            story.tenant(),
            Request.of("notice").about(moment("2024-03-01")).of(Filter.all().from("site")));

    assertThat(labels(answer)).hasSize(5).allMatch("site s"::equals);
    assertThat(answer.results()).allSatisfy(hit -> assertThat(hit.also()).isEmpty());
    assertThat(
            labels(
                ask.ask(
                    story.tenant(),
                    Request.of("notice")
                        .about(moment("2024-03-01"))
                        .of(Filter.document("rules-3").from("noise")))))
        .isEmpty();
  }

  @Test
  void whatTheDatabaseDoesNotHoldIsDroppedAndReplaced() {
    for (int i = 0; i < 8; i++) {
      story.asserts("terms-" + i, "site", "v", notice(i + " days"), "2024-01-01", null);
    }
    assertThat(ask("notice", "2024-03-01", Known.latest(), 3).results()).hasSize(3);
    // Behind the ledger's back, so that the index goes on believing it.
    database.asOwner(sql ->
        sql.execute(
            "update asof.document_validity set system_to = system_from + interval '1 microsecond'"
                + " where tenant = {0} and document_id in (select document_id from asof.document"
                + " where tenant = {0} and key in ('terms-0', 'terms-1'))",
            DSL.val(story.tenant().value())));
    // One that has not kept the answer from before.
    ask = new Ask(database.database(), index);

    Asked answer = ask("notice", "2024-03-01", Known.latest(), 3);

    assertThat(answer.results())
        .hasSize(3)
        .allSatisfy(hit -> assertThat(hit.citation().document()).isNotIn("terms-0", "terms-1"));
    assertThat(ask("notice", "2024-03-01", Known.latest(), 100).results()).hasSize(6);
  }

  @Test
  void textsOfUnknownValidityComeLastAndSaySo() {
    story.puts("terms", "site", "u", "# Notice\n\nNotice notice notice.\n");
    story.asserts(
        "rules",
        "site",
        "a",
        "# Rule\n\nA long rule that in passing mentions a notice among other words.\n",
        "2024-01-01",
        null);

    Asked answer =
        ask.ask(story.tenant(), Request.of("notice").about(moment("2024-03-01")).explained(true));

    assertThat(labels(answer)).containsExactly("site a", "site u");
    Hit unknown = answer.results().getLast();
    assertThat(unknown.tier()).isEqualTo(2);
    assertThat(unknown.citation().state()).isEqualTo(State.UNKNOWN);
    assertThat(bm25(unknown))
        .as("though it matches better")
        .isGreaterThan(bm25(answer.results().getFirst()));
    assertThat(unknown.remarks()).anyMatch(remark -> remark.startsWith("validity unknown"));
    Asked strict =
        ask.ask(
            story.tenant(),
            Request.of("notice")
                .about(moment("2024-03-01"))
                .inStates(new StatePolicy(EnumSet.of(State.ASSERTED))));
    assertThat(labels(strict)).containsExactly("site a");
  }

  @Test
  void aSourceThatSaysMoreIsNotAnsweredWithItsUnknownText() {
    story.puts("terms", "site", "u", notice("unknown days"));
    story.asserts("terms", "site", "a", notice("thirty days"), "2024-01-01", null);

    Asked answer = ask("notice", "2024-03-01");

    assertThat(labels(answer)).containsExactly("site a");
    assertThat(codes(answer)).contains("unknown-text");
  }

  @Test
  void beyondTheLastSightATextIsPresumedAndAStrictPolicyDropsIt() {
    story.sees("terms", "site", "o", notice("thirty days"), "2024-01-01");
    story.sees("terms", "site", "o", notice("thirty days"), "2024-02-01");

    assertThat(ask("notice", "2024-01-15").results().getFirst().citation().state())
        .isEqualTo(State.OBSERVED);
    Hit presumed = ask("notice", "2024-03-01").results().getFirst();
    assertThat(presumed.citation().state()).isEqualTo(State.PRESUMED);
    assertThat(presumed.remarks()).anyMatch(remark -> remark.contains("2024-02-01"));
    assertThat(
            ask.ask(
                    story.tenant(),
                    Request.of("notice")
                        .about(moment("2024-03-01"))
                        .inStates(new StatePolicy(EnumSet.of(State.ASSERTED, State.OBSERVED))))
                .results())
        .isEmpty();
  }

  @Test
  void beneathASightOfAbsenceTheAssertedTextIsCitedWithThatRemark() {
    story.asserts("terms", "site", "a", notice("thirty days"), "2024-01-01", null);
    // An operator's statement would stand against an earlier look only.
    story.findsGone("terms", "site", "2024-03-01");

    Asked answer = ask("notice", "2024-04-01");

    assertThat(labels(answer)).containsExactly("site a");
    assertThat(answer.results().getFirst().remarks())
        .anyMatch(remark -> remark.contains("no longer shows"));
    assertThat(codes(answer)).contains("no-end-stated");
  }

  @Test
  void atAGapNothingAppliedAndTheNeighboursAreNamed() {
    story.asserts("terms", "site", "v1", notice("thirty days"), "2024-01-01", "2024-02-01");
    story.asserts("terms", "site", "v2", notice("sixty days"), "2024-03-01", null);
    story.asserts(
        "other", "site", "o", "# Other\n\nSomething else altogether.\n", "2024-01-01", null);

    Asked answer = ask("notice before a change", "2024-02-15");

    assertThat(answer.results()).isEmpty();
    Notice gap = answer.allNotices().getFirst();
    assertThat(gap.code()).isEqualTo(Notice.Kind.NOTHING_IN_FORCE);
    assertThat(gap.beliefs()).extracting(belief -> belief.label()).containsExactly("v1", "v2");
    assertThat(codes(ask("notice before a change", "2024-03-01")))
        .doesNotContain("nothing-in-force");
  }

  @Test
  void sourcesThatDifferAreBothReturnedAndTheConflictIsNamed() {
    story.asserts("terms", "site", "s", notice("thirty days"), "2024-01-01", null);
    story.asserts("terms", "archive", "a", notice("sixty days"), "2024-01-01", null);

    Asked answer = ask("notice", "2024-03-01");

    assertThat(labels(answer)).containsExactlyInAnyOrder("site s", "archive a");
    assertThat(codes(answer)).contains("sources-conflict");
  }

  @Test
  void aDateIsMidnightInEachSourcesOwnZone() {
    story.source("tokyo", "Asia/Tokyo", null);
    story.source("york", "America/New_York", null);
    for (String source : List.of("tokyo", "york")) {
      story.asserts(
          "terms-" + source, source, "v1", notice("thirty days"), "2024-01-01", "2024-06-01");
      story.asserts("terms-" + source, source, "v2", notice("sixty days"), "2024-06-01", null);
    }

    Asked answer =
        ask.ask(
            story.tenant(),
            Request.of("notice").about(new TimeInput.Day(LocalDate.of(2024, 6, 1))));

    // Midnight of 1 June is 15:00 UTC the day before in Tokyo and 04:00 UTC in New York.
    assertThat(labels(answer)).containsExactlyInAnyOrder("tokyo v1", "york v2");
    assertThat(answer.parts().getFirst().about()).isEqualTo("2024-06-01");
  }

  @Test
  void theRightsOfASourceDecideWhatIsShown() {
    story.asserts("terms", "site", "v1", notice("thirty days"), "2024-01-01", null);
    story.write(new Change.SetSource("site", null, null, null, "excerpt", 4, null));
    Hit excerpt = ask("notice", "2024-03-01").results().getFirst();
    assertThat(excerpt.text()).isEqualTo("# Notice\n\nWe give ...");
    assertThat(excerpt.remarks()).anyMatch(remark -> remark.contains("may have changed"));

    story.write(new Change.SetSource("site", null, null, null, "link", null, null));
    Hit link = ask("notice", "2024-03-01").results().getFirst();
    assertThat(link.text()).isNull();
    assertThat(link.citation().sha256()).isNotNull();
  }

  @Test
  void theSectionAndTheDocumentThatTheQuestionNamesWin() {
    story.asserts(
        "code/a",
        "site",
        "v1",
        """
        # Article 16

        Notice, notice and notice again.

        # Article 17

        A quiet provision about a notice.
        """,
        "2024-01-01",
        null);
    story.asserts(
        "code/b", "site", "v1", "# Preface\n\nNotice notice notice notice.\n", "2024-01-01", null);

    assertThat(
            ask("what notice does Article 17 want?", "2024-03-01")
                .results()
                .getFirst()
                .citation()
                .section())
        .isEqualTo("article-17");
    assertThat(ask("notice in code/b", "2024-03-01").results().getFirst().citation().document())
        .isEqualTo("code/b");
    assertThat(ask("notice in code/a", "2024-03-01").results().getFirst().citation().document())
        .isEqualTo("code/a");
  }

  static List<String> hostile() {
    return List.of(
        "",
        "   ",
        "\"notice",
        "notice AND",
        "OR notice NOT",
        "(notice",
        "notice]]",
        "notice~2^9 +x -y",
        "*:*",
        "no?ice*",
        "{!func}notice",
        "\\",
        "/notice/",
        "\u0000notice\uD800",
        "the of and to a",
        "notice ".repeat(10_000),
        String.join(
            " ",
            java.util.stream.IntStream.range(0, 10_000)
                .mapToObj(i -> "word" + i + " §" + i + " a/" + i)
                .toList()),
        "'; drop table tenant; --",
        "notice\n\t\r",
        "🙂 notice 告知");
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void noQuestionIsAnError(String question) {
    story.asserts("terms", "site", "v1", notice("thirty days"), "2024-01-01", null);

    Asked answer = ask(question, "2024-03-01");

    if (question.contains("notice") || question.contains("no?ice")) {
      assertThat(answer.results().size() + (question.contains("?") ? 1 : 0)).isPositive();
    }
    if (question.isBlank()) {
      assertThat(codes(answer)).contains("no-words");
    }
    assertThat(ask.searchEverything(story.tenant(), question, 3)).hasSizeLessThanOrEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 1_001})
  void aNumberOfPassagesOutOfBoundsIsRefused(int k) {
    assertThatThrownBy(() -> ask("notice", null, Known.latest(), k))
        .isInstanceOfSatisfying(
            CallerFault.class, e -> assertThat(e.code()).isEqualTo(Code.BAD_INPUT));
  }

  @Test
  void namesThatWereNotKnownAreRefused() {
    story.asserts("terms", "site", "v1", notice("thirty days"), "2024-01-01", null);

    assertThatThrownBy(
            () -> ask.ask(story.tenant(), Request.of("notice").of(Filter.document("term"))))
        .isInstanceOfSatisfying(
            CallerFault.class, e -> assertThat(e.code()).isEqualTo(Code.UNKNOWN_DOCUMENT))
        .hasMessageContaining("terms");
    assertThatThrownBy(
            () -> ask.ask(story.tenant(), Request.of("notice").of(Filter.all().from("nobody"))))
        .isInstanceOfSatisfying(
            CallerFault.class, e -> assertThat(e.code()).isEqualTo(Code.UNKNOWN_SOURCE));
  }

  @Test
  void anEmptyTenantAnswersNothing() {
    assertThat(ask("notice", null).results()).isEmpty();
    assertThat(ask("notice", "2024-01-01").results()).isEmpty();
  }

  @Test
  void theAnswersAreTheSameAfterARebuild() throws Exception {
    for (int i = 0; i < 30; i++) {
      String document = "terms-" + i % 10;
      story.asserts(
          document,
          "site",
          "v" + i,
          notice(i + " days") + "\n# Fees\n\nThe fee is " + i + ".\n",
          "2024-01-" + String.format(java.util.Locale.ROOT, "%02d", 1 + i),
          null);
      ask("fee", "2024-02-01");
    }
    Asked before = ask("which notice and which fee", "2024-01-20", Known.latest(), 50);

    PathUtils.cleanDirectory(folder);
    Asked after = ask("which notice and which fee", "2024-01-20", Known.latest(), 50);

    assertThat(after.results()).isEqualTo(before.results()).isNotEmpty();
    assertThat(after.allNotices()).isEqualTo(before.allNotices());
  }

  @Test
  void plainSearchFindsEveryVersionAndSaysWhereAPassageComesFrom() {
    story.asserts("terms", "site", "v1", notice("thirty days"), "2024-01-01", null);
    story.asserts("terms", "site", "v2", notice("sixty days"), "2024-06-01", null);
    story.asserts("terms", "site", "v3", notice("thirty days"), "2024-09-01", null);

    List<Found> found = ask.searchEverything(story.tenant(), "thirty days of notice", 5);

    assertThat(found).hasSize(2);
    assertThat(found.getFirst().text()).contains("thirty");
    assertThat(found.getFirst().origins())
        .extracting(Found.Origin::label)
        .containsExactly("v1", "v3");
    assertThat(found.getFirst().origins().getFirst().valid().getFirst().to())
        .isEqualTo(at("2024-06-01"));
  }

  @Test
  void anAnswerIsOneValueInJsonWithTheNamesOthersScriptAgainst() {
    story.asserts("terms", "site", "v1", notice("thirty days"), "2024-01-01", null);

    var json = AnswerJson.mapper().readTree(AnswerJson.line(ask("notice", "2024-03-01")));

    assertThat(json.propertyNames())
        .containsExactly(
            "question",
            "kind",
            "times",
            "sentence",
            "asks",
            "known",
            "token",
            "parts",
            "notices",
            "index");
    var part = json.get("parts").get(0);
    assertThat(part.propertyNames())
        .containsExactly(
            "label", "reading", "about", "during", "known", "token", "results", "notices");
    var hit = part.get("results").get(0);
    assertThat(hit.propertyNames())
        .contains(
            "document",
            "version",
            "section",
            "passage",
            "source",
            "state",
            "valid",
            "system",
            "sha256",
            "label",
            "title",
            "text",
            "heading",
            "score",
            "tier",
            "also",
            "remarks",
            "permalink");
    assertThat(hit.get("state").asString()).isEqualTo("asserted");
    assertThat(hit.get("valid").get("from").asString()).isEqualTo("2024-01-01T00:00:00Z");
    assertThat(hit.get("valid").get("to").isNull()).isTrue();
    assertThat(json.get("index").get("sequence").asLong()).isEqualTo(1);
    assertThat(json.get("known").asString())
        .isEqualTo(Objects.requireNonNull(ask("notice", null).known()).toString());
  }
}
