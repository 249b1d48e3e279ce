package dev.asof.schema;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import dev.asof.fault.AsofException;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.TenantId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Properties;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.Result;
import org.jooq.SQLDialect;
import org.jooq.conf.Settings;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.ds.PGSimpleDataSource;

/// An open, checked database: a pool of connections that act as one [DatabaseRole], in UTC. Work
/// runs in a transaction that carries its tenant and its [Caller]; what fails in it is an
/// [AsofException]. Safe for use by many threads.
public final class Database implements AutoCloseable {

  static final Settings RENDERING =
      new Settings().withExecuteLogging(false).withFetchWarnings(false);

  /// A statement that a connection runs for the second time keeps its plan.
  private static final int PREPARED_FROM = 2;

  private static final String READING = "repeatable read read only";

  static {
    // jOOQ greets on its logger when it renders for the first time; on a command line that is
    // noise.
    System.setProperty("org.jooq.no-logo", "true");
    System.setProperty("org.jooq.no-tips", "true");
  }

  private final HikariDataSource pool;
  private final DSLContext dsl;
  private final SqlFaults faults;
  private final DatabaseSettings settings;
  private final Caller caller;
  private final @Nullable Interrupt interrupt;
  private final Runnable closing;

  private Database(HikariDataSource pool, DatabaseSettings settings, SqlFaults faults) {
    this(
        pool,
        DSL.using(pool, SQLDialect.POSTGRES, RENDERING),
        faults,
        settings,
        settings.caller(),
        null,
        pool::close);
  }

  private Database(
      HikariDataSource pool,
      DSLContext dsl,
      SqlFaults faults,
      DatabaseSettings settings,
      Caller caller,
      @Nullable Interrupt interrupt,
      Runnable closing) {
    this.pool = pool;
    this.dsl = dsl;
    this.faults = faults;
    this.settings = settings;
    this.caller = caller;
    this.interrupt = interrupt;
    this.closing = closing;
  }

  /// Opens the given server, or starts or joins the embedded one, and checks that it is PostgreSQL
  /// 15 to 18 with the schema this program knows. An older schema on the embedded server is
  /// migrated; on a given one it is an error ([Code#NOT_INITIALISED]), because only its owner can.
  public static Database open(DatabaseSettings settings) {
    if (settings.jdbcUrl() != null) {
      return connect(settings, null);
    }
    EmbeddedServer embedded = EmbeddedServer.in(settings.home());
    EmbeddedServer.Running server = embedded.start();
    try {
      return connect(server.application(settings), embedded);
    } catch (AsofException e) {
      if (e.code() != Code.DATABASE_UNREACHABLE) {
        throw e;
      }
      // It was stopped, or died, between reading its files and connecting.
      return connect(embedded.start().application(settings), embedded);
    }
  }

  private static Database connect(DatabaseSettings settings, @Nullable EmbeddedServer embedded) {
    SqlFaults faults = SqlFaults.of(settings);
    HikariDataSource pool = null;
    try {
      pool = new HikariDataSource(pool(settings));
      Database database = new Database(pool, settings, faults);
      database.check(embedded);
      return database;
    } catch (SQLException | PoolInitializationException | AsofException e) {
      if (pool != null) {
        pool.close();
      }
      throw faults.of(e);
    }
  }

  private void check(@Nullable EmbeddedServer embedded) throws SQLException {
    Migrations.Found found;
    try (Connection connection = pool.getConnection()) {
      Migrations.checkServer(connection.getMetaData(), faults.place());
      found = Migrations.find(connection);
    }
    switch (found.standing()) {
      case CURRENT -> {}
      case NEWER ->
          throw new CallerFault(
              Code.NOT_INITIALISED,
              "the schema of "
                  + faults.place()
                  + " has version "
                  + found.version()
                  + ", made by a newer asof than this one, which knows "
                  + Migrations.NEWEST
                  + "; use the newer asof");
      case MISSING, OLDER -> {
        if (embedded != null) {
          embedded.migrate();
        } else if (found.standing() == Migrations.Standing.MISSING) {
          throw faults.notInitialised(null);
        } else {
          throw new CallerFault(
              Code.NOT_INITIALISED,
              "the schema of "
                  + faults.place()
                  + " has version "
                  + found.version()
                  + " and this asof needs "
                  + Migrations.NEWEST
                  + "; run `asof init` with the login that owns it");
        }
      }
    }
  }

  private static HikariConfig pool(DatabaseSettings settings) {
    String url = String.valueOf(settings.jdbcUrl());
    Properties given = Driver.parseURL(url, null);
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setURL(url);
    if (settings.user() != null) {
      source.setUser(settings.user());
    }
    if (settings.password() != null) {
      source.setPassword(settings.password());
    }
    if (given == null || given.getProperty("ApplicationName") == null) {
      source.setApplicationName("asof");
    }
    if (given == null || given.getProperty("connectTimeout") == null) {
      source.setConnectTimeout(Math.toIntExact(settings.connectTimeout().toSeconds()));
    }
    if (given == null || given.getProperty("prepareThreshold") == null) {
      source.setPrepareThreshold(PREPARED_FROM);
    }
    source.setReWriteBatchedInserts(true);
    source.setTcpKeepAlive(true);
    // A detail line quotes values of rows, which whoever reads a log may not be allowed to see.
    source.setLogServerErrorDetail(false);

    HikariConfig config = new HikariConfig();
    config.setPoolName("asof");
    config.setDataSource(source);
    config.setMaximumPoolSize(settings.poolSize());
    // A command needs one connection; more are opened when they are asked for.
    config.setMinimumIdle(0);
    config.setConnectionTimeout(settings.connectTimeout().toMillis());
    config.setInitializationFailTimeout(1);
    // The driver sends the JVM's zone when it connects, so the zone has to be set after. Planning
    // under the policies takes longer than most statements run, and every one names its tenant, so
    // that a plan for all values is as good as one for these.
    config.setConnectionInitSql(
        "set role "
            + settings.role().sqlName()
            + "; set time zone 'UTC'; set plan_cache_mode = force_generic_plan");
    return config;
  }

  /// Runs `work` in one REPEATABLE READ, READ ONLY transaction: everything it reads is one snapshot
  /// of `tenant`.
  public <T extends @Nullable Object> T read(TenantId tenant, Function<DSLContext, T> work) {
    return within(READING, Integer.toString(tenant.value()), work);
  }

  /// A query for which the beginning of a transaction does not wait by itself.
  ///
  /// @param statement with one `?`, which is the number of the tenant
  /// @param reader makes of its rows what the work is given
  public record First<F>(String statement, Function<Result<Record>, F> reader) {}

  /// As [#read], told what `first` yields; one round trip less.
  public <F, T extends @Nullable Object> T read(
      TenantId tenant, First<F> first, BiFunction<DSLContext, F, T> work) {
    return within(
        READING,
        Integer.toString(tenant.value()),
        first,
        (sql, rows) -> work.apply(sql, first.reader().apply(rows)));
  }

  /// As [#read], with nothing hidden, whoever the caller is: for what checks or projects a tenant
  /// as a whole. What it reads is not for the caller to see.
  ///
  /// Throws a [CallerFault] with [Code#NOT_ALLOWED] where the login may not hold every label.
  ///
  /// @param what is done with it, for that message
  public <T extends @Nullable Object> T readEverything(
      TenantId tenant, String what, Function<DSLContext, T> work) {
    return as(Caller.everything())
        .read(
            tenant,
            sql -> {
              if (!Boolean.TRUE.equals(
                  sql.fetchSingle("select asof.sees_everything()").get(0, Boolean.class))) {
                throw new CallerFault(
                    Code.NOT_ALLOWED,
                    what
                        + " needs a login that is granted all access labels, and "
                        + faults.login()
                        + " is granted some; use another login");
              }
              return work.apply(sql);
            });
  }

  /// Runs `work` in one READ COMMITTED transaction of `tenant` and commits it; anything thrown
  /// rolls it back.
  public <T extends @Nullable Object> T write(TenantId tenant, Function<DSLContext, T> work) {
    return within("read committed read write", Integer.toString(tenant.value()), work);
  }

  /// Runs `work` in one READ COMMITTED transaction without a tenant: rows of tenants are out of its
  /// sight.
  public <T extends @Nullable Object> T global(Function<DSLContext, T> work) {
    return within("read committed read write", "", work);
  }

  /// As [#global], reading only, which a replica can do too.
  public <T extends @Nullable Object> T readGlobal(Function<DSLContext, T> work) {
    return within("read committed read only", "", work);
  }

  private <T extends @Nullable Object> T within(
      String mode, String tenant, Function<DSLContext, T> work) {
    return within(mode, tenant, null, (sql, nothing) -> work.apply(sql));
  }

  private <T extends @Nullable Object> T within(
      String mode,
      String tenant,
      @Nullable First<?> first,
      BiFunction<DSLContext, Result<Record>, T> work) {
    try {
      return dsl.connectionResult(connection -> {
        DSLContext transaction = dsl.configuration().derive(connection).dsl();
        connection.setAutoCommit(false);
        try {
          T answer = within(transaction, connection, mode, tenant, first, work);
          connection.commit();
          return answer;
        } catch (Throwable failure) {
          rollBack(connection, failure);
          throw failure;
        }
      });
    } catch (DataAccessException e) {
      throw faults.of(e);
    }
  }

  private <T extends @Nullable Object> T within(
      DSLContext sql,
      Connection connection,
      String mode,
      String tenant,
      @Nullable First<?> first,
      BiFunction<DSLContext, Result<Record>, T> work)
      throws SQLException {
    if (interrupt == null) {
      return work.apply(sql, begin(sql, connection, mode, tenant, first));
    }
    interrupt.begin(connection);
    try {
      return work.apply(sql, begin(sql, connection, mode, tenant, first));
    } finally {
      interrupt.end(connection);
    }
  }

  private static void rollBack(Connection connection, Throwable failure) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }

  /// One round trip, which carries the BEGIN too.
  private Result<Record> begin(
      DSLContext sql, Connection connection, String mode, String tenant, @Nullable First<?> first)
      throws SQLException {
    try (PreparedStatement begin =
        connection.prepareStatement(
            "set transaction isolation level "
                + mode
                + "; select set_config('asof.tenant', ?, true), set_config('asof.labels', ?, true)"
                + (first == null ? "" : "; " + first.statement()))) {
      begin.setString(1, tenant);
      begin.setString(2, caller.setting());
      if (first != null) {
        begin.setInt(3, Integer.parseInt(tenant));
      }
      begin.execute();
      if (first == null) {
        return sql.newResult();
      }
      begin.getMoreResults();
      begin.getMoreResults();
      try (ResultSet rows = begin.getResultSet()) {
        return sql.fetch(rows);
      }
    }
  }

  /// The same database for another caller. It shares the pool, and is closed with this one.
  public Database as(Caller other) {
    return other.equals(caller)
        ? this
        : new Database(pool, dsl, faults, settings, other, interrupt, () -> {});
  }

  /// The same database for one of several users. It shares the pool; closing it closes nothing and
  /// runs `returned` instead.
  public Database lent(Runnable returned) {
    return new Database(pool, dsl, faults, settings, caller, interrupt, returned);
  }

  /// The same database for work that `other` may end from another thread. It shares the pool, and
  /// is closed with this one.
  public Database under(Interrupt other) {
    return new Database(pool, dsl, faults, settings, caller, other, () -> {});
  }

  /// For whom it reads and writes.
  public Caller caller() {
    return caller;
  }

  /// How it was opened; for the embedded server with the URL and login of the server found.
  public DatabaseSettings settings() {
    return settings;
  }

  @Override
  public void close() {
    closing.run();
  }
}
