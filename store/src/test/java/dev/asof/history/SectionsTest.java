package dev.asof.history;

import static dev.asof.history.Story.about;
import static dev.asof.history.Story.at;
import static dev.asof.history.Story.codes;
import static dev.asof.history.Story.names;
import static dev.asof.history.Story.there;
import static dev.asof.history.Story.time;
import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.fold.Why;
import dev.asof.id.StatementId;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import dev.asof.time.State;
import dev.asof.time.ValidityState;
import dev.asof.verify.Verification;
import dev.asof.verify.Verifier;
import dev.asof.write.Change;
import dev.asof.write.Receipt;
import dev.asof.write.SourceKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Sections with validity of their own, in every way a document is read.
class SectionsTest {

  private static final String ONE = "# Scope\n\nAll of one.\n\n# Fees\n\nTen.\n";
  private static final String TWO = "# Scope\n\nAll of two.\n\n# Fees\n\nThirty.\n";
  private static final String OWN = "# Fees\n\nTwenty.\n";

  private final Story story = new Story();
  @TempDir private Path home;

  @AfterEach
  void drop() {
    story.close();
  }

  @Test
  void anOverrideIsSaidInEveryReadingAndOnlyAsKnownSinceItWasMade() throws IOException {
    story.asserts("gov", "act", "v1", ONE, "2024-01-01", null);
    Receipt before = story.asserts("gov", "act", "v2", TWO, "2024-06-01", null);
    Receipt override = overrides("own", OWN, "2024-03-01", "2024-04-01");

    Answer<Citation> inForce = story.inForce("act", "2024-03-15");
    assertThat(names(inForce)).containsExactly("asserted v1");
    assertThat(codes(inForce)).contains("sections-differ");
    assertThat(codes(story.inForce("act", "2024-03-15", at(before))))
        .doesNotContain("sections-differ");
    assertThat(codes(story.inForce("act", "2024-04-01"))).doesNotContain("sections-differ");
    assertThat(text("2024-03-15", Known.latest())).isEqualTo("# Scope\n\nAll of one.\n\n" + OWN);
    assertThat(text("2024-03-15", at(before))).isEqualTo(ONE);
    assertThat(text("2024-02-29T23:59:59.999999Z", Known.latest())).isEqualTo(ONE);

    assertThat(
            story.history.timeline(story.tenant, Filter.document("act"), Known.latest()).results())
        .filteredOn(line -> "fees".equals(line.section()))
        .extracting(Citation::label, Citation::transaction)
        .containsExactly(org.assertj.core.groups.Tuple.tuple("own", override.sequence()));
    assertThat(
            story
                .history
                .history(story.tenant, Filter.document("act"), Known.latest(), false)
                .results())
        .filteredOn(line -> "fees".equals(line.belief().section()))
        .extracting(HistoryLine::operation)
        .containsExactly("override");
    assertThat(
            story
                .history
                .learned(story.tenant, Filter.document("act"), about("2024-03-15"), Known.latest())
                .results())
        .extracting(learned -> learned.recorded().transaction())
        .contains(override.sequence());
    DocumentDiff diff =
        story
            .history
            .diff(
                story.tenant,
                Filter.document("act"),
                new History.Asked(about("2024-02-01"), Known.latest()),
                new History.Asked(about("2024-03-15"), Known.latest()))
            .results()
            .getFirst();
    assertThat(diff.sections())
        .extracting(DocumentDiff.SectionDiff::section)
        .containsExactly("fees");

    story.history.reconstruct(story.tenant, about("2024-03-15"), Known.latest(), home.resolve("r"));
    assertThat(Files.readString(home.resolve("r").resolve("act.md")))
        .isEqualTo("# Scope\n\nAll of one.\n\n" + OWN);
    assertThat(Files.readString(home.resolve("r").resolve(Reconstruction.MANIFEST)))
        .contains("\"exact\":false", "\"section\":\"fees\"", "\"label\":\"own\"");
    assertThat(ReconstructionCheck.of(home.resolve("r")).passed()).isTrue();
  }

  @Test
  void whereAVersionHasEndedTheSectionThatOutlastsItIsTheWholeAnswer() throws IOException {
    recorded("v1", ONE, "2024-01-01", "2024-06-01", "2024-09-01");
    story.asserts("gov", "act", "v2", TWO, "2025-01-01", null);

    Answer<Citation> gap = story.inForce("act", "2024-07-01");
    assertThat(gap.results()).hasSize(1);
    Citation section = gap.results().getFirst();
    assertThat(section.section()).isEqualTo("fees");
    assertThat(section.label()).isEqualTo("v1");
    assertThat(section.state()).isEqualTo(State.ASSERTED);
    assertThat(section.valid().to()).isEqualTo("2024-09-01T00:00:00Z");
    assertThat(codes(gap)).contains("sections-only").doesNotContain("nothing-in-force");
    assertThat(text("2024-07-01", Known.latest())).isEqualTo("# Fees\n\nTen.\n");
    assertThat(
            there(
                    story
                        .history
                        .documentAt(
                            story.tenant,
                            Filter.document("act"),
                            about("2024-07-01"),
                            Known.latest())
                        .results()
                        .getFirst())
                .base())
        .isNull();
    Reconstruction.Outcome outcome =
        story.history.reconstruct(
            story.tenant, about("2024-07-01"), Known.latest(), home.resolve("r"));
    assertThat(outcome.files()).isEqualTo(1);
    assertThat(Files.readString(home.resolve("r").resolve("act.md"))).isEqualTo("# Fees\n\nTen.\n");
    List<DocumentDiff> diff =
        story
            .history
            .diff(
                story.tenant,
                Filter.all(),
                new History.Asked(about("2024-05-01"), Known.latest()),
                new History.Asked(about("2024-07-01"), Known.latest()))
            .results();
    assertThat(diff).hasSize(1);
    assertThat(diff.getFirst().change()).isEqualTo(DocumentDiff.Kind.CHANGED);
    assertThat(diff.getFirst().sections())
        .extracting(DocumentDiff.SectionDiff::section, DocumentDiff.SectionDiff::change)
        .containsExactly(org.assertj.core.groups.Tuple.tuple("scope", DocumentDiff.Kind.REMOVED));
    assertThat(codes(story.inForce("act", "2024-09-01"))).contains("nothing-in-force");
  }

  @Test
  void noSectionOutlastsWhatTheSourceHoldsToApplyNoMore() {
    recorded("v1", ONE, "2024-01-01", "2024-06-01", "2024-09-01");
    story.write(
        "restate",
        new Change.Restate(
            Change.Place.of("act", "gov"),
            List.of(
                new Change.Restate.Entry(
                    new Change.Wanted.Labelled("v1"), time("2024-01-01"), time("2024-06-01")),
                new Change.Restate.Entry(
                    new Change.Content.Nothing(Why.REPEALED), time("2024-08-01"), null))));

    assertThat(codes(story.inForce("act", "2024-07-31T23:59:59.999999Z")))
        .contains("sections-only");
    assertThat(names(story.inForce("act", "2024-08-01"))).containsExactly("withdrawn repealed");
    assertThat(codes(story.inForce("act", "2024-08-01"))).doesNotContain("sections-only");
  }

  @Test
  void whatWasStatedForASectionHoldsAlsoWhereItsDocumentIsRepealed() {
    story.asserts("gov", "act", "v1", ONE, "2024-01-01", null);
    story.terminates("gov", "act", "2024-06-01");
    overrides("own", OWN, "2024-05-01", "2024-09-01");

    Answer<Citation> answer = story.inForce("act", "2024-07-01");

    assertThat(answer.results())
        .extracting(Citation::state, Citation::section)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(State.WITHDRAWN, null),
            org.assertj.core.groups.Tuple.tuple(State.ASSERTED, "fees"));
    assertThat(codes(answer)).contains("sections-only");
    assertThat(text("2024-07-01", Known.latest())).isEqualTo(OWN);
  }

  @Test
  void whatWasStatedGoesBeforeWhatDatesInsideAVersionImply() {
    recorded("v1", ONE, "2024-01-01", null, "2024-06-01");

    assertThat(text("2024-07-01", Known.latest())).isEqualTo("# Scope\n\nAll of one.\n\n");
    overrides("own", OWN, "2024-06-15", "2024-08-01");
    assertThat(text("2024-07-01", Known.latest())).contains("Twenty");
    assertThat(text("2024-08-01", Known.latest())).isEqualTo("# Scope\n\nAll of one.\n\n");
  }

  @Test
  void verifyFindsAnOverrideThatIsNotWhatWasStated() {
    story.asserts("gov", "act", "v1", ONE, "2024-01-01", null);
    overrides("own", OWN, "2024-03-01", "2024-04-01");
    assertThat(new Verifier(story.database).verify(story.tenant).finding()).isEmpty();

    story.home.asOwner(sql ->
        sql.execute(
            "update asof.section_validity set valid_during = tstzrange('2024-03-01Z',"
                + " '2024-05-01Z')"));

    assertThat(new Verifier(story.database).verify(story.tenant).finding())
        .map(Verification.Finding::transaction)
        .contains(2L);
  }

  @Test
  void theTextOfOneSectionIsNoVersionOfTheWholeDocumentThoughItsWordsAreTheSame() {
    story.asserts("gov", "act", "v1", ONE, "2024-01-01", null);
    overrides("own", OWN, "2024-03-01", "2024-04-01");

    Receipt whole = story.asserts("gov", "act", "own", OWN, "2024-08-01", null);

    assertThat(whole.outcome()).isEqualTo(Receipt.Outcome.WRITTEN);
    assertThat(
            story
                .history
                .documentAt(
                    story.tenant, Filter.document("act"), about("2024-09-01"), Known.latest())
                .results()
                .getFirst()
                .sections())
        .hasSize(1);
    assertThat(text("2024-03-15", Known.latest())).isEqualTo("# Scope\n\nAll of one.\n\n" + OWN);
    assertThat(
            story.database.<Integer>read(
                story.tenant,
                sql ->
                    sql.fetchSingle("select count(*) from asof.version where label = 'own'")
                        .get(0, int.class)))
        .isEqualTo(2);
  }

  @Test
  void changesNameTheSectionsForWhichSomethingElseIsStated() {
    Receipt one = story.asserts("gov", "act", "v1", ONE, "2024-01-01", null);
    Receipt two = overrides("own", OWN, "2024-03-01", "2024-04-01");
    Receipt three = overrides("new", "# Fees\n\nForty.\n", "2024-03-15", "2024-05-01");
    Receipt four = recalls(two);

    assertThat(changes(one, two)).containsExactly("fees 2024-03-01..2024-04-01: null -> own");
    assertThat(changes(two, three))
        .containsExactly(
            "fees 2024-03-15..2024-04-01: own -> new", "fees 2024-04-01..2024-05-01: null -> new");
    assertThat(changes(three, four)).containsExactly("fees 2024-03-01..2024-03-15: own -> null");
    assertThat(changes(two, four))
        .containsExactly(
            "fees 2024-03-01..2024-03-15: own -> null",
            "fees 2024-03-15..2024-04-01: own -> new",
            "fees 2024-04-01..2024-05-01: null -> new");
    assertThat(changes(four, four)).isEmpty();
    assertThat(
            story
                .history
                .changes(story.tenant, Filter.document("act"), at(one), at(two))
                .results()
                .getFirst()
                .recorded())
        .extracting(Recorded::transaction)
        .containsExactly(two.sequence());
  }

  @Test
  void exposureOfWhatIsStatedForASectionIsOfItsSection() {
    Receipt one = story.asserts("gov", "act", "v1", ONE, "2024-01-01", null);
    Receipt two = overrides("own", OWN, "2024-03-01", "2024-04-01");
    Receipt three = overrides("new", "# Fees\n\nForty.\n", "2024-03-15", "2024-05-01");
    Receipt four = recalls(two);

    assertThat(exposures(one)).isEmpty();
    assertThat(exposures(two))
        .containsExactly("fees v1 2024-03-01..2024-04-01 known 1..2 instead own");
    assertThat(exposures(three))
        .containsExactlyInAnyOrder(
            "fees own 2024-03-15..2024-04-01 known 2..3 instead new",
            "fees v1 2024-04-01..2024-05-01 known 1..3 instead new");
    assertThat(exposures(four))
        .containsExactly("fees own 2024-03-01..2024-03-15 known 2..4 instead v1");
    assertThat(story.history.exposure(story.tenant, statementOf(two), Known.latest()).results())
        .isEqualTo(story.history.exposure(story.tenant, two.sequence(), Known.latest()).results());
  }

  private StatementId statementOf(Receipt receipt) {
    return new StatementId(receipt.opened().getFirst().statement());
  }

  private Receipt recalls(Receipt receipt) {
    return story.write("recall", new Change.Recall(statementOf(receipt)));
  }

  private List<String> changes(Receipt since, Receipt until) {
    return story
        .history
        .changes(story.tenant, Filter.document("act"), at(since), at(until))
        .results()
        .stream()
        .map(change ->
            change.section()
                + " "
                + days(change.valid())
                + ": "
                + label(change.before())
                + " -> "
                + label(change.after()))
        .toList();
  }

  private List<String> exposures(Receipt receipt) {
    return story
        .history
        .exposure(story.tenant, receipt.sequence(), Known.latest())
        .results()
        .stream()
        .map(exposure ->
            exposure.belief().section()
                + " "
                + label(exposure.belief())
                + " "
                + days(exposure.belief().valid())
                + " known "
                + token(exposure.belief().system().from())
                + ".."
                + token(exposure.belief().system().to())
                + " instead "
                + label(exposure.instead()))
        .toList();
  }

  private long token(@Nullable Instant at) {
    return story.history.reader().snapshot(story.tenant, Known.at(there(at)), Snapshot::token);
  }

  private static @Nullable String label(@Nullable Citation cited) {
    return cited == null ? null : cited.label();
  }

  private static String days(Span span) {
    return String.valueOf(span.from()).substring(0, 10)
        + ".."
        + String.valueOf(span.to()).substring(0, 10);
  }

  private Receipt overrides(String label, String text, String from, @Nullable String to) {
    return story.write(
        "override",
        new Change.OverrideSection(
            Change.Place.of("act", "gov").in("fees"),
            new Change.Wanted.New(Story.version(label, text)),
            time(from),
            to == null ? null : time(to)));
  }

  /// A record whose section `fees` states an end of its own.
  private void recorded(
      String label, String text, String from, @Nullable String to, String feesEnd) {
    story.write(
        "import",
        new Change.Recorded(
            Change.Place.of("act", "gov"),
            SourceKind.ARCHIVE,
            label,
            ValidityState.ASSERTED,
            Change.Shows.TEXT,
            Story.version(label, text),
            null,
            time(from),
            to == null ? null : time(to),
            time(from).instant(),
            List.of(new Change.SectionDate("fees", null, time(feesEnd))),
            Hash.wrap(Sha256.of((label + text).getBytes(StandardCharsets.UTF_8)))));
  }

  private String text(String about, Known known) {
    List<DocumentText> texts =
        story
            .history
            .documentAt(story.tenant, Filter.document("act"), about(about), known)
            .results();
    return String.join(
        "",
        texts.stream()
            .flatMap(text -> text.sections().stream())
            .map(DocumentText.SectionAt::text)
            .toList());
  }
}
