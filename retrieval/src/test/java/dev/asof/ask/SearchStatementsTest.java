package dev.asof.ask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.index.PassageIndex;
import dev.asof.index.Story;
import dev.asof.schema.Caller;
import dev.asof.schema.Copies;
import dev.asof.schema.Database;
import dev.asof.schema.Plans;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.time.TimeInput;
import dev.asof.write.Change;
import dev.asof.write.Intent;
import dev.asof.write.Store;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a search asks of the database, and before it the index that follows the ledger.
class SearchStatementsTest {

  private static final int DOCUMENTS = 20;
  private static final int AMENDMENTS = 10;
  private static final int COPIES = 40;

  private static final List<String> LARGE_TABLES =
      List.of(
          "statement", "document_validity", "version", "section_text", "passage", "text_holder");

  @TempDir Path folder;

  @Test
  void eachNamesTheTenantWithoutThePolicies() {
    try (TestDatabase home = TestDatabases.create()) {
      Story story = new Story(home.database(), "story");
      story.asserts("terms", "site", "v1", notice(1, 1), "2024-01-01", null);
      Plans plans = Plans.of(home).withoutPolicies();
      try (Database told = home.open(home.settings());
          PassageIndex index = PassageIndex.open(folder, told)) {
        Ask ask = new Ask(told, index);

        plans.requireTheTenant(
            () -> assertThat(search(ask, story)).isPositive(), "head", "document", "version");
        story.asserts("terms", "site", "v2", notice(1, 2), "2024-02-01", null);
        plans.requireTheTenant(
            () -> assertThat(search(ask, story)).isPositive(),
            "document_validity",
            "section_validity",
            "passage",
            "section_text");
      }
    }
  }

  @Test
  void noneReadsALargeTableFromBeginningToEnd() {
    try (TestDatabase home = TestDatabases.create()) {
      Story story = new Story(home.database(), "story");
      Story other = new Story(home.database(), "other");
      for (int amendment = 1; amendment <= AMENDMENTS; amendment++) {
        amend(story, amendment);
        amend(other, amendment);
      }
      new Store(home.database().as(Caller.holding("secret")))
          .write(
              story.tenant(),
              Intent.of("label", "test"),
              List.of(new Change.Label("terms-0", List.of("secret"), List.of())));
      Copies.add(home, COPIES);
      Plans plans = Plans.of(home);
      try (Database told = home.open(home.settings());
          PassageIndex index = PassageIndex.open(folder, told)) {
        Ask ask = new Ask(told, index);
        assertThat(search(ask, story)).isPositive();
        story.asserts("terms-7", "site", "new", notice(7, 99), "2023-01-01", null);

        plans.requireIndexes(
            () -> assertThat(search(ask, story)).isPositive(),
            LARGE_TABLES,
            "document_validity",
            "version",
            "passage",
            "section_text");
      }
    }
  }

  private static void amend(Story story, int amendment) {
    List<Change> changes = new ArrayList<>();
    for (int document = 0; document < DOCUMENTS; document++) {
      changes.add(
          new Change.Assert(
              Change.Place.of("terms-" + document, "site"),
              new Change.Wanted.New(Story.version("v" + amendment, notice(document, amendment))),
              Story.day(LocalDate.of(2020, 1, 1).plusMonths(amendment).toString()),
              null,
              false));
    }
    story.write(changes.toArray(Change[]::new));
  }

  private static int search(Ask ask, Story story) {
    return ask.ask(
            story.tenant(),
            Request.of("how many days of notice?")
                .about(new TimeInput.Moment(Story.day("2024-06-01")))
                .top(5))
        .results()
        .size();
  }

  private static String notice(int document, int amendment) {
    return "# Notice\n\nUnder terms %d we give %d days of notice before a change.\n"
        .formatted(document, amendment);
  }
}
