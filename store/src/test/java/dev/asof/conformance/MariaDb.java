package dev.asof.conformance;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;
import org.jspecify.annotations.Nullable;

/// MariaDB's application-time periods in system-versioned tables, on a server of its own in a
/// temporary folder. Wall clock times only: a session that sets its own loses rows (MDEV-15990).
final class MariaDb implements Peer {

  private static final String MISSING =
      "MariaDB is missing: install the Debian package mariadb-server (apt-get install"
          + " mariadb-server); its service need not run";

  private static final DateTimeFormatter DATETIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS");

  /// Stand for the open sides, which its periods do not have.
  private static final LocalDateTime FIRST = LocalDateTime.parse("0001-01-01T00:00:00");

  private static final LocalDateTime LAST = LocalDateTime.parse("9999-12-31T23:59:59.999999");

  private final Path home;
  private final Process server;
  private final Connection connection;
  private final String version;

  /// The server's clock after each number of changes, and right before the next.
  private final List<String> after = new ArrayList<>();

  private final List<String> before = new ArrayList<>();

  private MariaDb(Path home, Process server, Connection connection) throws SQLException {
    this.home = home;
    this.server = server;
    this.connection = connection;
    this.version = connection.getMetaData().getDatabaseProductVersion();
  }

  static MariaDb start() throws Exception {
    Path program = program("mariadbd");
    Path install = program("mariadb-install-db");
    Path home = Files.createTempDirectory("asof-mariadb-").toRealPath();
    List<String> user = List.of();
    if (System.getProperty("user.name").equals("root")) {
      // It refuses to run as root; the package brings a user of its own.
      user = List.of("--user=mysql");
      Files.setOwner(
          home,
          home.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("mysql"));
    }
    Path data = home.resolve("data");
    List<String> installing = new ArrayList<>();
    installing.addAll(
        List.of(
            install.toString(),
            "--no-defaults",
            "--datadir=" + data,
            "--auth-root-authentication-method=normal",
            "--skip-test-db"));
    installing.addAll(user);
    Process made =
        new ProcessBuilder(installing)
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("install.log").toFile())
            .start();
    if (!made.waitFor(2, TimeUnit.MINUTES) || made.exitValue() != 0) {
      throw new IllegalStateException(
          "mariadb-install-db failed: " + Files.readString(home.resolve("install.log")));
    }
    int port = freePort();
    List<String> running = new ArrayList<>();
    running.addAll(
        List.of(
            program.toString(),
            "--no-defaults",
            "--datadir=" + data,
            "--port=" + port,
            "--bind-address=127.0.0.1",
            "--socket=" + home.resolve("socket"),
            "--pid-file=" + home.resolve("pid"),
            "--innodb-flush-log-at-trx-commit=0"));
    running.addAll(user);
    Process server =
        new ProcessBuilder(running)
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("server.log").toFile())
            .start();
    try {
      MariaDb peer = new MariaDb(home, server, connect(port, server, home));
      peer.create();
      return peer;
    } catch (Exception | Error e) {
      end(server, home);
      throw e;
    }
  }

  private static Path program(String name) {
    Optional<Path> found =
        Stream.concat(
                Stream.of("/usr/sbin", "/usr/bin"),
                Stream.of(String.valueOf(System.getenv("PATH")).split(":")))
            .map(folder -> Path.of(folder, name))
            .filter(Files::isExecutable)
            .findFirst();
    return found.orElseThrow(() -> new AssertionError(MISSING));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static Connection connect(int port, Process server, Path home) throws Exception {
    String url = "jdbc:mariadb://127.0.0.1:" + port + "/?user=root&timezone=UTC";
    for (int i = 0; i < 600 && server.isAlive(); i++) {
      try {
        return DriverManager.getConnection(url);
      } catch (SQLException e) {
        if (String.valueOf(e.getMessage()).contains("No suitable driver")) {
          throw new AssertionError(
              "MariaDB's driver is not on the class path; the profile `conformance` brings it", e);
        }
        TimeUnit.MILLISECONDS.sleep(100);
      }
    }
    throw new IllegalStateException(
        "MariaDB does not start: " + Files.readString(home.resolve("server.log")));
  }

  private void create() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("create database peer");
      statement.execute("use peer");
      statement.execute("set time_zone = '+00:00'");
      statement.execute(
          """
          create table held (
            document varchar(20) not null, text varchar(40) not null,
            valid_from datetime(6) not null, valid_to datetime(6) not null,
            period for valid (valid_from, valid_to),
            key (document)
          ) with system versioning
          """);
    }
    mark();
  }

  private void mark() throws SQLException {
    after.add(clock());
  }

  private String clock() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select cast(sysdate(6) as char)")) {
      rows.next();
      return rows.getString(1);
    }
  }

  @Override
  public String name() {
    return "MariaDB " + version;
  }

  @Override
  public void replace(
      String document, @Nullable String text, @Nullable Instant from, @Nullable Instant to)
      throws Exception {
    String start = DATETIME.format(from == null ? FIRST : local(from));
    String end = DATETIME.format(to == null ? LAST : local(to));
    TimeUnit.MILLISECONDS.sleep(1);
    before.add(clock());
    TimeUnit.MILLISECONDS.sleep(1);
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      // The edges of a portion have to be literals.
      statement.execute(
          "delete from held for portion of valid from '"
              + start
              + "' to '"
              + end
              + "' where document = '"
              + document
              + "'");
      if (text != null) {
        statement.execute(
            "insert into held (document, text, valid_from, valid_to) values ('%s', '%s', '%s', '%s')"
                .formatted(document, text, start, end));
      }
    }
    connection.commit();
    connection.setAutoCommit(true);
    TimeUnit.MILLISECONDS.sleep(1);
    mark();
  }

  private static LocalDateTime local(Instant at) {
    return LocalDateTime.ofInstant(at, ZoneOffset.UTC);
  }

  @Override
  public boolean expresses(Instant about) {
    return !local(about).isBefore(FIRST) && local(about).isBefore(LAST);
  }

  @Override
  public @Nullable String text(String document, Instant about, int changes, Edge edge)
      throws SQLException {
    String known =
        edge == Edge.LAST && changes < before.size() ? before.get(changes) : after.get(changes);
    try (PreparedStatement query =
        connection.prepareStatement(
            "select text from held for system_time as of timestamp'"
                + known
                + "' where document = ? and valid_from <= ? and valid_to > ?")) {
      String at = DATETIME.format(local(about));
      query.setString(1, document);
      query.setString(2, at);
      query.setString(3, at);
      try (ResultSet rows = query.executeQuery()) {
        if (!rows.next()) {
          return null;
        }
        String text = rows.getString(1);
        return rows.next() ? text + " and " + rows.getString(1) : text;
      }
    }
  }

  @Override
  public void close() throws IOException, SQLException {
    connection.close();
    end(server, home);
  }

  private static void end(Process server, Path home) throws IOException {
    server.destroy();
    try {
      if (!server.waitFor(1, TimeUnit.MINUTES)) {
        server.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      server.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    PathUtils.deleteDirectory(home);
  }
}
