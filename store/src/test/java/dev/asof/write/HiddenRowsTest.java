package dev.asof.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.asof.fault.AsofException;
import dev.asof.fault.Code;
import dev.asof.id.TenantId;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import dev.asof.schema.Caller;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseSettings;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.schema.generated.Asof;
import dev.asof.split.Format;
import dev.asof.time.LocalTimes;
import dev.asof.time.StatedTime;
import dev.asof.time.ValidityState;
import dev.asof.verify.Verifier;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import org.jooq.Table;
import org.jooq.TableOptions;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What a login that is granted some access labels reads and does with SQL of its own.
class HiddenRowsTest {

  private static final String SHARED = "# Shared\n\nwords that both have\n";

  private static TestDatabase database;
  private static TenantId tenant;
  private static Database limited;

  /// Ids and words of the hidden document.
  private static final List<String> TRACES = new ArrayList<>();

  @BeforeAll
  static void open() {
    database = TestDatabases.create();
    Database everything = database.database().as(Caller.everything());
    Store store = new Store(everything);
    tenant = store.createTenant("labelled");
    write(store, "put", "first", new Change.Put(place("handbook"), version("v1", SHARED)));
    write(
        store,
        "assert",
        "zebracause",
        new Change.Recorded(
            place("zebrakey"),
            SourceKind.ARCHIVE,
            "zebralabel",
            ValidityState.ASSERTED,
            Change.Shows.TEXT,
            version("zebralabel", SHARED + "\n# Zebrahead\n\nzebrawords\n"),
            null,
            day("2024-01-01"),
            null,
            Instant.parse("2024-01-02T00:00:00Z"),
            List.of(new Change.SectionDate("zebrahead", day("2024-03-01"), null)),
            Hash.wrap(Sha256.of("zebra".getBytes(StandardCharsets.UTF_8)))));
    write(
        store,
        "observe",
        "zebracause",
        new Change.Observe(
            place("zebrakey"),
            Instant.parse("2024-05-01T00:00:00Z"),
            new Change.Seen.Failed("zebranote")));
    write(
        store,
        "label",
        "zebracause",
        new Change.Label("zebrakey", List.of("zebrahr", "zebraboard"), List.of()));
    write(
        store,
        "label",
        "zebracause",
        new Change.Label("zebrakey", List.of(), List.of("zebraboard")));
    limited = database.open(login("{zebralegal,other}"));
    everything.<Integer>read(
        tenant,
        sql -> {
          TRACES.add("zebra");
          for (String ids :
              List.of(
                  "select document_id from asof.document where key = 'zebrakey'",
                  "select version_id from asof.version where label = 'zebralabel'",
                  "select text_id from asof.section_text where body like '%zebrawords%'",
                  "select statement_id from asof.statement s join asof.document d using (tenant,"
                      + " document_id) where d.key = 'zebrakey'",
                  "select section_id from asof.section s join asof.document d using (tenant,"
                      + " document_id) where d.key = 'zebrakey'")) {
            sql.fetch(ids).forEach(row -> TRACES.add(String.valueOf(row.get(0))));
          }
          return 0;
        });
    assertThat(TRACES).hasSizeGreaterThanOrEqualTo(6);
  }

  @AfterAll
  static void close() {
    database.close();
  }

  /// A login of this tenant with these labels.
  private static DatabaseSettings login(@Nullable String labels) {
    DatabaseSettings login = database.loginFor(tenant.value());
    database.asOwner(sql ->
        sql.execute(
            "update asof.tenant_login set labels = {0}::text[] where login = {1}",
            DSL.val(labels), DSL.val(login.user())));
    return login;
  }

  private static void write(Store store, String kind, String reason, Change change) {
    store.write(tenant, Intent.of(kind, "ada").because(reason), List.of(change));
  }

  private static Change.Place place(String document) {
    return Change.Place.of(document, "office");
  }

  private static NewVersion version(String label, String text) {
    return new NewVersion(
        label, null, null, null, null, false, null, PreparedText.of(Format.MARKDOWN, text));
  }

  private static StatedTime day(String day) {
    return LocalTimes.parseStated(day, ZoneId.of("UTC"), false);
  }

  @Test
  void noTableOfTheCatalogueShowsATraceWhateverLabelsTheSessionClaims() {
    for (String claimed : List.of("", "zebralegal", "zebrahr", "*", "zebrahr,*", "%", "{*}")) {
      for (Table<?> table : tables()) {
        if (table.getName().equals("tenant_login")) {
          continue;
        }
        assertThat(rows(limited, claimed, table))
            .as("%s as \"%s\"", table.getName(), claimed)
            .noneSatisfy(
                row -> assertThat(TRACES).anySatisfy(trace -> assertThat(row).contains(trace)));
      }
    }
  }

  @Test
  void whatIsNotHiddenIsThere() {
    assertThat(rows(limited, "", "document")).singleElement().asString().contains("handbook");
    assertThat(rows(limited, "", "section_text")).singleElement().asString().contains("both have");
    assertThat(rows(limited, "", "transaction")).singleElement().asString().contains("first");
  }

  @Test
  void aSessionWithTheLabelSeesEveryRow() {
    Database granted = database.open(login("{zebrahr}"));
    Database trusted = database.open(login(null));
    for (Database login : List.of(granted, trusted)) {
      for (Table<?> table : tables()) {
        if (Set.of("tenant", "tenant_login", "document_label").contains(table.getName())) {
          continue;
        }
        assertThat(rows(login, "zebrahr", table))
            .as(table.getName())
            .hasSameSizeAs(rows(database.database().as(Caller.everything()), "*", table));
      }
      assertThat(rows(login, "zebrahr", "document_label")).hasSize(1);
      assertThat(rows(login, "", "document")).hasSize(1);
    }
  }

  @Test
  void whichLabelsThereAreIsNotReadFromTheLogins() {
    assertThatExceptionOfType(AsofException.class)
        .isThrownBy(() -> rows(limited, "", "tenant_login"))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.NOT_ALLOWED));
  }

  @Test
  void aMissingSettingIsTheEmptySet() {
    assertThat(
            database
                .database()
                .<List<Object>>read(
                    tenant,
                    sql -> {
                      sql.execute("reset asof.labels");
                      return sql.fetch("select key from asof.document").map(row -> row.get(0));
                    }))
        .containsExactly("handbook");
  }

  @Test
  void aTextCannotBeClaimedByItsNumber() {
    assertThatExceptionOfType(AsofException.class)
        .isThrownBy(() ->
            limited.write(
                tenant,
                sql -> {
                  long sequence = span(sql);
                  sql.execute(
                      """
                      insert into asof.version (tenant, version_id, document_id, source_id, media_type,
                        byte_length, splitter, sections, texts, digest, system_from)
                      select d.tenant, ({0} << 24) + 7, d.document_id, s.source_id, 'text/plain', 1, 'x',
                        array[1], array[{1}::bigint], '', asof.span_to()
                      from asof.document d join asof.source s using (tenant)
                      """,
                      DSL.val(sequence), DSL.val(textId()));
                  return sql.execute(
                      "select asof.hold_texts(array[({0} << 24) + 7])", DSL.val(sequence));
                }))
        .withMessageContaining("may hold only texts that its writer may see");
  }

  private static long textId() {
    return Objects.requireNonNull(
        database
            .database()
            .as(Caller.everything())
            .<Long>read(
                tenant,
                sql ->
                    sql.fetchSingle(
                            "select text_id from asof.section_text where body like '%zebrawords%'")
                        .get(0, Long.class)));
  }

  private static long span(DSLContext sql) {
    return Objects.requireNonNull(
        sql.fetchSingle(
                "select first_sequence from asof.open_transaction({0})", DSL.val(tenant.value()))
            .get(0, Long.class));
  }

  @Test
  void rowsOfAHiddenDocumentAreNeitherClosedNorAdded() {
    limited.write(
        tenant,
        sql -> {
          span(sql);
          for (String table : List.of("statement", "document_label", "section_validity")) {
            sql.execute("update asof." + table + " set system_to = asof.span_to()");
          }
          assertThat(sql.fetchSingle("select count(*) from asof.statement where system_to is null"))
              .satisfies(row -> assertThat(row.get(0, Integer.class)).isZero());
          sql.connection(connection -> connection.rollback());
          return 0;
        });
    assertThat(
            rows(database.database().as(Caller.everything()), "*", "document_label").stream()
                .filter(row -> row.contains("zebrahr")))
        .singleElement()
        .asString()
        .contains("\",)");
    assertThatExceptionOfType(AsofException.class)
        .isThrownBy(() ->
            limited.write(
                tenant,
                sql -> {
                  span(sql);
                  return sql.execute(
                      """
                      insert into asof.observation (tenant, observation_id, document_id, source_id, looked,
                        status, digest, system_from)
                      select s.tenant, 1, {0}, s.source_id, now(), 'failed', '', asof.span_to()
                      from asof.source s
                      """,
                      DSL.val(Long.parseLong(TRACES.get(1))));
                }))
        .withMessageContaining("row-level security");
  }

  @Test
  void aLabelThatIsNotHeldIsNotAddedEvenBySql() {
    assertThatExceptionOfType(AsofException.class)
        .isThrownBy(() ->
            limited
                .as(Caller.everything())
                .write(
                    tenant,
                    sql -> {
                      long sequence = span(sql);
                      return sql.execute(
                          """
                          insert into asof.document_label (tenant, document_label_id, document_id, label, system_from)
                          select tenant, ({0} << 24) + 1, document_id, 'zebrahr', asof.span_to()
                          from asof.document
                          """,
                          DSL.val(sequence));
                    }))
        .withMessageContaining("row-level security");
  }

  @Test
  void aLoginThatMayNotSeeEverythingCannotVerifyAndIsToldSo() {
    assertThatExceptionOfType(AsofException.class)
        .isThrownBy(() -> new Verifier(limited).verify(tenant))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.NOT_ALLOWED));
    assertThat(new Verifier(database.database()).verify(tenant).finding()).isEmpty();
  }

  /// A table whose rows belong to a document hides them: by a restrictive policy, which no policy
  /// that is added later opens again.
  @Test
  void everyTableThatSaysAnythingOfADocumentHasARestrictivePolicyThatHides() {
    Set<String> open = new TreeSet<>();
    Map<String, String> policies =
        database
            .database()
            .read(
                tenant,
                sql ->
                    sql
                        .fetch(
                            """
                            select tablename, string_agg(qual, ' ') from pg_policies
                            where schemaname = 'asof' and permissive = 'RESTRICTIVE' and cmd = 'ALL'
                            group by tablename
                            """)
                        .intoMap(0, 1)
                        .entrySet()
                        .stream()
                        .collect(
                            Collectors.toMap(
                                entry -> String.valueOf(entry.getKey()),
                                entry -> String.valueOf(entry.getValue()))));
    for (Table<?> table : tables()) {
      boolean ofDocument =
          List.of("document_id", "version_id", "section_id", "text_id").stream()
              .anyMatch(key -> table.field(key) != null);
      String policy = policies.getOrDefault(table.getName(), "");
      boolean hides =
          table.field("document_id") != null
              ? policy.contains("hidden_document()")
              : policy.contains("text_holder") || policy.contains("version");
      if (ofDocument && !hides) {
        open.add(table.getName());
      }
    }
    assertThat(open).as("give these a policy as V0007 does; see CONTRIBUTING").isEmpty();
  }

  @Test
  void theHiddenDocumentsAreFoundOnceForAQueryAndNotForEachRow() {
    for (Table<?> table : tables()) {
      if (table.field("document_id") == null) {
        continue;
      }
      String plan =
          limited.read(
              tenant,
              sql ->
                  String.join(
                      "\n",
                      sql.fetch("explain (verbose) select * from asof." + table.getName())
                          .map(row -> row.get(0, String.class))));
      assertThat(plan).as(table.getName()).contains("hashed SubPlan");
      assertThat(plan.lines().filter(line -> line.contains("Filter")))
          .noneSatisfy(line -> assertThat(line).contains("hidden_document("));
    }
    String texts =
        limited.read(
            tenant,
            sql ->
                String.join(
                    "\n",
                    sql.fetch("explain (verbose) select * from asof.section_text")
                        .map(row -> row.get(0, String.class))));
    assertThat(texts).contains("InitPlan").doesNotContainPattern("Filter:.*hides_any\\(");
  }

  private static List<Table<?>> tables() {
    return Asof.ASOF.getTables().stream()
        .filter(table -> table.getOptions().type() == TableOptions.TableType.TABLE)
        .toList();
  }

  private static List<String> rows(Database login, String claimed, Table<?> table) {
    return rows(login, claimed, table.getName());
  }

  private static List<String> rows(Database login, String claimed, String table) {
    return login.read(
        tenant,
        sql -> {
          sql.fetch("select set_config('asof.labels', {0}, true)", DSL.val(claimed));
          return sql.fetch("select shown::text from asof." + table + " as shown")
              .map(row -> String.valueOf(row.get(0)));
        });
  }
}
