package dev.asof.history;

import dev.asof.fold.Why;
import dev.asof.id.VersionId;
import dev.asof.schema.Database;
import dev.asof.schema.Plans;
import dev.asof.time.TimeRange;
import dev.asof.write.Change;
import dev.asof.write.Intent;
import dev.asof.write.Receipt;
import dev.asof.write.Store;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Every statement of the frequent reads and writes names the tenant of each table it touches, so
/// that a database distributed by tenant sends it to one node. The policies of rows, which would
/// name it anyhow, are taken away; what the plans still confine to a tenant, the statements do.
class TenantInEveryStatementTest {

  private final Story story = new Story();
  private Plans plans;
  private Database told;
  private History history;
  private Receipt first;

  @BeforeEach
  void tell() {
    first = story.states("gov", "act", "v1", "# One\n\nText.", "2024-01-01", null);
    story.shows("web", "act", "2024-02-01T00:00:00Z", "w1", "# One\n\nText as shown.");
    story.corrects("gov", "act", "v2", "# One\n\nOther text.", "2024-03-01", null);
    story.puts("gov", "act", "v3", "# One\n\nNobody knows when.");
    plans = Plans.of(story.home).withoutPolicies();
    told = story.home.open(story.home.settings());
    history = new History(told);
  }

  @AfterEach
  void drop() {
    story.close();
  }

  @Test
  void aWrite() {
    Store store = new Store(told);
    assertTenants(
        () ->
            store.write(
                story.tenant,
                Intent.of("correct", "ada").because("wrong day"),
                List.of(
                    new Change.Correct(
                        Change.Place.of("act", "gov"),
                        new Change.Wanted.New(Story.version("v4", "# One\n\nThird text.")),
                        Story.time("2024-02-01"),
                        Story.time("2024-04-01")))),
        "head",
        "document_validity",
        "statement",
        "section_text",
        "document",
        "source",
        "tenant");
  }

  @Test
  void aWriteOfAnOverride() {
    Store store = new Store(told);
    assertTenants(
        () ->
            store.write(
                story.tenant,
                Intent.of("override", "ada").because("one section goes its own way"),
                List.of(
                    new Change.OverrideSection(
                        new Change.Place("act", "gov", "", "one"),
                        new Change.Content.Nothing(Why.REPEALED),
                        Story.time("2024-05-01"),
                        Story.time("2024-06-01")))),
        "section",
        "section_validity");
  }

  @Test
  void aLook() {
    Store store = new Store(told);
    assertTenants(
        () ->
            store.write(
                story.tenant,
                Intent.of("observe", "ada").because("a look"),
                List.of(
                    new Change.Observe(
                        Change.Place.of("act", "web"),
                        Story.instant("2024-06-01T00:00:00Z"),
                        new Change.Seen.Text(Story.version("w2", "# One\n\nNew as shown."))))),
        "observation",
        "version");
  }

  @Test
  void aLookupAsKnownNow() {
    assertTenants(
        () ->
            history.inForce(
                story.tenant,
                Filter.document("act"),
                Story.about("2024-03-05T00:00:00Z"),
                Known.latest()),
        "head",
        "document",
        "document_validity");
  }

  @Test
  void aLookupAsKnownEarlier() {
    assertTenants(
        () ->
            history.inForce(
                story.tenant,
                Filter.document("act"),
                Story.about("2024-03-05T00:00:00Z"),
                Story.at(first)),
        "transaction",
        "document_validity");
  }

  @Test
  void aLookupAsKnownAtATimeThatHasToBeSettled() {
    assertTenants(
        () ->
            history.inForce(
                story.tenant,
                Filter.document("act"),
                Story.about("2024-03-05T00:00:00Z"),
                Known.at(history.reader().snapshot(story.tenant, Known.latest(), Snapshot::clock))),
        "head");
  }

  @Test
  void learned() {
    assertTenants(
        () ->
            history.learned(
                story.tenant,
                Filter.document("act"),
                Story.about("2024-03-05T00:00:00Z"),
                Known.latest()),
        "document_validity");
  }

  @Test
  void changes() {
    assertTenants(
        () ->
            history.changes(
                story.tenant,
                Filter.all(),
                Story.at(first),
                Known.latest(),
                each -> {},
                each -> {}),
        "document_validity");
  }

  @Test
  void theWholeCorpusAtAPoint() {
    assertTenants(
        () ->
            history.inForce(
                story.tenant,
                Filter.all(),
                Story.about("2024-03-05T00:00:00Z"),
                Known.latest(),
                each -> {},
                each -> {}),
        "document_validity");
  }

  @Test
  void theTextOfAVersion() {
    long version =
        Story.there(story.inForce("act", "2024-03-05T00:00:00Z").results().getFirst().version());
    assertTenants(
        () ->
            history.text(story.tenant, new VersionId(version), TimeRange.always(), Known.latest()),
        "version",
        "section_text");
  }

  private void assertTenants(Runnable work, String... tables) {
    plans.requireTheTenant(work, tables);
  }
}
