package dev.asof.bench;

import dev.asof.schema.Database;
import dev.asof.schema.DatabaseSettings;
import dev.asof.schema.EmbeddedServer;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.apache.commons.io.file.PathUtils;

/// The embedded PostgreSQL 18 in a temporary home, with the database of asof and one beside it for
/// plain tables, so that both are measured on one server.
final class PostgresServer implements Closeable {

  private final Path home;
  private final EmbeddedServer.Running server;
  private final Durability durability;
  private final String version;

  private PostgresServer(
      Path home, EmbeddedServer.Running server, Durability durability, String version) {
    this.home = home;
    this.server = server;
    this.durability = durability;
    this.version = version;
  }

  static PostgresServer start(Durability durability) throws IOException, SQLException {
    Path home = Files.createTempDirectory("asof-bench-").toRealPath();
    EmbeddedServer.Running server = EmbeddedServer.in(home).start();
    try (Connection connection = superuser(home, server, "postgres");
        Statement statement = connection.createStatement()) {
      if (durability == Durability.NONE) {
        for (String setting : new String[] {"fsync", "synchronous_commit", "full_page_writes"}) {
          statement.execute("alter system set " + setting + " = off");
        }
        statement.execute("select pg_reload_conf()");
      }
      statement.execute("create database peer");
      try (ResultSet row = statement.executeQuery("show server_version")) {
        row.next();
        return new PostgresServer(home, server, durability, "PostgreSQL " + row.getString(1));
      }
    }
  }

  String described() {
    return version + ", " + durability.said("fsync and synchronous_commit");
  }

  /// The pool of asof as every command has it.
  Database open() {
    return Database.open(DatabaseSettings.read(Map.of("home", home.toString()), Map.of(), home));
  }

  /// The same with another number of connections.
  Database openWithPool(int connections) {
    return Database.open(
        DatabaseSettings.read(
            Map.of("home", home.toString(), "pool-size", Integer.toString(connections)),
            Map.of(),
            home));
  }

  /// The same by way of another port, with the application's login.
  Database open(int port) throws IOException {
    return Database.open(
        DatabaseSettings.read(
            Map.of(
                "jdbc-url",
                server.jdbcUrl().replace(":" + server.port() + "/", ":" + port + "/"),
                "db-user",
                "asof"),
            Map.of("ASOF_DB_PASSWORD", secret(home, "asof")),
            home));
  }

  int port() {
    return server.port();
  }

  /// A connection to the tables beside asof, as their owner.
  Connection peer() throws IOException, SQLException {
    return superuser(home, server, "peer");
  }

  Connection owner() throws IOException, SQLException {
    return superuser(home, server, "asof");
  }

  private static Connection superuser(Path home, EmbeddedServer.Running server, String database)
      throws IOException, SQLException {
    return DriverManager.getConnection(
        server.jdbcUrl().replace("/asof?", "/" + database + "?"),
        "postgres",
        secret(home, "postgres"));
  }

  private static String secret(Path home, String login) throws IOException {
    return Files.readString(home.resolve(login + ".password"), StandardCharsets.UTF_8).strip();
  }

  /// One number, asked as owner of asof's database.
  long count(String query) throws IOException, SQLException {
    try (Connection connection = owner();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
  }

  void analyze(String database) throws IOException, SQLException {
    try (Connection connection = superuser(home, server, database);
        Statement statement = connection.createStatement()) {
      statement.execute("analyze");
    }
  }

  @Override
  public void close() throws IOException {
    EmbeddedServer.in(home).stop();
    PathUtils.deleteDirectory(home);
  }
}
