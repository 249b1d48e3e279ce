package dev.asof.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.history.Filter;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.id.TenantId;
import dev.asof.schema.Migrations;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.write.Change;
import dev.asof.write.Intent;
import dev.asof.write.Store;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.apache.commons.io.IOUtils;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/// A store that was written when the schema was at migration 5, brought to the newest: every hash
/// in its ledger still is that of its rows. The rows are a copy of what the program wrote then.
class OldStoreTest {

  private static final String THEN = "5";

  @Test
  void aStoreWrittenBeforeTheMigrationsStillVerifiesAndGoesOn() {
    try (TestDatabase database = TestDatabases.createEmpty()) {
      String url = database.jdbcUrl();
      String user = database.superuser();
      String password = database.superuserPassword();
      database.asOwner(sql -> sql.execute(resource("/db/roles.sql")));
      Flyway.configure()
          .dataSource(url, user, password)
          .locations("classpath:db/migration")
          .defaultSchema("asof")
          .createSchemas(false)
          .initSql("set role asof_owner")
          .placeholderReplacement(false)
          .target(THEN)
          .load()
          .migrate();
      database.asOwner(sql -> sql.connection(OldStoreTest::fill));

      assertThat(Migrations.migrate(url, user, password)).isPositive();
      Migrations.admit(url, user, password, Objects.requireNonNull(database.settings().user()));

      Store store = new Store(database.database());
      TenantId tenant = store.tenant("story");
      Verification found = new Verifier(database.database()).verify(tenant);
      assertThat(found.finding()).isEmpty();

      store.write(
          tenant,
          Intent.of("set", "test"),
          List.of(new Change.SetSource("gov", null, "Asia/Tokyo", 7, null, null, null)));
      assertThat(new Verifier(database.database()).verify(tenant).finding()).isEmpty();
      assertThat(
              new History(database.database())
                  .timeline(tenant, Filter.document("act"), Known.latest())
                  .results())
          .isNotEmpty();
    }
  }

  private static void fill(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      // Rows refer to rows of later tables, and the tables refuse what no transaction writes.
      statement.execute("set session_replication_role = replica");
      statement.execute("delete from asof.head");
      statement.execute("delete from asof.tenant");
      for (String table : resource("/dev/asof/verify/store-at-5.copy").split("(?m)^-- ", -1)) {
        if (!table.isEmpty()) {
          int end = table.indexOf('\n');
          connection
              .unwrap(PGConnection.class)
              .getCopyAPI()
              .copyIn(
                  "copy asof." + table.substring(0, end) + " from stdin",
                  new StringReader(table.substring(end + 1)));
        }
      }
      statement.execute("update asof.head set xid = null");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    connection.commit();
  }

  private static String resource(String name) {
    try {
      return IOUtils.resourceToString(name, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
