package dev.asof.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.id.TenantId;
import dev.asof.id.VersionId;
import dev.asof.schema.Caller;
import dev.asof.schema.Copies;
import dev.asof.schema.Database;
import dev.asof.schema.Plans;
import dev.asof.write.Change;
import dev.asof.write.Intent;
import dev.asof.write.Receipt;
import dev.asof.write.Store;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The plans of what is asked most, as the application asks it: its role, under the policies of
/// rows, with generic plans, for a caller from whom a document is hidden. None reads a large table
/// from beginning to end, and each enters its index by the tenant. The store holds two tenants and
/// some thousand beliefs of each, and is analyzed.
class HotPlansTest {

  private static final int DOCUMENTS = 20;
  private static final int AMENDMENTS = 10;
  private static final int LARGE = 8_000;
  private static final int COPIES = 20;

  /// Those that grow with what is recorded.
  private static final List<String> LARGE_TABLES =
      List.of(
          "statement",
          "document_validity",
          "version",
          "section_text",
          "passage",
          "text_holder",
          "observation");

  private static final Story story = new Story();
  private static long middle;
  private static Plans plans;
  private static History history;
  private static Store store;

  @BeforeAll
  static void fill() {
    TenantId other = story.store.createTenant("other");
    for (int amendment = 1; amendment <= AMENDMENTS; amendment++) {
      Receipt written = amend(story.tenant, amendment);
      amend(other, amendment);
      if (amendment == AMENDMENTS / 2) {
        middle = written.sequence();
      }
    }
    plans = Plans.of(story.home);
    new Store(story.database.as(Caller.holding("secret")))
        .write(
            story.tenant,
            Intent.of("label", "ada"),
            List.of(new Change.Label("document-0", List.of("secret"), List.of())));
    Copies.add(story.home, COPIES);
    Database told = story.home.open(story.home.settings());
    history = new History(told);
    store = new Store(told);
  }

  @AfterAll
  static void drop() {
    story.close();
  }

  private static Receipt amend(TenantId tenant, int amendment) {
    List<Change> changes = new ArrayList<>();
    LocalDate from = LocalDate.of(2020, 1, 1).plusMonths(amendment);
    for (int document = 0; document < DOCUMENTS; document++) {
      String text = "# One\n\nDocument " + document + " as of amendment " + amendment + ".";
      changes.add(
          new Change.Assert(
              Change.Place.of("document-" + document, "gov"),
              new Change.Wanted.New(Story.version("v" + amendment, text)),
              Story.time(from.toString()),
              null,
              true));
      changes.add(
          new Change.Observe(
              Change.Place.of("document-" + document, "web"),
              Story.instant(from + "T00:00:00Z"),
              new Change.Seen.Text(Story.version("v" + amendment, text))));
    }
    return story.store.write(tenant, Intent.of("assert", "ada").because("amended"), changes);
  }

  @Test
  void theTablesAreLargeAndOfTwoTenants() {
    story.home.asOwner(sql -> {
      for (String table : LARGE_TABLES) {
        var counted = sql.fetchSingle("select count(*), count(distinct tenant) from asof." + table);
        assertThat(counted.get(0, Long.class)).as(table).isGreaterThanOrEqualTo(LARGE);
        assertThat(counted.get(1, Long.class)).as(table).isEqualTo(2);
      }
    });
  }

  @Test
  void aLookupAsKnownNow() {
    assertIndexed(
        () ->
            history.inForce(
                story.tenant,
                Filter.document("document-7"),
                Story.about("2020-09-05T00:00:00Z"),
                Known.latest()),
        "document_validity");
  }

  @Test
  void aLookupAsKnownEarlier() {
    assertIndexed(
        () ->
            history.inForce(
                story.tenant,
                Filter.document("document-7"),
                Story.about("2020-09-05T00:00:00Z"),
                Known.token(middle)),
        "document_validity");
  }

  @Test
  void whatWasLearnedOfOneDocument() {
    assertIndexed(
        () ->
            history.learned(
                story.tenant,
                Filter.document("document-7"),
                Story.about("2020-09-05T00:00:00Z"),
                Known.latest()),
        "document_validity");
  }

  @Test
  void theTextOfAVersion() {
    long version =
        Story.there(
            story.inForce("document-7", "2020-09-05T00:00:00Z").results().getFirst().version());
    assertIndexed(
        () -> history.text(story.tenant, new VersionId(version), Known.latest()),
        "version",
        "section_text");
  }

  /// The beliefs of the lane, what a new text asks, and what foreign keys ask.
  @Test
  void aCorrection() {
    assertIndexed(
        () ->
            store.write(
                story.tenant,
                Intent.of("correct", "ada").because("wrong day"),
                List.of(
                    new Change.Correct(
                        Change.Place.of("document-9", "gov"),
                        new Change.Wanted.New(Story.version("c", "# One\n\nCorrected.")),
                        Story.time("2020-06-10"),
                        Story.time("2020-07-10")))),
        "document_validity",
        "statement",
        "section_text",
        "version");
  }

  @Test
  void aLook() {
    assertIndexed(
        () ->
            store.write(
                story.tenant,
                Intent.of("observe", "ada").because("a look"),
                List.of(
                    new Change.Observe(
                        Change.Place.of("document-9", "web"),
                        Story.instant("2022-06-01T00:00:00Z"),
                        new Change.Seen.Text(Story.version("l", "# One\n\nAnother look."))))),
        "document_validity",
        "version");
  }

  private static void assertIndexed(Runnable work, String... tables) {
    plans.requireIndexes(work, LARGE_TABLES, tables);
  }
}
