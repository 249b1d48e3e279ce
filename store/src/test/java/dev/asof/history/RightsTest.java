package dev.asof.history;

import static dev.asof.history.Story.about;
import static dev.asof.history.Story.at;
import static dev.asof.history.Story.time;
import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.id.VersionId;
import dev.asof.verify.Verifier;
import dev.asof.write.Change;
import dev.asof.write.Receipt;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a source lets be shown of its texts.
class RightsTest {
  private final Story story = new Story();

  @AfterEach
  void drop() {
    story.close();
  }

  private static Rights excerpt(int words) {
    return new Rights("blog", Rights.Display.EXCERPT, words);
  }

  private Receipt rights(String display, @Nullable Integer words, @Nullable String from) {
    return story.write(
        "set",
        new Change.SetSource(
            "blog", null, null, null, display, words, null, from == null ? null : time(from)));
  }

  @Test
  void anExcerptEndsAfterItsWords() {
    assertThat(excerpt(2).of("one  two\nthree")).isEqualTo("one  two ...");
    assertThat(excerpt(3).of("one two three\n")).isEqualTo("one two three\n");
    assertThat(excerpt(9).of("one two three")).isEqualTo("one two three");
    assertThat(excerpt(1).of("")).isEmpty();
    assertThat(Rights.full("blog").of("one two")).isEqualTo("one two");
    assertThat(new Rights("blog", Rights.Display.LINK, null).of("one two")).isNull();
  }

  @Test
  void anExcerptOfAComparisonCountsTheWordsOfAllItsParts() {
    List<WordChange> changes =
        List.of(
            new WordChange(WordChange.Kind.SAME, "stays here "),
            new WordChange(WordChange.Kind.REMOVED, "one two "),
            new WordChange(WordChange.Kind.ADDED, "three four"),
            new WordChange(WordChange.Kind.ADDED, "five"));

    assertThat(excerpt(3).of(changes))
        .containsExactly(
            new WordChange(WordChange.Kind.REMOVED, "one two "),
            new WordChange(WordChange.Kind.ADDED, "three ..."));
    assertThat(new Rights("blog", Rights.Display.LINK, null).of(changes)).isEmpty();
    assertThat(Rights.full("blog").of(changes)).isEqualTo(changes);
  }

  @Test
  void theStricterOfTwoShowsLess() {
    Rights link = new Rights("blog", Rights.Display.LINK, null);
    assertThat(excerpt(5).stricter(excerpt(3))).isEqualTo(excerpt(3));
    assertThat(excerpt(3).stricter(excerpt(5))).isEqualTo(excerpt(3));
    assertThat(excerpt(3).stricter(link)).isEqualTo(link);
    assertThat(link.stricter(Rights.full("blog"))).isEqualTo(link);
  }

  @Test
  void rightsAreThoseOfTodayForTheTimeAskedAbout() {
    Receipt first = story.asserts("blog", "act", "v1", "one two three", "2020-01-01", null);
    rights("excerpt", 2, "2024-01-01");

    assertThat(cited("2023-06-01", Known.latest()).rights()).isNull();
    Rights since = Story.there(cited("2024-06-01", at(first)).rights());
    assertThat(since.display()).isEqualTo(Rights.Display.EXCERPT);
    assertThat(since.remark()).contains("allows 2 words", "the linked page may have changed since");

    rights("link", null, null);
    assertThat(Story.there(cited("2023-06-01", at(first)).rights()).display())
        .isEqualTo(Rights.Display.LINK);
    rights("full", null, null);
    assertThat(cited("2024-06-01", at(first)).rights()).isNull();
  }

  @Test
  void aTextIsReadWholeOnlyWhereItsSourceShowsItWhole() {
    story.asserts("blog", "act", "v1", "one two three", "2020-01-01", null);
    long version = Story.there(cited("2023-06-01", Known.latest()).version());
    assertThat(story.history.text(story.tenant, new VersionId(version), Known.latest()))
        .isEqualTo("one two three");

    rights("excerpt", 2, "2024-01-01");
    assertThat(story.history.text(story.tenant, new VersionId(version), Known.latest()))
        .isEqualTo("one two ...");
    assertThat(text("2023-06-01")).isEqualTo("one two three");
    assertThat(text("2024-06-01")).isEqualTo("one two ...");
  }

  @Test
  void aReconstructionLeavesOutAndNamesWhatMayNotBeShown(@TempDir Path folder) throws Exception {
    story.asserts("blog", "act", "v1", "one two three", "2020-01-01", null);
    story.asserts("gov", "law", "v1", "four five six", "2020-01-01", null);
    rights("link", null, null);
    Path target = folder.resolve("then");

    Reconstruction.Outcome outcome =
        story.history.reconstruct(story.tenant, about("2023-06-01"), Known.latest(), target);

    assertThat(outcome.files()).isEqualTo(1);
    assertThat(outcome.restricted()).isEqualTo(1);
    assertThat(target.resolve("law.md")).hasContent("four five six");
    assertThat(target.resolve("act.md")).doesNotExist();
    assertThat(Files.readString(target.resolve(Reconstruction.MANIFEST)))
        .contains("\"restricted\":{\"document\":\"act\"", "\"restricted\":1");
    assertThat(ReconstructionCheck.of(target).passed()).isTrue();
  }

  @Test
  void aVersionThatNamesNoLanguageHasThatOfItsSource() {
    story.write(
        "set",
        new Change.SetSource(
            "blog",
            null,
            null,
            null,
            null,
            null,
            null,
            new Change.SetSource.Reading("de-ch", "day_first", "10 years"),
            null));
    story.write(
        "put",
        new Change.Put(
            Change.Place.of("act", "blog"),
            new dev.asof.write.NewVersion(
                "v1",
                null,
                null,
                null,
                null,
                false,
                null,
                dev.asof.write.PreparedText.of(dev.asof.split.Format.MARKDOWN, "eins"))));

    assertThat(cited("2023-06-01", Known.latest()).language()).isEqualTo("de-CH");
    SourceAt set =
        story
            .history
            .reader()
            .snapshot(story.tenant, Known.latest(), Sources::in)
            .all()
            .iterator()
            .next();
    assertThat(set.numericDates()).isEqualTo("day_first");
    assertThat(set.retention()).isEqualTo("10 years");
    assertThat(new Verifier(story.database).verify(story.tenant).finding()).isEmpty();
  }

  private Citation cited(String at, Known known) {
    return story.inForce("act", at, known).results().getFirst();
  }

  private @Nullable String text(String at) {
    return story
        .history
        .documentAt(story.tenant, Filter.document("act"), about(at), Known.latest())
        .results()
        .getFirst()
        .sections()
        .getFirst()
        .text();
  }
}
