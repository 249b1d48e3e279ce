package dev.asof.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.ask.Ask;
import dev.asof.ask.Request;
import dev.asof.history.AnswerJson;
import dev.asof.history.Known;
import dev.asof.history.LedgerEntry;
import dev.asof.index.PassageIndex;
import dev.asof.index.Story;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.time.TimeInput;
import dev.asof.write.Receipt;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditorTest {
  private static TestDatabase database;

  @TempDir Path folder;

  @BeforeAll
  static void create() {
    database = TestDatabases.create();
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  private static String notice(String words) {
    return "# Notice\n\nWe give " + words + " of notice.\n";
  }

  private Audit audit(Story story, String about, Known known) {
    try (PassageIndex index = PassageIndex.open(folder, database.database())) {
      return new Auditor(database.database(), new Ask(database.database(), index))
          .audit(
              story.tenant(),
              Request.of("how much notice?")
                  .about(new TimeInput.Moment(Story.day(about)))
                  .known(known)
                  .top(3));
    }
  }

  @Test
  void itTellsWhatWasBelievedBeforeAndAfterAndProvesIt() {
    Story story = new Story(database.database(), "corrections");
    story.asserts("terms", "site", "v1", notice("thirty days"), "2024-01-01", null);
    Receipt then = story.asserts("terms", "site", "v2", notice("sixty days"), "2024-06-01", null);
    story.corrects("terms", "site", "v1", "2024-06-01", "2024-07-01");

    Audit audit = audit(story, "2024-06-15", Known.token(then.sequence()));

    assertThat(audit.answer().results().getFirst().citation().label()).isEqualTo("v2");
    assertThat(audit.states()).containsExactly(java.util.Map.entry("asserted", 1));
    Belief belief = audit.beliefs().getFirst();
    assertThat(Objects.requireNonNull(belief.before()).results().getFirst().label())
        .isEqualTo("v1");
    assertThat(Objects.requireNonNull(belief.at()).results().getFirst().label()).isEqualTo("v2");
    assertThat(Objects.requireNonNull(belief.after()).results().getFirst().label()).isEqualTo("v1");
    assertThat(belief.timeline()).hasSize(2);
    assertThat(audit.proofs()).extracting(LedgerEntry::sequence).containsExactly(2L);
    assertThat(audit.head())
        .singleElement()
        .satisfies(head -> {
          assertThat(head.sequence()).isEqualTo(then.sequence());
          assertThat(head.hash())
              .matches("[0-9a-f]{64}")
              .isEqualTo(audit.proofs().getFirst().hash());
        });
    assertThat(audit.text())
        .contains(
            "Question   how much notice?",
            "site: asserted, version v2",
            "before: site: asserted v1",
            "hash     ");
    var json = AnswerJson.mapper().readTree(AnswerJson.line(audit));
    assertThat(json.propertyNames())
        .contains("question", "answer", "beliefs", "proofs", "head", "sights", "states");
    assertThat(json.get("answer").get("parts").get(0).get("results").get(0).get("label").asString())
        .isEqualTo("v2");
  }

  @Test
  void itTellsHowMuchIsPresumedAndTheLongestGapBetweenSights() {
    Story story = new Story(database.database(), "sights");
    story.sees("terms", "crawler", "o", notice("ten days"), "2024-01-01");
    story.sees("terms", "crawler", "o", notice("ten days"), "2024-01-05");
    story.sees("terms", "crawler", "o", notice("ten days"), "2024-02-04");

    Audit audit = audit(story, "2024-02-14", Known.latest());

    assertThat(audit.states()).containsExactly(java.util.Map.entry("presumed", 1));
    Sights sights = audit.sights().getFirst();
    assertThat(sights.looks()).isEqualTo(3);
    assertThat(sights.longestGap()).isEqualTo(Duration.ofDays(30));
    assertThat(sights.presumed()).isEqualTo(Duration.ofDays(10));
    assertThat(audit.text()).contains("longest gap 30 days", "presumed for 10 days");
  }

  @Test
  void anAnswerOfNothingIsAuditedToo() {
    Story story = new Story(database.database(), "nothing");

    Audit audit = audit(story, "2024-02-14", Known.latest());

    assertThat(audit.text()).contains("Nothing applied.", "No passage was cited.");
    assertThat(audit.head()).isEmpty();
  }
}
