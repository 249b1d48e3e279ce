package dev.asof.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.asof.fault.AsofException;
import dev.asof.fault.Code;
import dev.asof.history.Filter;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseSettings;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.time.LocalTimes;
import dev.asof.write.Change;
import dev.asof.write.Intent;
import dev.asof.write.Store;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// That nothing crosses from one tenant to another, with SQL by hand and by a login that is granted
/// one of them.
class TenantsTest {

  private static TestDatabase database;
  private static TenantId mine;
  private static TenantId theirs;
  private static DatabaseSettings login;

  @BeforeAll
  static void story() {
    database = TestDatabases.create();
    mine = VerifierTest.tell(database, "mine");
    theirs = VerifierTest.tell(database, "theirs");
    login = database.loginFor(mine.value());
  }

  @AfterAll
  static void close() {
    database.close();
  }

  private static List<String> tables() {
    List<String> found = new ArrayList<>();
    database.asOwner(sql ->
        found.addAll(
            sql.fetch(
                    """
                    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant'
                    where c.relnamespace = 'asof'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
                    order by c.relname
                    """)
                .getValues(0, String.class)));
    assertThat(found).contains("version", "head", "transaction").hasSizeGreaterThan(14);
    return found;
  }

  /// A session of the login that is granted one tenant.
  private static final String INSUFFICIENT_PRIVILEGE = "42501";

  private static Connection connect(String role) throws SQLException {
    Connection connection =
        DriverManager.getConnection(
            String.valueOf(login.jdbcUrl()), login.user(), login.password());
    try (Statement statement = connection.createStatement()) {
      statement.execute("set role asof_" + role);
    }
    return connection;
  }

  private static long count(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /// A table that the role may not read shows it nothing.
  private static long seen(Connection connection, String query) throws SQLException {
    try {
      return count(connection, query);
    } catch (SQLException e) {
      if (INSUFFICIENT_PRIVILEGE.equals(e.getSQLState())) {
        return 0;
      }
      throw e;
    }
  }

  @Test
  void whateverTheSessionSaysNoRowOfAnotherTenantIsSeen() throws SQLException {
    for (String role : List.of("app", "auditor", "eraser")) {
      try (Connection connection = connect(role)) {
        for (String setting :
            List.of(
                "",
                "''",
                "'" + theirs.value() + "'",
                "'99'",
                "' " + theirs.value() + " '",
                "'-1'",
                "'" + mine.value() + "'")) {
          try (Statement statement = connection.createStatement()) {
            statement.execute(
                setting.isEmpty() ? "reset asof.tenant" : "set asof.tenant = " + setting);
          }
          for (String table : tables()) {
            assertThat(
                    seen(
                        connection,
                        "select count(*) from asof."
                            + table
                            + " where tenant is distinct from "
                            + mine.value()))
                .as(role + ", asof.tenant = " + setting + ", " + table)
                .isZero();
          }
        }
        assertThat(count(connection, "select count(*) from asof.version")).isPositive();
      }
    }
  }

  @Test
  void aSettingThatIsNoNumberIsAnErrorAndNoWayIn() throws SQLException {
    try (Connection connection = connect("app");
        Statement statement = connection.createStatement()) {
      for (String injected :
          List.of(
              theirs.value() + " or true",
              "1; set role asof_owner",
              "1' or '1'='1",
              "(select tenant from asof.tenant limit 1)",
              "null",
              "1e0",
              "99999999999")) {
        statement.execute(
            "select set_config('asof.tenant', '" + injected.replace("'", "''") + "', false)");
        assertThatThrownBy(() -> count(connection, "select count(*) from asof.version"))
            .as(injected)
            .isInstanceOf(SQLException.class)
            .extracting(e -> ((SQLException) e).getSQLState())
            .isIn("22P02", "22003");
      }
    }
  }

  @Test
  void aLoginSeesWhatItIsGrantedAndNoOtherLogin() throws SQLException {
    for (String role : List.of("app", "auditor", "eraser")) {
      try (Connection connection = connect(role)) {
        assertThat(count(connection, "select count(*) from asof.tenant_login")).isEqualTo(1);
        assertThat(
                count(
                    connection,
                    "select count(*) from asof.tenant_login where login = session_user and tenant ="
                        + " "
                        + mine.value()))
            .isEqualTo(1);
      }
    }
    List<Integer> all = new ArrayList<>();
    database.asOwner(sql -> all.add(sql.fetchCount(sql.selectFrom("asof.tenant_login"))));
    assertThat(all.getFirst()).isGreaterThan(1);
  }

  @Test
  void theHintsOfTheSessionDoNotHelpEither() throws SQLException {
    try (Connection connection = connect("app");
        Statement statement = connection.createStatement()) {
      statement.execute("set asof.tenant = '" + theirs.value() + "'");
      // A function of one's own that peeks runs after the policy, whatever it costs.
      statement.execute(
          """
          create function pg_temp.peek(found text) returns boolean language plpgsql cost 0.0000001 as
          $$ begin raise exception 'seen %', found; end $$
          """);
      assertThat(count(connection, "select count(*) from asof.document where pg_temp.peek(key)"))
          .isZero();
      statement.execute("create temporary table tenant_login (login name, tenant integer)");
      statement.execute("insert into tenant_login values (session_user, null)");
      statement.execute(
          "create function pg_temp.current_tenant() returns integer language sql as 'select "
              + theirs.value()
              + "'");
      statement.execute("set search_path = pg_temp, asof");
      assertThat(count(connection, "select count(*) from asof.document")).isZero();
      assertThatThrownBy(() ->
              count(connection, "select * from asof.open_transaction(" + theirs.value() + ")"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("may not write to tenant");
    }
  }

  @Test
  void functionsRefuseTheNumberOfAnotherTenant() throws SQLException {
    for (int asked : new int[] {mine.value(), theirs.value()}) {
      try (Connection connection = connect("app");
          Statement statement = connection.createStatement()) {
        statement.execute("set asof.tenant = '" + asked + "'");
        for (String call :
            List.of(
                "asof.open_transaction(" + theirs.value() + ")",
                "asof.open_transaction(" + theirs.value() + ", array[now()])",
                "asof.open_transaction(" + theirs.value() + ", array[]::timestamptz[])",
                "asof.open_transaction(null)",
                "asof.settle(" + theirs.value() + ")",
                "asof.settle(null)",
                "asof.create_tenant('planted')",
                "asof.create_tenant('theirs')")) {
          if (call.endsWith("(null)") && asked == theirs.value()) {
            // No tenant is reached and none is named: there is no such head row.
            assertThatThrownBy(() -> count(connection, "select count(*) from " + call))
                .as(call)
                .isInstanceOf(SQLException.class);
            continue;
          }
          assertThatThrownBy(() -> count(connection, "select count(*) from " + call))
              .as(asked + ": " + call)
              .isInstanceOf(SQLException.class)
              .extracting(e -> ((SQLException) e).getSQLState())
              .isEqualTo("42501");
        }
      }
    }
  }

  @Test
  void theStoreSaysWhatIsNotGranted() {
    try (Database granted = database.open(login)) {
      Store store = new Store(granted);
      assertThat(store.tenants()).containsExactly("mine");
      assertThatThrownBy(() -> store.tenant("theirs"))
          .isInstanceOfSatisfying(
              AsofException.class, e -> assertThat(e.code()).isEqualTo(Code.UNKNOWN_TENANT));
      assertThatThrownBy(() -> new Verifier(granted).verify(theirs))
          .isInstanceOf(RuntimeException.class);
      assertThatThrownBy(() -> write(granted, theirs))
          .isInstanceOfSatisfying(
              AsofException.class, e -> assertThat(e.code()).isEqualTo(Code.NOT_ALLOWED));
      assertThat(new Verifier(granted).verify(mine).finding()).isEmpty();
    }
  }

  @Test
  void noRowIsWrittenIntoAnotherTenant() throws SQLException {
    try (Connection connection = connect("app");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("set local asof.tenant = '" + mine.value() + "'");
      statement.execute("select * from asof.open_transaction(" + mine.value() + ")");
      assertThatThrownBy(() ->
              statement.execute(
                  "insert into asof.document (tenant, document_id, key, salt, digest, system_from)"
                      + " values ("
                      + theirs.value()
                      + ", 1, 'planted', '', '', asof.span_to())"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("row-level security");
      connection.rollback();
      // In the middle of a transaction the session turns to another tenant.
      statement.execute("set local asof.tenant = '" + mine.value() + "'");
      statement.execute("select * from asof.open_transaction(" + mine.value() + ")");
      statement.execute("set local asof.tenant = '" + theirs.value() + "'");
      assertThat(statement.executeUpdate("update asof.document_validity set system_to = now()"))
          .isZero();
      connection.rollback();
    }
  }

  @Test
  @Timeout(60)
  void aWriterOfOneTenantInFlightHoldsUpNobodyOfAnother() throws SQLException {
    Database all = database.database();
    DatabaseSettings settings = database.settings();
    try (Connection slow =
            DriverManager.getConnection(
                String.valueOf(settings.jdbcUrl()), settings.user(), settings.password());
        Statement statement = slow.createStatement()) {
      slow.setAutoCommit(false);
      statement.execute("set local role asof_app");
      statement.execute("set local asof.tenant = '" + mine.value() + "'");
      statement.execute("select * from asof.open_transaction(" + mine.value() + ")");

      Instant before = Instant.now();
      long sequence = write(all, theirs);
      Instant present =
          all.read(
              theirs, sql -> clock(Objects.requireNonNull(sql.fetchValue("select asof.clock()"))));
      // The present of the other tenant has to be settled, which waits for its writers only.
      assertThat(
              new History(all)
                  .inForce(
                      theirs,
                      Filter.document("rules"),
                      LocalTimes.parseAbout("2024-03-01", ZoneOffset.UTC, false),
                      Known.at(present))
                  .token())
          .isEqualTo(sequence);
      assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofSeconds(30));

      // And it does hold up a reader of the present of its own.
      assertThatThrownBy(() ->
              all.write(
                  mine,
                  sql -> {
                    sql.execute("set local lock_timeout = '200ms'");
                    return sql.fetch("select * from asof.settle(?)", mine.value());
                  }))
          .isInstanceOfSatisfying(
              AsofException.class, e -> assertThat(e.code()).isEqualTo(Code.RETRY));
      slow.rollback();
    }
  }

  private static Instant clock(Object value) {
    return ((OffsetDateTime) value).toInstant();
  }

  private static long write(Database with, TenantId tenant) {
    return new Store(with)
        .write(
            tenant,
            Intent.of("terminate", "ada").because("it is over"),
            List.of(
                new Change.Terminate(
                    Change.Place.of("notice", "office"),
                    LocalTimes.parseStated("2025-01-01", ZoneOffset.UTC, false))))
        .sequence();
  }
}
