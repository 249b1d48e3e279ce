package dev.asof.history;

import static dev.asof.history.Story.about;
import static dev.asof.history.Story.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.DocumentDiff.Nature;
import dev.asof.verify.Verifier;
import dev.asof.write.Change;
import dev.asof.write.Receipt;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Whether a change may have changed the meaning, and what is said of that afterwards.
class NatureTest {

  private final Story story = new Story();

  @AfterEach
  void drop() {
    story.close();
  }

  private Receipt mark(String label, boolean technical) {
    return story.write("mark", new Change.Mark("act", "gov", label, technical));
  }

  private List<Nature> natures(String one, Known knownOne, String other, Known knownOther) {
    return story
        .history
        .diff(
            story.tenant,
            Filter.document("act"),
            new History.Asked(about(one), knownOne),
            new History.Asked(about(other), knownOther))
        .results()
        .stream()
        .map(DocumentDiff::nature)
        .toList();
  }

  private List<Nature> natures(String one, String other) {
    return natures(one, Known.latest(), other, Known.latest());
  }

  @Test
  void aMarkMadeAfterwardsIsReadFromThenOnAndChangesNoOldAnswer() {
    story.asserts("gov", "act", "v1", "Pay 5 euro.", "2024-01-01", null);
    Receipt before = story.asserts("gov", "act", "v2", "Pay 5 euro. [edit]", "2024-06-01", null);
    String old = AnswerJson.line(asOf(at(before)));

    Receipt marked = mark("v2", true);
    assertThat(natures("2024-02-01", "2024-07-01")).containsExactly(Nature.TECHNICAL);
    assertThat(natures("2024-07-01", "2024-02-01")).containsExactly(Nature.TECHNICAL);
    assertThat(AnswerJson.line(asOf(at(before)))).isEqualTo(old).contains("substantive");

    Receipt back = mark("v2", false);
    assertThat(natures("2024-02-01", "2024-07-01")).containsExactly(Nature.SUBSTANTIVE);
    assertThat(asOf(at(marked)).results())
        .extracting(DocumentDiff::nature)
        .containsExactly(Nature.TECHNICAL);
    assertThat(back.outcome()).isEqualTo(Receipt.Outcome.WRITTEN);
    assertThat(mark("v2", false).outcome()).isEqualTo(Receipt.Outcome.UNCHANGED);
    assertThat(new Verifier(story.database).verify(story.tenant).finding()).isEmpty();
  }

  private Compared<DocumentDiff> asOf(Known known) {
    return story.history.diff(
        story.tenant,
        Filter.all(),
        new History.Asked(about("2024-02-01"), known),
        new History.Asked(about("2024-07-01"), known));
  }

  @Test
  void theChainCoversMarks() {
    story.asserts("gov", "act", "v1", "one", "2024-01-01", null);
    mark("v1", true);
    story.home.asOwner(sql -> {
      sql.execute("set session_replication_role = replica");
      sql.execute("update asof.version_mark set technical = false");
    });
    assertThat(new Verifier(story.database).verify(story.tenant).finding()).isPresent();
  }

  @Test
  void aSubstantiveVersionInBetweenIsNotHiddenByATechnicalOneAfterIt() {
    story.asserts("gov", "act", "v1", "Pay 5 euro.", "2024-01-01", null);
    story.asserts("gov", "act", "v2", "Pay 7 euro.", "2024-03-01", null);
    story.asserts("gov", "act", "v3", "Pay 7 euro. [edit]", "2024-06-01", null);
    mark("v3", true);
    assertThat(natures("2024-03-15", "2024-07-01")).containsExactly(Nature.TECHNICAL);
    assertThat(natures("2024-02-01", "2024-07-01")).containsExactly(Nature.SUBSTANTIVE);
    assertThat(natures("2024-02-01", "2024-03-15")).containsExactly(Nature.SUBSTANTIVE);
  }

  @Test
  void versionsExtractedAgainInTheirPlacesStillDifferAsTheOriginalsDid() {
    story.asserts("gov", "act", "v1", "Pay 5 euro.", "2024-01-01", null);
    Receipt first = story.asserts("gov", "act", "v2", "Pay 7 euro.", "2024-03-01", null);
    story.corrects("gov", "act", "v1-again", "Pay 5 euro. ¶", "2024-01-01", "2024-03-01");
    story.corrects("gov", "act", "v2-again", "Pay 7 euro. ¶", "2024-03-01", null);
    mark("v1-again", true);
    mark("v2-again", true);
    assertThat(natures("2024-02-01", "2024-04-01")).containsExactly(Nature.SUBSTANTIVE);
    assertThat(natures("2024-02-01", at(first), "2024-02-01", Known.latest()))
        .containsExactly(Nature.TECHNICAL);
    assertThat(natures("2024-04-01", at(first), "2024-04-01", Known.latest()))
        .containsExactly(Nature.TECHNICAL);
    assertThat(natures("2024-02-01", at(first), "2024-04-01", Known.latest()))
        .containsExactly(Nature.SUBSTANTIVE);
  }

  @Test
  void eachNatureCanBeAskedForAloneAndTogetherTheyAreAll() {
    story.asserts("gov", "act", "v1", "one", "2024-01-01", null);
    story.asserts("gov", "act", "v2", "one [edit]", "2024-06-01", null);
    mark("v2", true);
    story.asserts("gov", "quoted", "q1", "He said \"no\".", "2024-01-01", null);
    story.asserts("gov", "quoted", "q2", "He  said “no”.", "2024-06-01", null);
    story.asserts("gov", "rule", "r1", "Pay 5.", "2024-01-01", null);
    story.asserts("gov", "rule", "r2", "Pay 7.", "2024-06-01", null);
    story.asserts("gov", "new", "n", "new", "2024-06-01", null);

    List<DocumentDiff> all = new ArrayList<>();
    assertThat(only(Nature.TECHNICAL, all)).containsExactly("act");
    assertThat(only(Nature.TYPOGRAPHIC, all)).containsExactly("quoted");
    assertThat(only(Nature.SUBSTANTIVE, all)).containsExactly("new", "rule");
    assertThat(all)
        .usingRecursiveFieldByFieldElementComparator()
        .containsExactlyInAnyOrderElementsOf(asOf(Known.latest()).results());
  }

  private List<String> only(Nature nature, List<DocumentDiff> all) {
    List<DocumentDiff> found =
        story
            .history
            .diff(
                story.tenant,
                Filter.all(),
                new History.Asked(about("2024-02-01"), Known.latest()),
                new History.Asked(about("2024-07-01"), Known.latest()),
                nature,
                Page.ALL)
            .results();
    all.addAll(found);
    return found.stream().map(DocumentDiff::document).toList();
  }

  @Test
  void aVersionThatDoesNotExistCannotBeMarked() {
    story.asserts("gov", "act", "v1", "one", "2024-01-01", null);
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> mark("v9", true))
        .satisfies(fault -> assertThat(fault.code()).isEqualTo(Code.UNKNOWN_VERSION));
  }
}
