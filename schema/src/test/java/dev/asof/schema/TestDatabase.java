package dev.asof.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// One database of the test cluster. Closing it drops it, with the pools and logins opened through
/// it.
public final class TestDatabase implements AutoCloseable {

  private final TestDatabases.Server server;
  private final String name;
  private final AtomicInteger logins = new AtomicInteger();
  private final List<String> created = new ArrayList<>();
  private final List<Database> opened = new ArrayList<>();
  private @Nullable Database application;

  TestDatabase(TestDatabases.Server server, String name) {
    this.server = server;
    this.name = name;
  }

  /// As the command line opens it: a login that may choose every tenant, in the role `app`.
  public synchronized Database database() {
    Database found = application;
    if (found == null) {
      found = open(DatabaseRole.APP);
      application = found;
    }
    return found;
  }

  /// A further pool of the same login in another role.
  public Database open(DatabaseRole role) {
    return open(settings().as(role));
  }

  /// A further pool.
  public synchronized Database open(DatabaseSettings settings) {
    Database database = Database.open(settings);
    opened.add(database);
    return database;
  }

  /// Settings of the login that may choose every tenant.
  public DatabaseSettings settings() {
    return TestDatabases.settings(server.url(name), server.login(), server.loginPassword());
  }

  /// Settings of someone who may act as the owner of the database.
  public DatabaseSettings ownerSettings() {
    return TestDatabases.settings(server.url(name), server.user(), server.password());
  }

  /// Settings of a new login that may act as the application's roles, but reach only `tenants`.
  public synchronized DatabaseSettings loginFor(int... tenants) {
    String login = name + "_login" + logins.incrementAndGet();
    asOwner(sql -> {
      sql.connection(connection -> Migrations.createLogin(connection, login, "secret"));
      sql.execute("grant asof_app, asof_auditor, asof_eraser to {0}", DSL.name(login));
      for (int tenant : tenants) {
        sql.execute(
            "insert into asof.tenant_login (login, tenant) values ({0}, {1})",
            DSL.val(login), DSL.val(tenant));
      }
    });
    created.add(login);
    return TestDatabases.settings(server.url(name), login, "secret");
  }

  /// Runs SQL as a superuser, past grants and policies: what someone with the disk in hand could
  /// do. Each statement commits by itself.
  public void asOwner(Consumer<DSLContext> work) {
    try (Connection connection = server.superuser(name)) {
      work.accept(DSL.using(connection, SQLDialect.POSTGRES, Database.RENDERING));
    } catch (SQLException e) {
      throw new IllegalStateException("no superuser connection to " + name, e);
    }
  }

  /// JDBC URL, for programs that connect by themselves, such as the table generator.
  public String jdbcUrl() {
    return server.url(name);
  }

  /// The cluster's superuser.
  public String superuser() {
    return server.user();
  }

  /// The superuser's password, or null.
  public @Nullable String superuserPassword() {
    return server.password();
  }

  @Override
  public synchronized void close() {
    opened.forEach(Database::close);
    server.run("drop database " + name + " with (force)");
    created.forEach(login -> server.run("drop role " + login));
  }
}
