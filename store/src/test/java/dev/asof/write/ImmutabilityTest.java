package dev.asof.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.asof.fault.AsofException;
import dev.asof.id.TenantId;
import dev.asof.ledger.Ledgered;
import dev.asof.schema.Database;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.schema.generated.Asof;
import dev.asof.schema.generated.Tables;
import dev.asof.split.Format;
import dev.asof.time.LocalTimes;
import dev.asof.verify.Verification;
import dev.asof.verify.Verifier;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jooq.Field;
import org.jooq.Table;
import org.jooq.TableOptions;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What the database itself refuses, whatever SQL the application's login sends, and what the
/// ledger finds of what an owner can do.
class ImmutabilityTest {

  private static TestDatabase database;
  private static TenantId tenant;

  @BeforeAll
  static void open() {
    database = TestDatabases.create();
    Store store = new Store(database.database());
    tenant = store.createTenant("kept");
    for (String label : List.of("v1", "v2")) {
      store.write(
          tenant,
          Intent.of("assert", "test"),
          List.of(
              new Change.Assert(
                  Change.Place.of("rules", "office"),
                  new Change.Wanted.New(
                      new NewVersion(
                          label,
                          null,
                          null,
                          null,
                          null,
                          false,
                          null,
                          PreparedText.of(Format.TEXT, "Rule " + label))),
                  LocalTimes.parseStated(
                      label.equals("v1") ? "2024-01-01" : "2024-07-01", ZoneId.of("UTC"), false),
                  null,
                  false)));
    }
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @Test
  void noTableLetsTheApplicationDeleteOrEmptyIt() {
    for (Table<?> table : Asof.ASOF.getTables()) {
      if (!isProjection(table) && isStored(table)) {
        for (String statement : List.of("delete from ", "truncate ")) {
          assertThatExceptionOfType(AsofException.class)
              .as(statement + table.getName())
              .isThrownBy(() -> as(database.database(), statement + "asof." + table.getName()));
        }
      }
    }
  }

  @Test
  void noColumnButTheEndOfSystemTimeCanBeUpdated() {
    for (Table<?> table : Asof.ASOF.getTables()) {
      if (!isProjection(table) && isStored(table)) {
        for (Field<?> column : table.fields()) {
          if (!column.getName().equals("system_to")) {
            assertThatExceptionOfType(AsofException.class)
                .as(table.getName() + "." + column.getName())
                .isThrownBy(() ->
                    as(
                        database.database(),
                        "update asof."
                            + table.getName()
                            + " set "
                            + column.getName()
                            + " = default"));
          }
        }
      }
    }
  }

  @Test
  void aRowCannotBeClosedOutsideATransactionOfTheLedger() {
    assertThatExceptionOfType(AsofException.class)
        .isThrownBy(() ->
            as(
                database.database(),
                "update asof.document_validity set system_to = now() where system_to is null"))
        .withMessageContaining("row-level security");
  }

  @Test
  void aRowCannotBeOpenedAtATimeThatTheSessionChooses() {
    assertThatThrownBy(() ->
            database
                .database()
                .write(
                    tenant,
                    sql -> {
                      sql.execute("set local asof.system_time = '2020-01-01'");
                      return sql.execute(
                          "insert into asof.document (tenant, document_id, key, salt, digest,"
                              + " system_from) values (?, 1, 'forged', '', '', '2020-01-01')",
                          tenant.value());
                    }))
        .isInstanceOf(AsofException.class);
  }

  @Test
  void aTransactionWithoutItsLedgerEntryDoesNotCommit() {
    assertThatThrownBy(() ->
            database
                .database()
                .write(
                    tenant,
                    sql -> sql.fetch("select * from asof.open_transaction(?)", tenant.value())))
        .isInstanceOf(AsofException.class);
    assertThat(verify().finding()).isEmpty();
  }

  @Test
  void aLoginOfOneTenantReachesNoOtherEvenWithSqlOfItsOwn() {
    TenantId other = new Store(database.database()).createTenant("other");
    try (Database login = database.open(database.loginFor(other.value()))) {
      assertThat(
              login.<Integer>write(
                  tenant,
                  sql -> {
                    sql.execute("set local asof.tenant = '" + tenant.value() + "'");
                    return sql.fetchCount(Tables.SECTION_TEXT);
                  }))
          .isZero();
      assertThatThrownBy(() ->
              login.write(tenant, sql -> sql.fetch("select * from asof.settle(?)", tenant.value())))
          .isInstanceOf(AsofException.class);
    }
  }

  @Test
  void withoutATenantNothingIsSeen() {
    assertThat(database.database().<Integer>global(sql -> sql.fetchCount(Tables.VERSION))).isZero();
  }

  @Test
  void whatAnOwnerEditsTheChainFinds() {
    for (String tampering :
        List.of(
            "update asof.section_text set body = body || ' not' where text_id = (select"
                + " min(text_id) from asof.section_text)",
            "update asof.version set label = 'v9' where label = 'v1'",
            "update asof.document_validity set valid_during = tstzrange(lower(valid_during),"
                + " '2030-01-01') where upper_inf(valid_during)",
            "update asof.transaction set actor = 'somebody else' where sequence = 1",
            "delete from asof.observation where true; delete from asof.transaction where sequence ="
                + " 2",
            "insert into asof.source (tenant, source_id, name, salt, digest, system_from) values ("
                + tenant.value()
                + ", 16777999, 'planted', '', '', '2020-01-01')")) {
      database.asOwner(sql ->
          sql.connection(connection -> {
            connection.setAutoCommit(false);
            try (var statement = connection.createStatement()) {
              statement.execute("set session_replication_role = replica");
              statement.execute(tampering);
              Verification found = Verifier.verify(DSL.using(connection), tenant);
              assertThat(found.finding()).as(tampering).isPresent();
            } finally {
              connection.rollback();
              connection.setAutoCommit(true);
            }
          }));
    }
    assertThat(verify().finding()).isEmpty();
  }

  @Test
  void everyTableAndColumnIsUnderTheChainOrNamedHereAsOutside() {
    Set<String> outside =
        new HashSet<>(
            List.of(
                "tenant",
                "tenant_login",
                "head",
                "transaction",
                "text_holder",
                "passage",
                "embedding",
                "embedding_model",
                // What is to be done; what was seen is an observation.
                "watched_page",
                // Who may ask is a matter of today.
                "api_token",
                // Through the hash of its original, which OriginalsTest holds against every piece.
                "original_piece"));
    Set<String> bookkeeping =
        Set.of("tenant", "system_from", "system_to", "system_during", "salt", "digest");
    Set<String> forgotten = new TreeSet<>();
    for (Table<?> table : Asof.ASOF.getTables()) {
      if (outside.contains(table.getName()) || !isStored(table)) {
        continue;
      }
      Ledgered ledgered = Ledgered.of(table);
      for (Field<?> column : table.fields()) {
        boolean covered =
            ledgered.covered().contains(column)
                || ledgered.erasable().contains(column)
                || ledgered.id().equals(column)
                || bookkeeping.contains(column.getName());
        if (!covered) {
          forgotten.add(table.getName() + "." + column.getName());
        }
      }
    }
    assertThat(forgotten).isEmpty();
  }

  /// A table of its own, not the result of a function.
  private static boolean isStored(Table<?> table) {
    return table.getOptions().type() == TableOptions.TableType.TABLE;
  }

  /// What can be made again, is to be done, or says who may ask today: no record of anything.
  private static boolean isProjection(Table<?> table) {
    return Set.of("passage", "embedding", "embedding_model", "watched_page", "api_token")
        .contains(table.getName());
  }

  private static void as(Database login, String statement) {
    login.write(tenant, sql -> sql.execute(statement));
  }

  private static Verification verify() {
    return new Verifier(database.database()).verify(tenant);
  }
}
