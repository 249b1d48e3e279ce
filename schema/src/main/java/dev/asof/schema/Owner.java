package dev.asof.schema;

import java.sql.Connection;
import java.sql.SQLException;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;

/// Connections that act as the owner of a database, past grants and policies: for what no role of
/// the program may do. On the embedded server they are its superuser's; on a given one they are of
/// the login in the settings, which has to be a member of `asof_owner`.
public final class Owner {

  private final DatabaseSettings settings;

  private Owner(DatabaseSettings settings) {
    this.settings = settings;
  }

  public static Owner of(DatabaseSettings settings) {
    return new Owner(settings);
  }

  /// Whether the database is the embedded one. False: it is a given server, whose files, log and
  /// copies are its operator's.
  public boolean isEmbedded() {
    return !settings.origins().containsKey("jdbc-url");
  }

  /// What is done on such a connection.
  @FunctionalInterface
  public interface Work<T> {
    T run(Connection connection, DSLContext sql) throws SQLException;
  }

  /// Runs `work` on a connection of its own, each statement in a transaction of its own unless it
  /// begins one.
  public <T> T run(Work<T> work) {
    try (Connection connection = connect()) {
      DSLContext sql = DSL.using(connection, SQLDialect.POSTGRES, Database.RENDERING);
      sql.execute("set search_path = asof; set time zone 'UTC'");
      return work.run(connection, sql);
    } catch (SQLException | DataAccessException e) {
      throw SqlFaults.of(settings).of(e);
    }
  }

  private Connection connect() throws SQLException {
    if (isEmbedded()) {
      return EmbeddedServer.in(settings.home()).start().superuser(EmbeddedServer.NAME);
    }
    Connection connection =
        Migrations.connect(
            String.valueOf(settings.jdbcUrl()), settings.user(), settings.password());
    DSL.using(connection, SQLDialect.POSTGRES, Database.RENDERING).execute("set role asof_owner");
    return connection;
  }

  /// The number of the newest migration that this program knows.
  public static int schemaVersion() {
    return Migrations.NEWEST;
  }
}
