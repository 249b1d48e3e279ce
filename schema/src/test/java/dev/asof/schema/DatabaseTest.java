package dev.asof.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.asof.fault.AsofException;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Conflict;
import dev.asof.fault.Fault;
import dev.asof.fault.Unavailable;
import dev.asof.id.TenantId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Objects;
import java.util.Optional;
import java.util.TimeZone;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jooq.DSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DatabaseTest {

  private static final TestDatabase TEST = TestDatabases.create();
  private static final Database DATABASE = TEST.database();
  private static final TenantId ONE = new TenantId(1);

  @AfterAll
  static void drop() {
    TEST.close();
  }

  @ParameterizedTest
  @EnumSource
  void theApplicationActsAsItsRoleAndNeverAsASuperuser(DatabaseRole role) {
    DatabaseSettings asSuperuser =
        TEST.settings().at(TEST.jdbcUrl(), TEST.superuser(), TEST.superuserPassword()).as(role);
    for (Database database : new Database[] {TEST.open(role), TEST.open(asSuperuser)}) {
      assertThat(
              one(
                  database,
                  "select current_user || ' ' || rolsuper from pg_roles where rolname ="
                      + " current_user"))
          .isEqualTo(role.sqlName() + " false");
    }
  }

  @Test
  void theLoginHasNoRightsOfItsOwnThatARoleDoesNotGive() {
    assertThat(one(DATABASE, "select rolinherit from pg_roles where rolname = session_user"))
        .isEqualTo("false");
  }

  @Test
  void sessionsAreInUtcWhateverTheZoneOfTheJvm() {
    assertThat(TimeZone.getDefault().getID()).isNotEqualTo("UTC");
    assertThat(one(DATABASE, "show timezone")).isEqualTo("UTC");
  }

  @Test
  void aReadIsOneSnapshotAndCannotWrite() {
    DATABASE.read(
        ONE,
        sql -> {
          assertThat(value(sql, "show transaction_isolation")).isEqualTo("repeatable read");
          assertThat(value(sql, "show transaction_read_only")).isEqualTo("on");
          assertThat(value(sql, "show asof.tenant")).isEqualTo("1");
          return true;
        });
  }

  @Test
  void aWriteIsReadCommittedAndCarriesItsTenant() {
    DATABASE.write(
        new TenantId(7),
        sql -> {
          assertThat(value(sql, "show transaction_isolation")).isEqualTo("read committed");
          assertThat(value(sql, "show transaction_read_only")).isEqualTo("off");
          assertThat(value(sql, "show asof.tenant")).isEqualTo("7");
          return true;
        });
  }

  @Test
  void aTransactionCarriesTheLabelsOfItsCallerAndAViewIsClosedWithItsOwner() {
    assertThat(one(DATABASE, "select current_setting('asof.labels')")).isEmpty();
    try (Database other = DATABASE.as(Caller.holding("legal", "hr"))) {
      assertThat(one(other, "show asof.labels")).isEqualTo("hr,legal");
      assertThat(one(other, "select asof.current_labels()::text")).isEqualTo("{hr,legal}");
    }
    assertThat(one(DATABASE, "select asof.current_labels()::text")).isEqualTo("{}");
    assertThat(one(DATABASE.as(Caller.everything()), "select asof.sees_everything()::text"))
        .isEqualTo("true");
  }

  @Test
  void theTenantDoesNotOutliveItsTransactionAndWithoutOneNothingIsSeen() {
    int tenant = DATABASE.global(sql -> number(sql, "select asof.create_tenant('unset')"));
    assertThat(
            DATABASE.<Integer>read(
                new TenantId(tenant), sql -> number(sql, "select count(*) from asof.head")))
        .isEqualTo(1);
    for (int connection = 0; connection < 3; connection++) {
      assertThat(DATABASE.<Integer>global(sql -> number(sql, "select count(*) from asof.head")))
          .isZero();
    }
  }

  @Test
  void aLoginForOneTenantReachesNoOther() {
    int mine = DATABASE.global(sql -> number(sql, "select asof.create_tenant('mine')"));
    int other = DATABASE.global(sql -> number(sql, "select asof.create_tenant('other')"));
    Database narrow = TEST.open(TEST.loginFor(mine));

    assertThat(
            narrow.<Integer>read(
                new TenantId(mine), sql -> number(sql, "select count(*) from asof.head")))
        .isEqualTo(1);
    assertThat(
            narrow.<Integer>read(
                new TenantId(other), sql -> number(sql, "select count(*) from asof.head")))
        .isZero();
  }

  @Test
  void whatIsThrownInWorkPassesThroughAsItIsAndRollsBack() {
    Conflict conflict = new Conflict(Code.MOVED_ON, "the belief moved on");
    assertThat(
            catchThrowableOfType(
                Conflict.class,
                () ->
                    DATABASE.global(sql -> {
                      number(sql, "select asof.create_tenant('rolled-back')");
                      throw conflict;
                    })))
        .isSameAs(conflict);
    assertThat(
            DATABASE.<Integer>global(
                sql -> number(sql, "select count(*) from asof.tenant where name = 'rolled-back'")))
        .isZero();
  }

  @Test
  void whatARoleMayNotIsNotAllowed() {
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> DATABASE.write(ONE, sql -> sql.execute("delete from asof.statement")))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.NOT_ALLOWED))
        .withMessageContaining("acting as asof_app")
        .withMessageContaining("permission denied for table statement");
  }

  @Test
  void twoTransactionsInEachOthersWayAreTriedAgain() throws Exception {
    TEST.asOwner(sql -> {
      sql.execute("create table asof.toy (id integer primary key, n integer)");
      sql.execute("insert into asof.toy values (1, 0), (2, 0)");
      sql.execute("grant select, update on asof.toy to asof_app");
    });
    CountDownLatch both = new CountDownLatch(2);
    try (var threads = Executors.newFixedThreadPool(2)) {
      Future<Optional<AsofException>> first = threads.submit(() -> swap(1, 2, both));
      Future<Optional<AsofException>> second = threads.submit(() -> swap(2, 1, both));
      Optional<AsofException> loser = first.get().isPresent() ? first.get() : second.get();
      AsofException failed = loser.orElseThrow();
      assertThat(failed).isInstanceOf(Unavailable.class).hasMessageContaining("deadlock detected");
      assertThat(failed.code()).isEqualTo(Code.RETRY);
    }
  }

  private static Optional<AsofException> swap(int from, int to, CountDownLatch both) {
    try {
      DATABASE.write(
          ONE,
          sql -> {
            sql.execute("update asof.toy set n = n + 1 where id = " + from);
            both.countDown();
            try {
              assertThat(both.await(10, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
            return sql.execute("update asof.toy set n = n + 1 where id = " + to);
          });
      return Optional.empty();
    } catch (AsofException e) {
      return Optional.of(e);
    }
  }

  @Test
  void aBrokenPromiseOfTheSchemaIsOurFault() {
    TEST.asOwner(sql -> {
      sql.execute(
          "create table asof.toy_range (during int4range, constraint toy_no_overlap exclude using"
              + " gist (during with &&))");
      sql.execute("grant insert on asof.toy_range to asof_app");
    });
    assertThatExceptionOfType(Fault.class)
        .isThrownBy(() ->
            DATABASE.write(
                ONE, sql -> sql.execute("insert into asof.toy_range values ('[1,3)'), ('[2,4)')")))
        .withMessageContaining("23P01")
        .withMessageContaining("toy_no_overlap")
        .withMessageNotContaining("[1,3)");
  }

  @Test
  void aWrongPasswordNamesTheLoginAndNotThePassword() {
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> TEST.open(TEST.settings().at(TEST.jdbcUrl(), "nobody-here", "geheim")))
        .satisfies(e -> assertThat(e.code()).isIn(Code.BAD_PASSWORD))
        .withMessageContaining("login nobody-here")
        .withMessageNotContaining("geheim");
  }

  @Test
  void aServerThatIsNotThereIsNamedWithTheMend() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    assertThatExceptionOfType(Unavailable.class)
        .isThrownBy(() ->
            TEST.open(
                TEST.settings().at("jdbc:postgresql://127.0.0.1:" + port + "/papers", "u", "p")))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.DATABASE_UNREACHABLE))
        .withMessageContaining("127.0.0.1:" + port + "/papers")
        .withMessageContaining("jdbc-url");
  }

  @Test
  void aDatabaseThatDoesNotExistIsNamed() {
    String url = TEST.jdbcUrl().replaceFirst("/asof_[a-z0-9_]+", "/no_such_database");
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(
            () -> TEST.open(TEST.settings().at(url, TEST.superuser(), TEST.superuserPassword())))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.CONFIGURATION))
        .withMessageContaining("no_such_database does not exist");
  }

  @Test
  void aDatabaseWithoutOurSchemaAsksForInitAndIsOpenedAfterIt() {
    try (TestDatabase empty = TestDatabases.createEmpty()) {
      assertThatExceptionOfType(CallerFault.class)
          .isThrownBy(empty::database)
          .satisfies(e -> assertThat(e.code()).isEqualTo(Code.NOT_INITIALISED))
          .withMessageContaining("`asof init`");

      assertThat(Migrations.migrate(empty.jdbcUrl(), empty.superuser(), empty.superuserPassword()))
          .isEqualTo(Migrations.NEWEST);
      assertThat(Migrations.migrate(empty.jdbcUrl(), empty.superuser(), empty.superuserPassword()))
          .isZero();
      assertThat(one(empty.database(), "select current_user")).isEqualTo("asof_app");
    }
  }

  @Test
  void anOlderOrNewerSchemaIsToldApart() {
    try (TestDatabase other = TestDatabases.create()) {
      String last =
          "where installed_rank = (select max(installed_rank) from asof.flyway_schema_history)";
      other.asOwner(sql -> sql.execute("delete from asof.flyway_schema_history " + last));
      assertThatExceptionOfType(CallerFault.class)
          .isThrownBy(other::database)
          .satisfies(e -> assertThat(e.code()).isEqualTo(Code.NOT_INITIALISED))
          .withMessageContaining("this asof needs " + Migrations.NEWEST);

      other.asOwner(
          sql -> sql.execute("update asof.flyway_schema_history set version = '9999' " + last));
      assertThatExceptionOfType(CallerFault.class)
          .isThrownBy(other::database)
          .satisfies(e -> assertThat(e.code()).isEqualTo(Code.NOT_INITIALISED))
          .withMessageContaining("has version 9999, made by a newer asof");
    }
  }

  @Test
  void aConnectionThatEndsUnderTheWorkIsUnavailableAndTheNextWorks() {
    assertThatExceptionOfType(Unavailable.class)
        .isThrownBy(() ->
            DATABASE.global(sql -> {
              int pid = number(sql, "select pg_backend_pid()");
              TEST.asOwner(owner -> owner.execute("select pg_terminate_backend(" + pid + ")"));
              return number(sql, "select 1");
            }))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.DATABASE_UNREACHABLE));
    assertThat(DATABASE.<Integer>global(sql -> number(sql, "select 1"))).isEqualTo(1);
  }

  private static String one(Database database, String query) {
    return database.read(ONE, sql -> value(sql, query));
  }

  private static String value(DSLContext sql, String query) {
    return Objects.requireNonNull(sql.fetchSingle(query).get(0, String.class));
  }

  private static int number(DSLContext sql, String query) {
    return Objects.requireNonNull(sql.fetchSingle(query).get(0, Integer.class));
  }
}
