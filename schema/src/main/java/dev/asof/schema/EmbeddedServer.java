package dev.asof.schema;

import dev.asof.fault.AsofException;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Unavailable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// The PostgreSQL 18 that asof brings along, in a folder of the user's. It keeps running when the
/// program ends, so that the next command finds it; [#stop] ends it.
///
/// In the home: `data` (the database), `postgres` (the programs), `log`, `lock` (held while
/// starting or stopping), `asof.password` (the application's login, which is no superuser) and
/// `postgres.password` (the superuser, used to create, migrate, back up and purge). Folders are
/// 0700, files 0600. A home belongs to one machine: process ids and the memory by which PostgreSQL
/// notices a second server mean nothing across containers or a network file system.
public final class EmbeddedServer {

  static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  /// Database and login of the application.
  static final String NAME = "asof";

  static final String SUPERUSER = "postgres";

  private static final String MAJOR = "18";
  private static final List<String> INITDB_OPTIONS =
      List.of("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8");

  /// Stated although most are PostgreSQL's defaults: the promises of this store rest on the first
  /// three.
  private static final List<String> CONFIGURATION =
      List.of(
          "fsync = on",
          "synchronous_commit = on",
          "full_page_writes = on",
          "listen_addresses = '127.0.0.1'",
          "unix_socket_directories = ''",
          "password_encryption = 'scram-sha-256'",
          "timezone = 'UTC'",
          "log_timezone = 'UTC'",
          "log_checkpoints = off",
          "log_statement = 'none'",
          "log_min_error_statement = panic",
          "log_error_verbosity = terse",
          "cluster_name = 'asof'");

  private final Path home;
  private final List<String> moreConfiguration;

  private EmbeddedServer(Path home, List<String> moreConfiguration) {
    this.home = home.toAbsolutePath().normalize();
    this.moreConfiguration = moreConfiguration;
  }

  /// The server of a home folder, which need not exist yet.
  public static EmbeddedServer in(Path home) {
    return new EmbeddedServer(home, List.of());
  }

  /// For tests, which do not need to survive a power cut.
  static EmbeddedServer in(Path home, List<String> moreConfiguration) {
    return new EmbeddedServer(home, moreConfiguration);
  }

  /// A server that answers.
  public record Running(Path home, long pid, int port) {
    /// JDBC URL of the application's database, without login and password.
    public String jdbcUrl() {
      return url(NAME);
    }

    String url(String database) {
      // Encryption is not compiled in everywhere and guards nothing on the loopback device; asking
      // costs round trips.
      return "jdbc:postgresql://127.0.0.1:"
          + port
          + "/"
          + database
          + "?sslmode=disable&gssEncMode=disable";
    }

    DatabaseSettings application(DatabaseSettings settings) {
      return settings.at(jdbcUrl(), NAME, password(home, NAME));
    }

    Connection superuser(String database) throws SQLException {
      return Migrations.connect(url(database), SUPERUSER, password(home, SUPERUSER));
    }
  }

  /// What a home holds, found without touching it.
  ///
  /// @param server the running server, or null
  /// @param initialised the data folder is whole
  /// @param version PostgreSQL's major version of the data folder, or empty
  /// @param log the server's log file
  public record Status(
      Path home, @Nullable Running server, boolean initialised, String version, Path log) {}

  /// Joins the server of this home, or starts it, making folder, database and schema where they are
  /// missing. Joining costs reading two files. Waits up to a minute for another process that is
  /// doing the same.
  public Running start() {
    try {
      Optional<Running> joined = join();
      if (joined.isPresent() && isProvisioned()) {
        return joined.get();
      }
      makeHome();
    } catch (IOException e) {
      throw homeFault(e);
    }
    return locked(() -> {
      Running server = startCluster();
      if (!isProvisioned()) {
        provision(server);
      }
      return server;
    });
  }

  /// Runs `work` as the owner of the database, past grants and policies, and takes everything back:
  /// to show what someone with the disk in hand could do, on a copy that nobody else ever sees.
  public <T> T rehearseAsOwner(Function<DSLContext, T> work) {
    try (Connection connection = start().superuser(NAME)) {
      connection.setAutoCommit(false);
      DSLContext sql = DSL.using(connection, SQLDialect.POSTGRES, Database.RENDERING);
      sql.execute("set local search_path = asof");
      try {
        return work.apply(sql);
      } finally {
        connection.rollback();
      }
    } catch (SQLException e) {
      throw new SqlFaults("embedded server in " + home, SUPERUSER, null).of(e);
    }
  }

  /// Stops the server, if one runs; sessions that are open are ended, what they had not committed
  /// is rolled back.
  ///
  /// @return whether one ran
  public boolean stop() {
    if (!Files.isDirectory(home)) {
      return false;
    }
    return locked(() -> Postmaster.stop(data(), "INT"));
  }

  /// What is there, without starting, waiting or repairing anything.
  public Status status() {
    try {
      Path version = data().resolve("PG_VERSION");
      boolean initialised = Files.exists(version);
      return new Status(
          home,
          join().orElse(null),
          initialised,
          initialised ? Files.readString(version, StandardCharsets.UTF_8).strip() : "",
          log());
    } catch (IOException e) {
      throw homeFault(e);
    }
  }

  /// Brings an older schema to the newest.
  void migrate() {
    locked(() -> {
      Running server = startCluster();
      migrate(server);
      return server;
    });
  }

  private <T> T locked(HomeLock.Work<T> work) {
    try {
      return HomeLock.during(home.resolve("lock"), work);
    } catch (IOException e) {
      throw homeFault(e);
    } catch (SQLException | DataAccessException e) {
      throw new SqlFaults("embedded server in " + home, SUPERUSER, null).of(e);
    }
  }

  /// The server without the application's database; the caller holds the lock, or is alone.
  Running startCluster() throws IOException {
    Optional<Running> joined = join();
    if (joined.isPresent()) {
      return joined.get();
    }
    requirePlainPath();
    Optional<Postmaster> running = Postmaster.settled(data());
    if (running.isPresent()) {
      return running(running.get());
    }
    boolean made = Files.exists(data());
    if (made) {
      requireVersion();
    }
    List<String> prefix = RootPrefix.find();
    Cluster cluster =
        new Cluster(EmbeddedPrograms.unpacked(home.resolve("postgres")), data(), log(), prefix);
    Files.createDirectories(log().getParent(), PRIVATE_FOLDER);
    if (!made) {
      initialise(cluster);
    }
    return running(cluster.start());
  }

  private void initialise(Cluster cluster) throws IOException {
    Files.deleteIfExists(passwordFile(home, NAME));
    writeSecret(passwordFile(home, SUPERUSER), newPassword());
    List<String> configuration = new ArrayList<>(CONFIGURATION);
    configuration.addAll(moreConfiguration);
    cluster.initialise(passwordFile(home, SUPERUSER), INITDB_OPTIONS, configuration);
  }

  private void requireVersion() throws IOException {
    Path file = data().resolve("PG_VERSION");
    if (!Files.exists(file)) {
      throw new CallerFault(
          Code.CONFIGURATION,
          "the folder "
              + data()
              + " is no PostgreSQL database; move it away or set another ASOF_HOME");
    }
    String version = Files.readString(file, StandardCharsets.UTF_8).strip();
    if (!version.equals(MAJOR)) {
      throw new CallerFault(
          Code.CONFIGURATION,
          "the database in "
              + data()
              + " was made by PostgreSQL "
              + version
              + " and this asof brings "
              + MAJOR
              + "; upgrade it with pg_upgrade or set another ASOF_HOME");
    }
  }

  /// pg_ctl hands paths to a shell inside double quotes.
  private void requirePlainPath() {
    if (home.toString().matches("(?s).*[\"$`\\\\\\n].*")) {
      throw new CallerFault(
          Code.CONFIGURATION,
          "the home "
              + home
              + " has a quote, dollar, backslash or line break in its name; set another ASOF_HOME");
    }
  }

  /// The file with the application's password is written last, so what was interrupted is done
  /// again.
  private void provision(Running server) throws IOException, SQLException {
    try (Connection connection = server.superuser("postgres");
        Statement statement = connection.createStatement()) {
      boolean exists;
      try (var rows = statement.executeQuery("select from pg_database where datname = 'asof'")) {
        exists = rows.next();
      }
      if (!exists) {
        statement.execute("create database asof");
      }
    }
    String password = newPassword();
    try (Connection connection = server.superuser("postgres")) {
      Migrations.createLogin(connection, NAME, password);
    }
    migrate(server);
    writeSecret(passwordFile(home, NAME), password);
  }

  private void migrate(Running server) {
    String password = password(home, SUPERUSER);
    Migrations.migrate(server.jdbcUrl(), SUPERUSER, password);
    Migrations.admit(server.jdbcUrl(), SUPERUSER, password, NAME);
  }

  private boolean isProvisioned() {
    return Files.exists(passwordFile(home, NAME));
  }

  private Optional<Running> join() throws IOException {
    return Postmaster.read(data()).filter(Postmaster::isReady).map(this::running);
  }

  private Running running(Postmaster postmaster) {
    return new Running(home, postmaster.pid(), postmaster.port());
  }

  private Path data() {
    return home.resolve("data");
  }

  private Path log() {
    return home.resolve("log").resolve("postgres.log");
  }

  private void makeHome() throws IOException {
    if (Files.exists(home) && !Files.isDirectory(home)) {
      throw new FileAlreadyExistsException(home.toString());
    }
    Files.createDirectories(home, PRIVATE_FOLDER);
  }

  static Path passwordFile(Path home, String login) {
    return home.resolve(login + ".password");
  }

  private static String password(Path home, String login) {
    Path file = passwordFile(home, login);
    try {
      return Files.readString(file, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new CallerFault(
          Code.CONFIGURATION,
          "the password file "
              + file
              + " of the embedded server cannot be read; restore it from a backup of the home",
          e);
    }
  }

  private static String newPassword() {
    byte[] bytes = new byte[24];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /// Whole or not at all, and never readable by others, not even for a moment.
  private static void writeSecret(Path file, String secret) throws IOException {
    Path unfinished = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(unfinished);
    Files.createFile(unfinished, PRIVATE_FILE);
    Files.writeString(
        unfinished,
        secret + "\n",
        StandardCharsets.UTF_8,
        StandardOpenOption.SYNC,
        StandardOpenOption.WRITE);
    Files.move(
        unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private AsofException homeFault(IOException e) {
    String said = String.valueOf(e.getMessage());
    if (said.contains("No space left on device") || said.contains("Disk quota exceeded")) {
      return new Unavailable(
          Code.DISK_FULL,
          "the disk that holds " + home + " is full; free some space and try again",
          e);
    }
    if (!Files.isDirectory(home)) {
      return new CallerFault(
          Code.CONFIGURATION,
          "the home "
              + home
              + " is not a folder and cannot be made one ("
              + said
              + "); set ASOF_HOME to one that can",
          e);
    }
    if (e instanceof AccessDeniedException || said.contains("Read-only file system")) {
      return new CallerFault(
          Code.CONFIGURATION,
          "the home "
              + home
              + " cannot be written ("
              + said
              + "); set ASOF_HOME to a folder that can",
          e);
    }
    return new Unavailable(
        Code.EMBEDDED_FAILED, "the embedded server in " + home + " cannot be used: " + said, e);
  }
}
