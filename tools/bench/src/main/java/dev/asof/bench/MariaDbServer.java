package dev.asof.bench;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;

/// A MariaDB server of the run's own in a temporary folder.
final class MariaDbServer implements Closeable {

  private final Path home;
  private final Process server;
  private final String url;
  private final Durability durability;

  private MariaDbServer(Path home, Process server, String url, Durability durability) {
    this.home = home;
    this.server = server;
    this.url = url;
    this.durability = durability;
  }

  static MariaDbServer start(Durability durability)
      throws IOException, InterruptedException, Subject.Missing {
    Path program = program("mariadbd");
    Path install = program("mariadb-install-db");
    Path home = Files.createTempDirectory("asof-bench-mariadb-").toRealPath();
    List<String> user = List.of();
    if (System.getProperty("user.name").equals("root")) {
      // It refuses to run as root; the package brings a user of its own.
      user = List.of("--user=mysql");
      Files.setOwner(
          home,
          home.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("mysql"));
    }
    Path data = home.resolve("data");
    List<String> installing =
        new ArrayList<>(
            List.of(
                install.toString(),
                "--no-defaults",
                "--datadir=" + data,
                "--auth-root-authentication-method=normal",
                "--skip-test-db"));
    installing.addAll(user);
    Path log = home.resolve("log");
    Process made =
        new ProcessBuilder(installing)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    if (!made.waitFor(2, TimeUnit.MINUTES) || made.exitValue() != 0) {
      throw new IOException("mariadb-install-db failed: " + Files.readString(log));
    }
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    List<String> running =
        new ArrayList<>(
            List.of(
                program.toString(),
                "--no-defaults",
                "--datadir=" + data,
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--socket=" + home.resolve("socket"),
                "--pid-file=" + home.resolve("pid"),
                // As PostgreSQL's default, and as its own.
                "--innodb-buffer-pool-size=128M",
                "--innodb-flush-log-at-trx-commit=" + (durability == Durability.FULL ? 1 : 0)));
    running.addAll(user);
    Process server =
        new ProcessBuilder(running).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    MariaDbServer started =
        new MariaDbServer(
            home,
            server,
            "jdbc:mariadb://127.0.0.1:"
                + port
                + "/?user=root&timezone=UTC&useServerPrepStmts=true&cachePrepStmts=true",
            durability);
    try {
      started.await(log);
      return started;
    } catch (IOException | InterruptedException e) {
      started.close();
      throw e;
    }
  }

  private static Path program(String name) throws Subject.Missing {
    return Stream.concat(
            Stream.of("/usr/sbin", "/usr/bin"),
            Stream.of(String.valueOf(System.getenv("PATH")).split(":", -1)))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() ->
            new Subject.Missing(
                name
                    + " is not installed (Debian: apt-get install mariadb-server; its service need"
                    + " not run)"));
  }

  private void await(Path log) throws IOException, InterruptedException {
    for (int i = 0; i < 600 && server.isAlive(); i++) {
      try {
        connect().close();
        return;
      } catch (SQLException e) {
        TimeUnit.MILLISECONDS.sleep(100);
      }
    }
    throw new IOException("MariaDB does not start: " + Files.readString(log));
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(url);
  }

  String described() {
    String version;
    try (Connection connection = connect()) {
      version = connection.getMetaData().getDatabaseProductVersion();
    } catch (SQLException e) {
      version = "of an unknown version: " + e.getMessage();
    }
    return String.format(
        Locale.ROOT,
        "MariaDB %s, %s",
        version,
        durability.said("a flush of InnoDB's log at each commit"));
  }

  @Override
  public void close() throws IOException {
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
