package dev.asof.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.id.TenantId;
import dev.asof.ledger.Ledgered;
import dev.asof.schema.Caller;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseRole;
import dev.asof.schema.DatabaseSettings;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.schema.generated.Asof;
import dev.asof.split.Format;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Whose words a caller reads in the ledger while something is hidden from him: those of
/// transactions of which he sees a row, whatever kind of row it is.
class TransactionWordsTest {

  private static TestDatabase database;
  private static TenantId tenant;
  private static Store store;
  private static Database limited;

  @BeforeAll
  static void open() {
    database = TestDatabases.create();
    Database everything = database.database().as(Caller.everything());
    store = new Store(everything);
    tenant = store.createTenant("words");
    Eraser eraser = new Eraser(database.open(DatabaseRole.ERASER).as(Caller.everything()));
    for (String document : List.of("seen", "hidden")) {
      Change.Place place = Change.Place.of(document, "office");
      write("put", document, new Change.Put(place, version("v1", document + " one")));
      write("put", document, new Change.Put(place, version("v2", document + " two")));
      write("mark", document, new Change.Mark(document, "office", "v1", true));
      write("unmark", document, new Change.Mark(document, "office", "v1", false));
      write("hold", document, new Change.Hold(document, "matter"));
      write("release", document, new Change.Release(document, "matter"));
      eraser.erase(
          tenant,
          Intent.of("erase", "ada").because("erase of " + document),
          document,
          new Eraser.Which.Labelled(List.of("v1")),
          "order 7");
      write("label", document, new Change.Label(document, List.of("plain"), List.of()));
    }
    write("zone", "no document", new Change.Set("zone", "Europe/Vienna"));
    write("label", "hidden", new Change.Label("hidden", List.of("secret"), List.of()));
    DatabaseSettings login = database.loginFor(tenant.value());
    database.asOwner(sql ->
        sql.execute(
            "update asof.tenant_login set labels = '{plain}' where login = {0}",
            DSL.val(login.user())));
    limited = database.open(login).as(Caller.everything());
  }

  @AfterAll
  static void close() {
    database.close();
  }

  private static void write(String kind, String document, Change change) {
    store.write(tenant, Intent.of(kind, "ada").because(kind + " of " + document), List.of(change));
  }

  private static NewVersion version(String label, String text) {
    return new NewVersion(
        label, null, null, null, null, false, null, PreparedText.of(Format.TEXT, text));
  }

  private static List<String> reasons(Database reader) {
    return reader.read(
        tenant,
        sql ->
            sql.fetch("select reason from asof.transaction order by sequence")
                .map(row -> row.get(0, String.class)));
  }

  @Test
  void whoeverSeesTheDocumentReadsWhyItWasMarkedHeldReleasedAndErased() {
    assertThat(reasons(limited))
        .contains(
            "put of seen",
            "mark of seen",
            "unmark of seen",
            "hold of seen",
            "release of seen",
            "erase of seen",
            "label of seen",
            "zone of no document");
  }

  @Test
  void theWordsAboutAHiddenDocumentStayHidden() {
    assertThat(reasons(limited)).noneSatisfy(reason -> assertThat(reason).contains("hidden"));
    assertThat(reasons(database.database().as(Caller.everything())))
        .filteredOn(reason -> reason.contains("hidden"))
        .hasSize(9);
  }

  /// Walks the catalogue: a table that is added later and says something of a document, or is under
  /// the chain without being of a document, has to be named in the policy.
  @Test
  void everyTableWhoseRowsATransactionWritesShowsItsWords() {
    String policy =
        database
            .database()
            .read(
                tenant,
                sql ->
                    sql.fetchSingle(
                            "select qual from pg_policies where policyname ="
                                + " 'transaction_seen_by_caller'")
                        .get(0, String.class))
            .replaceAll("\\s+", " ")
            .replace("asof.", "");
    Set<String> forgotten = new TreeSet<>();
    for (Table<?> table : Asof.ASOF.getTables()) {
      boolean ofDocument =
          Stream.of("document_id", "version_id").anyMatch(key -> table.field(key) != null);
      boolean written = table.field("system_from") != null;
      // A text is of no document, and comes with a version that holds it.
      if (!written || table.getName().equals("section_text")) {
        continue;
      }
      String name = table.getName();
      String id = Ledgered.of(table).id().getName();
      if (!policy.contains("FROM " + name + " written WHERE")
          || !policy.contains("written." + id + " >= (transaction.sequence << 24)")) {
        forgotten.add(name + " opened" + (ofDocument ? ", which is of a document" : ""));
      }
      if (table.field("system_to") != null
          && !policy.matches(
              ".*FROM "
                  + name
                  + " written WHERE \\(\\(written.tenant = transaction.tenant\\) AND"
                  + " \\(written.system_to = transaction.system_time\\).*")) {
        forgotten.add(name + " closed");
      }
    }
    assertThat(forgotten)
        .as("name these in transaction_seen_by_caller, by a new migration as V0010 is")
        .isEmpty();
  }
}
