package dev.asof.history;

import static dev.asof.history.Story.about;
import static dev.asof.history.Story.at;
import static dev.asof.history.Story.there;
import static dev.asof.history.Story.time;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.asof.id.VersionId;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import dev.asof.split.Format;
import dev.asof.time.State;
import dev.asof.time.ValidityState;
import dev.asof.write.Change;
import dev.asof.write.NewVersion;
import dev.asof.write.PreparedText;
import dev.asof.write.Receipt;
import dev.asof.write.SourceKind;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TextsTest {

  private static final String ONE =
      "# Act\n\nIntro.\n\n## Fees\n\nThe fee is 5 euro a day.\n\n## Ends\n\nThis ends.\n";
  private static final String TWO =
      "# Act\n\nIntro.\n\n## Fees\n\nThe fee is 7 euro a day.\n\n## Notice\n\nThirty days.\n";

  private final Story story = new Story();

  @AfterEach
  void drop() {
    story.close();
  }

  @Test
  void aVersionsTextComesBackByteForByte() {
    story.states("gov", "act", "v1", ONE, "2024-01-01", null);
    long version =
        there(story.inForce("act", "2024-03-01T00:00:00Z").results().getFirst().version());
    assertThat(story.history.text(story.tenant, new VersionId(version), Known.latest()))
        .isEqualTo(ONE);
    assertThatThrownBy(() -> story.history.text(story.tenant, new VersionId(1), Known.latest()))
        .hasMessageStartingWith("no version 1 was known at ");
  }

  @Test
  void aVersionThatWasNotKnownYetIsRefused() {
    Receipt first = story.states("gov", "act", "v1", ONE, "2024-01-01", null);
    story.states("gov", "act", "v2", TWO, "2024-06-01", null);
    long version =
        there(story.inForce("act", "2024-07-01T00:00:00Z").results().getFirst().version());
    assertThatThrownBy(() -> story.history.text(story.tenant, new VersionId(version), at(first)))
        .hasMessageStartingWith("no version " + version + " was known at ");
  }

  @Test
  void theSectionsOfADocumentCiteTheirVersion() {
    story.states("gov", "act", "v1", ONE, "2024-01-01", null);
    DocumentText text = documentAt("2024-03-01T00:00:00Z");
    assertThat(text.exact()).isTrue();
    assertThat(text.sections())
        .extracting(section -> section.citation().label())
        .containsOnly("v1");
    assertThat(String.join("", text.sections().stream().map(DocumentText.SectionAt::text).toList()))
        .isEqualTo(ONE);
    assertThat(text.sections())
        .extracting(section -> section.citation().section())
        .doesNotHaveDuplicates()
        .doesNotContainNull();
  }

  @Test
  void aSectionWithAStartOfItsOwnIsNotInForceBeforeIt() {
    String fees = feesKey();
    statesWithDates(
        "v1", ONE, "2024-01-01", null, new Change.SectionDate(fees, time("2024-03-01"), null));

    DocumentText before = documentAt("2024-02-29T23:59:59.999999Z");
    assertThat(before.exact()).isFalse();
    assertThat(before.sections())
        .extracting(section -> section.citation().section())
        .doesNotContain(fees);
    assertThat(before.absent())
        .extracting(Citation::section, Citation::why, Citation::state)
        .containsExactly(org.assertj.core.groups.Tuple.tuple(fees, "not-started", State.WITHDRAWN));
    DocumentText since = documentAt("2024-03-01T00:00:00Z");
    assertThat(since.sections()).extracting(section -> section.citation().section()).contains(fees);
    assertThat(since.absent()).isEmpty();
  }

  @Test
  void aSectionWithAStatedEndOutlastsItsVersionAndCitesIt() {
    String ends = key(ONE, "Ends");
    statesWithDates(
        "v1",
        ONE,
        "2024-01-01",
        "2024-06-01",
        new Change.SectionDate(ends, null, time("2024-09-01")));
    story.states("gov", "act", "v2", TWO, "2024-06-01", null);

    DocumentText outlasting = documentAt("2024-07-01T00:00:00Z");
    assertThat(Objects.requireNonNull(outlasting.base()).label()).isEqualTo("v2");
    assertThat(outlasting.sections())
        .filteredOn(section -> ends.equals(section.citation().section()))
        .extracting(
            section -> section.citation().label(), section -> section.citation().valid().to())
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("v1", Story.instant("2024-09-01T00:00:00Z")));
    assertThat(outlasting.sections())
        .extracting(section -> section.citation().section())
        .containsSubsequence(key(TWO, "Fees"), ends);
    assertThat(documentAt("2024-09-01T00:00:00Z").sections())
        .extracting(section -> section.citation().section())
        .doesNotContain(ends);
  }

  @Test
  void aDiffNamesDocumentsSectionsAndWords() {
    story.states("gov", "act", "v1", ONE, "2024-01-01", null);
    story.states("gov", "act", "v2", TWO, "2024-06-01", null);
    story.states("gov", "gone", "g", "gone", "2024-01-01", "2024-02-01");
    story.states("gov", "new", "n", "new", "2024-06-01", null);
    story.states("gov", "same", "s", "same", "2024-01-01", null);

    Compared<DocumentDiff> diff =
        diff(Filter.all(), "2024-01-15T00:00:00Z", "2024-07-01T00:00:00Z");

    assertThat(diff.before().about()).isEqualTo("2024-01-15T00:00:00Z");
    assertThat(diff.about()).isEqualTo("2024-07-01T00:00:00Z");
    assertThat(diff.results())
        .extracting(DocumentDiff::document, DocumentDiff::change)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("act", DocumentDiff.Kind.CHANGED),
            org.assertj.core.groups.Tuple.tuple("gone", DocumentDiff.Kind.REMOVED),
            org.assertj.core.groups.Tuple.tuple("new", DocumentDiff.Kind.ADDED));
    DocumentDiff act = diff.results().getFirst();
    assertThat(act.nature()).isEqualTo(DocumentDiff.Nature.SUBSTANTIVE);
    assertThat(act.sections())
        .extracting(DocumentDiff.SectionDiff::title, DocumentDiff.SectionDiff::change)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("Fees", DocumentDiff.Kind.CHANGED),
            org.assertj.core.groups.Tuple.tuple("Notice", DocumentDiff.Kind.ADDED),
            org.assertj.core.groups.Tuple.tuple("Ends", DocumentDiff.Kind.REMOVED));
    assertThat(act.sections().getFirst().words())
        .containsExactly(
            new WordChange(WordChange.Kind.SAME, "## Fees\n\nThe fee is "),
            new WordChange(WordChange.Kind.REMOVED, "5 "),
            new WordChange(WordChange.Kind.ADDED, "7 "),
            new WordChange(WordChange.Kind.SAME, "euro a day.\n\n"));
  }

  @Test
  void aDiffOfOnePointOverTwoKnownTimesShowsTheCorrection() {
    Receipt first = story.states("gov", "act", "v1", ONE, "2024-01-01", null);
    Receipt second = story.corrects("gov", "act", "v2", TWO, "2024-01-01", null);
    Compared<DocumentDiff> diff =
        story.history.diff(
            story.tenant,
            Filter.document("act"),
            new History.Asked(about("2024-03-01T00:00:00Z"), at(first)),
            new History.Asked(about("2024-03-01T00:00:00Z"), at(second)));
    assertThat(diff.results())
        .extracting(one -> there(one.before()).label(), one -> there(one.after()).label())
        .containsExactly(org.assertj.core.groups.Tuple.tuple("v1", "v2"));
    assertThat(diff.before().known()).isEqualTo(first.systemTime());
  }

  @Test
  void aTypographicChangeAndATechnicalOneAreMarked() {
    story.states("gov", "act", "v1", "He said \"no\".\n", "2024-01-01", null);
    story.write(
        "assert",
        new Change.Assert(
            Change.Place.of("act", "gov"),
            new Change.Wanted.New(
                new NewVersion(
                    "v2",
                    null,
                    null,
                    null,
                    null,
                    true,
                    null,
                    PreparedText.of(Format.MARKDOWN, "He  said “no”.\n"))),
            time("2024-06-01"),
            null,
            false));

    DocumentDiff diff =
        diff(Filter.document("act"), "2024-01-15T00:00:00Z", "2024-07-01T00:00:00Z")
            .results()
            .getFirst();
    assertThat(diff.nature()).isEqualTo(DocumentDiff.Nature.TECHNICAL);
    assertThat(diff.sections())
        .extracting(DocumentDiff.SectionDiff::nature)
        .containsExactly(DocumentDiff.Nature.TYPOGRAPHIC);
  }

  @Test
  void equalTextsUnderTwoLabelsDoNotDiffer() {
    story.states("gov", "act", "v1", ONE, "2024-01-01", null);
    story.states("gov", "act", "v2", ONE, "2024-06-01", null);
    assertThat(
            diff(Filter.document("act"), "2024-01-15T00:00:00Z", "2024-07-01T00:00:00Z").results())
        .isEmpty();
  }

  @Test
  void textsOfManyWordsAreComparedInReasonableTime() {
    StringBuilder long1 = new StringBuilder();
    StringBuilder long2 = new StringBuilder();
    for (int i = 0; i < 200_000; i++) {
      long1.append("a").append(i).append(i % 10 == 0 ? '\n' : ' ');
      long2.append("b").append(i).append(i % 10 == 0 ? '\n' : ' ');
    }
    assertThat(Words.between(long1.toString(), long2.toString()))
        .containsExactly(
            new WordChange(WordChange.Kind.REMOVED, long1.toString()),
            new WordChange(WordChange.Kind.ADDED, long2.toString()));
  }

  private Compared<DocumentDiff> diff(Filter filter, String one, String other) {
    return story.history.diff(
        story.tenant,
        filter,
        new History.Asked(about(one), Known.latest()),
        new History.Asked(about(other), Known.latest()));
  }

  private DocumentText documentAt(String about) {
    return story
        .history
        .documentAt(story.tenant, Filter.document("act"), about(about), Known.latest())
        .results()
        .getFirst();
  }

  private String feesKey() {
    return key(ONE, "Fees");
  }

  private static String key(String text, String title) {
    return dev.asof.split.Splitter.split(Format.MARKDOWN, text).sections().stream()
        .filter(section -> title.equals(section.title()))
        .findFirst()
        .orElseThrow()
        .key();
  }

  private void statesWithDates(
      String label,
      String text,
      String from,
      @org.jspecify.annotations.Nullable String to,
      Change.SectionDate date) {
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
            List.of(date),
            Hash.wrap(Sha256.of(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)))));
  }
}
