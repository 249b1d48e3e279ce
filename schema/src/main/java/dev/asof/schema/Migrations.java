package dev.asof.schema;

import static org.jooq.impl.DSL.inline;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Properties;
import org.apache.commons.io.IOUtils;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PasswordUtil;

/// Brings a database to the newest schema, and tells whether it is there. Plain SQL by Flyway, from
/// `db/migration` on the class path into the PostgreSQL schema `asof`, whose table
/// `flyway_schema_history` says what was applied.
public final class Migrations {

  /// The number of the newest migration. Opening a database compares it with the history in one
  /// query, because starting Flyway for that takes longer than a whole command.
  static final int NEWEST = 17;

  static final int OLDEST_SERVER = 15;
  static final int NEWEST_SERVER = 18;

  private static final int PASSWORD_ROUNDS = 64;

  private static final String UNDEFINED_TABLE = "42P01";
  private static final String UNDEFINED_SCHEMA = "3F000";

  private Migrations() {}

  /// Creates roles, schema and extension, applies what is missing as `asof_owner`, and lets the
  /// application's roles read the history. Safe to run again, and safe to run twice at once. `user`
  /// has to be a superuser, or may create roles and, in this database, schemas.
  ///
  /// @return the number of migrations applied
  public static int migrate(String jdbcUrl, @Nullable String user, @Nullable String password) {
    SqlFaults faults = faults(jdbcUrl, user);
    try {
      try (Connection connection = connect(jdbcUrl, user, password)) {
        checkServer(connection.getMetaData(), faults.place());
        using(connection).execute(roles());
      }
      int applied =
          Flyway.configure()
              .loggers("slf4j")
              .dataSource(jdbcUrl, user, password)
              .locations("classpath:db/migration")
              .defaultSchema("asof")
              .createSchemas(false)
              .initSql("set role asof_owner")
              .validateMigrationNaming(true)
              .placeholderReplacement(false)
              .cleanDisabled(true)
              .load()
              .migrate()
              .migrationsExecuted;
      try (Connection connection = connect(jdbcUrl, user, password)) {
        DSLContext sql = using(connection);
        sql.execute("set role asof_owner");
        sql.execute(
            "grant select on asof.flyway_schema_history to asof_app, asof_auditor, asof_eraser");
      }
      return applied;
    } catch (SQLException | IOException | FlywayException | DataAccessException e) {
      throw faults.of(e);
    }
  }

  private static String roles() throws IOException {
    return IOUtils.resourceToString("/db/roles.sql", StandardCharsets.UTF_8);
  }

  /// Lets `login`, which has to exist, act as any of the application's roles, for every tenant.
  /// Safe to run again. The login needs no other right; a login for a single tenant gets its own
  /// row in `tenant_login` instead.
  public static void admit(
      String jdbcUrl, @Nullable String user, @Nullable String password, String login) {
    try (Connection connection = connect(jdbcUrl, user, password)) {
      DSLContext sql = using(connection);
      sql.execute("grant asof_app, asof_auditor, asof_eraser to {0}", DSL.name(login));
      sql.execute("set role asof_owner");
      try (PreparedStatement insert =
          connection.prepareStatement(
              "insert into asof.tenant_login (login, tenant) values (?, null) on conflict do"
                  + " nothing")) {
        insert.setString(1, login);
        insert.executeUpdate();
      }
    } catch (SQLException | DataAccessException e) {
      throw faults(jdbcUrl, user).of(e);
    }
  }

  /// Creates `login` if it is missing and gives it this password, hashed before it leaves this
  /// process. The login has no rights of its own: `noinherit`, so that a session has those of the
  /// role it acts as and no others.
  ///
  /// @param password random and long. It is hashed in few rounds, because every connection has to
  ///   repeat them and what many rounds protect is a password that can be guessed.
  static void createLogin(Connection connection, String login, String password) {
    DSLContext sql = using(connection);
    boolean exists =
        sql.fetchExists(
            DSL.selectOne()
                .from("pg_catalog.pg_roles")
                .where(DSL.field("rolname", String.class).eq(inline(login))));
    if (!exists) {
      sql.execute("create role {0} login noinherit", DSL.name(login));
    }
    byte[] salt = new byte[16];
    new SecureRandom().nextBytes(salt);
    String hashed = PasswordUtil.encodeScramSha256(password.toCharArray(), PASSWORD_ROUNDS, salt);
    sql.execute("alter role {0} password {1}", DSL.name(login), inline(hashed));
  }

  /// How the schema of a database stands to the one that this program knows.
  enum Standing {
    MISSING,
    OLDER,
    CURRENT,
    NEWER
  }

  /// @param standing how it stands
  /// @param version number of the newest migration applied; 0: none
  record Found(Standing standing, int version) {
    Found(int version) {
      this(
          version == NEWEST ? Standing.CURRENT : version < NEWEST ? Standing.OLDER : Standing.NEWER,
          version);
    }
  }

  /// Reads the history; one query.
  static Found find(Connection connection) throws SQLException {
    try (PreparedStatement query =
            connection.prepareStatement(
                """
                select coalesce(max(version::integer), 0)
                from asof.flyway_schema_history
                where success and version is not null\
                """);
        ResultSet rows = query.executeQuery()) {
      rows.next();
      return new Found(rows.getInt(1));
    } catch (SQLException e) {
      if (UNDEFINED_TABLE.equals(e.getSQLState()) || UNDEFINED_SCHEMA.equals(e.getSQLState())) {
        return new Found(Standing.MISSING, 0);
      }
      throw e;
    }
  }

  /// Refuses a server that is not PostgreSQL 15 to 18. The driver knows the version from
  /// connecting: no query.
  static void checkServer(DatabaseMetaData server, String place) throws SQLException {
    int major = server.getDatabaseMajorVersion();
    if (major < OLDEST_SERVER || major > NEWEST_SERVER) {
      throw new CallerFault(
          Code.CONFIGURATION,
          "the server of "
              + place
              + " is PostgreSQL "
              + server.getDatabaseProductVersion()
              + "; asof runs on "
              + OLDEST_SERVER
              + " to "
              + NEWEST_SERVER);
    }
  }

  static Connection connect(String jdbcUrl, @Nullable String user, @Nullable String password)
      throws SQLException {
    Properties properties = new Properties();
    if (user != null) {
      properties.setProperty("user", user);
    }
    if (password != null) {
      properties.setProperty("password", password);
    }
    properties.setProperty("ApplicationName", "asof");
    return DriverManager.getConnection(jdbcUrl, properties);
  }

  private static DSLContext using(Connection connection) {
    return DSL.using(connection, SQLDialect.POSTGRES, Database.RENDERING);
  }

  private static SqlFaults faults(String jdbcUrl, @Nullable String user) {
    return new SqlFaults(
        DatabaseSettings.place(jdbcUrl), user == null ? "of the operating system" : user, null);
  }
}
