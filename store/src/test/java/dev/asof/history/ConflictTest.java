package dev.asof.history;

import static dev.asof.history.Story.about;
import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import dev.asof.split.Format;
import dev.asof.split.Splitter;
import dev.asof.time.ValidityState;
import dev.asof.write.Change;
import dev.asof.write.SourceKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Several sources in force at one point.
class ConflictTest {

  private static final String POINT = "2024-03-01T00:00:00Z";
  private static final String ONE = "# Act\n\n## Fees\n\nPay 5.\n\n## Ends\n\nNever.\n";
  private static final String TWO = "# Act\n\n## Fees\n\nPay 7.\n\n## Ends\n\nNever.\n";

  private final Story story = new Story();

  @AfterEach
  void drop() {
    story.close();
  }

  private Answer<Citation> answer() {
    return story.inForce("act", POINT);
  }

  private static List<String> sources(Answer<Citation> answer) {
    return answer.results().stream().map(Citation::source).toList();
  }

  @Test
  void allAreReturnedInTheOrderOfAuthorityAsAConflictWhereTheyDiffer() {
    story.source("c", null, 2);
    story.source("b", null, 1);
    story.states("a", "act", "a1", "one", "2024-01-01", null);
    story.states("b", "act", "b1", "two", "2024-01-01", null);
    story.states("c", "act", "c1", "one", "2024-01-01", null);
    assertThat(sources(answer())).containsExactly("b", "c", "a");
    assertThat(Story.codes(answer())).containsExactly("sources-conflict");
    assertThat(answer().notices().getFirst().beliefs())
        .extracting(Citation::source)
        .containsExactly("b", "c", "a");
  }

  @Test
  void theSameTextIsAgreementAndTypographyIsSaid() {
    story.states("a", "act", "a1", "He said \"no\".", "2024-01-01", null);
    story.states("b", "act", "b1", "He said \"no\".", "2024-01-01", null);
    assertThat(Story.codes(answer())).containsExactly("sources-agree");
    story.states("b", "act", "b2", "He  said “no”.", "2024-02-01", null);
    assertThat(Story.codes(answer())).containsExactly("sources-differ-in-typography");
  }

  @Test
  void nothingAgainstATextIsAConflict() {
    story.states("a", "act", "a1", "one", "2024-01-01", null);
    story.states("b", "act", "b1", "one", "2024-01-01", null);
    story.terminates("b", "act", "2024-02-01");
    assertThat(Story.codes(answer())).containsExactly("sources-conflict");
  }

  @Test
  void whereASectionHasDatesOfItsOwnTheSectionsAreCompared() {
    // a's version holds 7 as a whole; b's later version says 7 too, but only from April on.
    story.states("a", "act", "a1", ONE, "2024-01-01", null);
    story.states("b", "act", "b1", ONE, "2024-01-01", null);
    dated("b", "b2", TWO, "2024-02-01", "2024-04-01");

    Answer<Citation> before = answer();
    assertThat(before.results()).extracting(Citation::label).containsExactly("a1", "b2");
    assertThat(ofSources(before)).containsExactly("sources-conflict");
    assertThat(conflict(before)).startsWith("sources differ in " + fees());

    Answer<Citation> after = story.inForce("act", "2024-05-01T00:00:00Z");
    assertThat(ofSources(after)).containsExactly("sources-conflict");
  }

  @Test
  void textsThatDifferAgreeWhereTheDifferingSectionIsNotInForceInEither() {
    dated("a", "a2", ONE, "2024-01-01", "2024-04-01");
    dated("b", "b2", TWO, "2024-01-01", "2024-04-01");
    Answer<Citation> before = answer();
    assertThat(before.results()).extracting(Citation::label).containsExactly("a2", "b2");
    assertThat(ofSources(before)).containsExactly("sources-agree");
    assertThat(ofSources(story.inForce("act", "2024-05-01T00:00:00Z")))
        .containsExactly("sources-conflict");
    assertThat(
            ofSources(
                story.history.inForce(story.tenant, Filter.all(), about(POINT), Known.latest())))
        .containsExactly("sources-agree");
  }

  private void dated(String source, String label, String text, String from, String feesFrom) {
    story.write(
        "import",
        new Change.Recorded(
            Change.Place.of("act", source),
            SourceKind.ARCHIVE,
            label,
            ValidityState.ASSERTED,
            Change.Shows.TEXT,
            Story.version(label, text),
            null,
            Story.time(from),
            null,
            Story.time(from).instant(),
            List.of(new Change.SectionDate(fees(), Story.time(feesFrom), null)),
            Hash.wrap(Sha256.of((label + text).getBytes(StandardCharsets.UTF_8)))));
  }

  private static String fees() {
    return Splitter.split(Format.MARKDOWN, ONE).sections().stream()
        .filter(section -> "Fees".equals(section.title()))
        .findFirst()
        .orElseThrow()
        .key();
  }

  /// What is said about the sources; that sections have dates of their own is said besides.
  private static List<String> ofSources(Answer<Citation> answer) {
    return Story.codes(answer).stream().filter(code -> code.startsWith("sources-")).toList();
  }

  private static String conflict(Answer<Citation> answer) {
    return answer.notices().stream()
        .filter(notice -> notice.code() == Notice.Kind.SOURCES_CONFLICT)
        .map(Notice::sentence)
        .collect(Collectors.joining());
  }
}
