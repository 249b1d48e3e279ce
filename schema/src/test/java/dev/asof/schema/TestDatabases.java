package dev.asof.schema;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.io.file.PathUtils;
import org.jooq.exception.DataAccessException;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.utility.DockerImageName;

/// Real databases for tests: one cluster per JVM, a migrated template in it, a copy of that per
/// test class.
///
/// The property `asof.test.postgres` says which PostgreSQL: `embedded` (default), `15` (the
/// installed one), `container` (of the image that the environment variable `ASOF_TEST_IMAGE` names;
/// the module needs Testcontainers on its test class path), or the JDBC URL of a superuser.
///
/// Every session of ours is in UTC. The JVM is not, so that a value that slips through in local
/// time shows: the build sets its zone (`asof.test.zone`), and where nobody did and the machine is
/// in UTC it gets one here.
public final class TestDatabases {

  static final String PROPERTY = "asof.test.postgres";

  /// A quarter of an hour off: no neighbouring zone or rounding hides it.
  private static final TimeZone NOT_UTC = TimeZone.getTimeZone("Asia/Kathmandu");

  private static final AtomicInteger CREATED = new AtomicInteger();

  static {
    if (TimeZone.getDefault().toZoneId().getRules().equals(ZoneOffset.UTC.getRules())) {
      TimeZone.setDefault(NOT_UTC);
    }
  }

  private TestDatabases() {}

  /// A fresh, migrated database with an open [Database] in the role `app`. Close it after the
  /// class.
  public static TestDatabase create() {
    Server server = Holder.SERVER;
    String name = server.prefix + CREATED.incrementAndGet();
    server.run("create database " + name + " template " + server.template());
    return new TestDatabase(server, name);
  }

  /// An empty database without our schema, and the superuser to fill it with.
  public static TestDatabase createEmpty() {
    Server server = Holder.SERVER;
    String name = server.prefix + CREATED.incrementAndGet();
    server.run("create database " + name + " template template0");
    return new TestDatabase(server, name);
  }

  private static final class Holder {
    static final Server SERVER = start(System.getProperty(PROPERTY, "embedded"));
  }

  /// The cluster of this JVM.
  ///
  /// @param url of the database `postgres`
  /// @param prefix of the names of databases and logins of this JVM, for a cluster may be shared
  record Server(String url, String user, @Nullable String password, String prefix) {

    String template() {
      return prefix + "template";
    }

    String login() {
      return prefix + "login";
    }

    String loginPassword() {
      return prefix + "password";
    }

    String url(String database) {
      return url.replaceFirst("(jdbc:postgresql://[^/]*/)[^?]*", "$1" + database);
    }

    Connection superuser(String database) throws SQLException {
      return Migrations.connect(url(database), user, password);
    }

    void run(String sql) {
      try (Connection connection = superuser("postgres");
          Statement statement = connection.createStatement()) {
        statement.execute(sql);
      } catch (SQLException e) {
        throw new IllegalStateException("the test cluster refuses: " + sql, e);
      }
    }

    private Server prepare() {
      run("create database " + template() + " template template0");
      Migrations.migrate(url(template()), user, password);
      try (Connection connection = superuser(template())) {
        Migrations.createLogin(connection, login(), loginPassword());
      } catch (SQLException | DataAccessException e) {
        throw new IllegalStateException("the login for tests cannot be created", e);
      }
      Migrations.admit(url(template()), user, password, login());
      return this;
    }
  }

  private static Server start(String which) {
    byte[] random = new byte[4];
    new SecureRandom().nextBytes(random);
    String prefix = "asof_" + HexFormat.of().formatHex(random) + "_";
    return switch (which) {
      case "embedded" -> embedded(prefix).prepare();
      case "15" -> installed(prefix, Path.of("/usr/lib/postgresql/15/bin")).prepare();
      case "container" -> container(prefix).prepare();
      default -> given(prefix, which).prepare();
    };
  }

  /// What a test can do without, and PostgreSQL is twice as fast without; and what a test asks.
  private static final List<String> NOT_DURABLE =
      List.of(
          "fsync = off",
          "synchronous_commit = off",
          "full_page_writes = off",
          "track_commit_timestamp = on",
          "max_connections = 100");

  private static Server embedded(String prefix) {
    Path home = temporary();
    try {
      Files.createSymbolicLink(home.resolve("postgres"), sharedPrograms());
      EmbeddedServer embedded = EmbeddedServer.in(home, NOT_DURABLE);
      EmbeddedServer.Running server = embedded.startCluster();
      atEnd(home);
      return new Server(
          server.url("postgres"),
          EmbeddedServer.SUPERUSER,
          Files.readString(
                  EmbeddedServer.passwordFile(home, EmbeddedServer.SUPERUSER),
                  StandardCharsets.UTF_8)
              .strip(),
          prefix);
    } catch (IOException e) {
      throw new UncheckedIOException("the embedded server for tests does not start in " + home, e);
    }
  }

  /// Unpacked once per module, not once per home. The link is the test's; a real home has its own.
  static Path sharedPrograms() throws IOException {
    Path shared = Path.of("target", "test-postgres").toAbsolutePath();
    Files.createDirectories(shared);
    return shared;
  }

  /// What a first start would unpack into this home; for tests of a whole home. The server in it is
  /// the test's to stop.
  public static void linkPrograms(Path home) {
    try {
      Files.createDirectories(home, EmbeddedServer.PRIVATE_FOLDER);
      Files.createSymbolicLink(home.resolve("postgres"), sharedPrograms());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Server installed(String prefix, Path bin) {
    if (!Files.isExecutable(bin.resolve("initdb"))) {
      throw new IllegalStateException(
          "-D" + PROPERTY + " asks for an installed PostgreSQL, but there is none in " + bin);
    }
    Path home = temporary();
    try {
      Path password = home.resolve("password");
      Files.writeString(password, prefix + "superuser", StandardCharsets.UTF_8);
      List<String> through = List.of();
      if (System.getProperty("user.name").equals("root")) {
        through = List.of("runuser", "--user", "postgres", "--");
        UserPrincipal postgres =
            home.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("postgres");
        Files.setOwner(home, postgres);
        Files.setOwner(password, postgres);
      }
      Cluster cluster = new Cluster(bin, home.resolve("data"), home.resolve("log"), through);
      List<String> configuration =
          new ArrayList<>(
              List.of("listen_addresses = '127.0.0.1'", "unix_socket_directories = ''"));
      configuration.addAll(NOT_DURABLE);
      cluster.initialise(password, List.of("--locale=C.UTF-8", "--no-sync"), configuration);
      Postmaster server = cluster.start();
      atEnd(home);
      return new Server(
          "jdbc:postgresql://127.0.0.1:" + server.port() + "/postgres",
          EmbeddedServer.SUPERUSER,
          prefix + "superuser",
          prefix);
    } catch (IOException e) {
      throw new UncheckedIOException("the PostgreSQL of " + bin + " does not start in " + home, e);
    }
  }

  private static Server container(String prefix) {
    String image = System.getenv("ASOF_TEST_IMAGE");
    if (image == null || image.isBlank()) {
      throw new IllegalStateException(
          "-D" + PROPERTY + "=container needs the name of an image in ASOF_TEST_IMAGE");
    }
    return Container.start(prefix, image);
  }

  /// A class of its own, so that modules without Testcontainers can load the rest.
  private static final class Container {
    @SuppressWarnings("resource") // lives as long as this JVM
    static Server start(String prefix, String image) {
      PostgreSQLContainer container =
          new PostgreSQLContainer(
                  DockerImageName.parse(image).asCompatibleSubstituteFor("postgres"))
              .withStartupTimeout(Duration.ofMinutes(2));
      container.start();
      Runtime.getRuntime().addShutdownHook(new Thread(container::stop, "stop test container"));
      return new Server(
          container.getJdbcUrl(), container.getUsername(), container.getPassword(), prefix);
    }
  }

  private static Server given(String prefix, String url) {
    Properties parsed = Driver.parseURL(url, null);
    if (parsed == null) {
      throw new IllegalStateException(
          "-D" + PROPERTY + "=" + url + " is none of embedded, 15, container and a JDBC URL");
    }
    Server server =
        new Server(
            url, parsed.getProperty("user", "postgres"), parsed.getProperty("password"), prefix);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  server.run("drop database if exists " + server.template() + " with (force)");
                  server.run("drop role if exists " + server.login());
                },
                "drop test template"));
    return server;
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("asof-test-").toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void atEnd(Path home) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  try {
                    Postmaster.stop(home.resolve("data"), "QUIT");
                    PathUtils.deleteDirectory(home);
                  } catch (IOException e) {
                    System.err.println("could not remove the test cluster in " + home + ": " + e);
                  }
                },
                "stop test cluster"));
  }

  /// Settings as a command would read them, for `login` on `url`.
  static DatabaseSettings settings(String url, String login, @Nullable String password) {
    return DatabaseSettings.read(
            Map.of("jdbc-url", url, "pool-size", "8"), Map.of(), Path.of("target").toAbsolutePath())
        .at(url, login, password);
  }
}
