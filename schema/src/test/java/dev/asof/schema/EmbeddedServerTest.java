package dev.asof.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Unavailable;
import dev.asof.id.TenantId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The server as users get it, with its real settings; whatever the other tests run on.
class EmbeddedServerTest {

  private static final TenantId ONE = new TenantId(1);

  private static Path home = Path.of("");

  private EmbeddedServer server = EmbeddedServer.in(home);

  @BeforeAll
  static void makeHome(@TempDir Path folder) throws IOException {
    home = folder.toRealPath().resolve("new").resolve("asof home");
    linkPrograms(home);
  }

  /// What a first start would unpack into this home.
  private static void linkPrograms(Path to) throws IOException {
    Files.createDirectories(to, EmbeddedServer.PRIVATE_FOLDER);
    Files.createSymbolicLink(to.resolve("postgres"), TestDatabases.sharedPrograms());
  }

  @BeforeEach
  void start() {
    server = EmbeddedServer.in(home);
    server.start();
  }

  @AfterAll
  static void stop() throws IOException {
    EmbeddedServer.in(home).stop();
    for (String other : List.of("asof home", "interrupted", "foreign")) {
      Files.deleteIfExists(home.resolveSibling(other).resolve("postgres"));
    }
  }

  @Test
  void whatIsCommittedIsOnTheDisk() {
    try (Database database = open()) {
      for (String setting :
          List.of("fsync", "synchronous_commit", "full_page_writes", "data_checksums")) {
        assertThat(show(database, setting)).as(setting).isEqualTo("on");
      }
    }
  }

  @Test
  void nobodyGetsInWithoutAPasswordNotEvenTheSuperuser() throws SQLException {
    String url = server.start().jdbcUrl();
    for (String login : List.of("postgres", "asof", "asof_app", System.getProperty("user.name"))) {
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> Migrations.connect(url, login, null).close());
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> Migrations.connect(url, login, "wrong").close())
          .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("28P01"));
    }
    try (Connection superuser = server.start().superuser("asof");
        var rows =
            superuser
                .createStatement()
                .executeQuery(
                    "select string_agg(distinct auth_method, ',') from pg_hba_file_rules")) {
      rows.next();
      assertThat(rows.getString(1)).isEqualTo("scram-sha-256");
    }
  }

  @Test
  void theApplicationsLoginIsNoSuperuser() {
    try (Database database = open()) {
      assertThat(
              database.<String>read(
                  ONE,
                  sql ->
                      String.valueOf(
                          sql.fetchSingle(
                                  """
                                  select current_user || ' ' || session_user || ' ' || rolsuper || ' ' || rolcreaterole
                                  from pg_roles where rolname = session_user\
                                  """)
                              .get(0))))
          .isEqualTo("asof_app asof false false");
    }
  }

  @Test
  void itListensOnTheLoopbackDeviceOnlyAndKnowsTextByItsBytes() throws IOException {
    assertThat(Postmaster.file(home.resolve("data"))).content().contains("\n\n127.0.0.1\n");
    try (Database database = open()) {
      assertThat(show(database, "listen_addresses")).isEqualTo("127.0.0.1");
      assertThat(show(database, "server_encoding")).isEqualTo("UTF8");
      assertThat(
              database.<String>read(
                  ONE,
                  sql ->
                      String.valueOf(
                          sql.fetchSingle(
                                  "select datlocprovider::text || ' ' || datlocale from pg_database"
                                      + " where datname = 'asof'")
                              .get(0))))
          .isEqualTo("b C.UTF-8");
    }
  }

  @Test
  void secretsAreTheOwnersOnly() throws IOException {
    for (String file : List.of("asof.password", "postgres.password", "lock")) {
      assertThat(permissions(home.resolve(file))).as(file).isEqualTo("rw-------");
    }
    for (String folder : List.of("data", "log")) {
      assertThat(permissions(home.resolve(folder))).as(folder).isEqualTo("rwx------");
    }
  }

  @Test
  void aSecondStartJoinsTheFirst() {
    EmbeddedServer.Running first = server.start();
    assertThat(EmbeddedServer.in(home).start()).isEqualTo(first);
    assertThat(server.status().server()).isEqualTo(first);
  }

  @Test
  void startsAtTheSameTimeGetTheSameServer() throws Exception {
    server.stop();
    try (var threads = Executors.newFixedThreadPool(4)) {
      List<Future<EmbeddedServer.Running>> starts =
          java.util.stream.IntStream.range(0, 4)
              .mapToObj(i -> threads.submit(() -> EmbeddedServer.in(home).start()))
              .toList();
      EmbeddedServer.Running first = starts.getFirst().get();
      for (Future<EmbeddedServer.Running> start : starts) {
        assertThat(start.get()).isEqualTo(first);
      }
    }
  }

  @Test
  void processesThatStartAtTheSameTimeGetTheSameServer() throws Exception {
    server.stop();
    List<Process> processes = List.of(otherProcess(), otherProcess());
    String first = output(processes.getFirst());
    assertThat(first).matches("(?s)[0-9]+ [0-9]+\n");
    assertThat(output(processes.getLast())).isEqualTo(first);
    assertThat(Long.parseLong(first.substring(0, first.indexOf(' '))))
        .isEqualTo(server.start().pid());
  }

  /// The server was started by a process that has ended.
  private static Process otherProcess() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Starter.class.getName(),
            home.toString())
        .redirectErrorStream(true)
        .start();
  }

  private static String output(Process process) throws IOException, InterruptedException {
    try (InputStream output = process.getInputStream()) {
      String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
      return text;
    }
  }

  static final class Starter {
    public static void main(String[] args) {
      EmbeddedServer.Running running = EmbeddedServer.in(Path.of(args[0])).start();
      System.out.println(running.pid() + " " + running.port());
    }
  }

  @Test
  void whatWasWrittenSurvivesAStopAndAStart() {
    int tenant = createTenant("kept");
    assertThat(server.stop()).isTrue();
    assertThat(server.status().server()).isNull();
    assertThat(server.status().initialised()).isTrue();
    assertThat(server.stop()).isFalse();
    assertThat(createTenant("kept")).isEqualTo(tenant);
  }

  @Test
  void afterKillMinusNineItStartsAtOnceWithEverythingThatWasCommitted() throws IOException {
    int tenant = createTenant("committed");
    EmbeddedServer.Running killed = server.start();
    kill(killed.pid());

    long begin = System.nanoTime();
    EmbeddedServer.Running next = server.start();
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
    assertThat(next.pid()).isNotEqualTo(killed.pid());
    assertThat(createTenant("committed")).isEqualTo(tenant);
  }

  @Test
  void aSessionThatOutlivesItsPostmasterDoesNotStopTheNextStart() throws Exception {
    try (Connection session = server.start().superuser("asof");
        var threads = Executors.newSingleThreadExecutor()) {
      // Spins without looking whether its postmaster lives.
      Future<?> spin =
          threads.submit(() ->
              session
                  .createStatement()
                  .execute("select count(*) from generate_series(1, 2000000000)"));
      Thread.sleep(300);
      kill(server.start().pid());
      assertThat(createTenant("after-orphan")).isPositive();
      assertThatExceptionOfType(java.util.concurrent.ExecutionException.class)
          .isThrownBy(spin::get);
    }
  }

  @Test
  void aZombieIsNotTakenForTheServer() throws Exception {
    server.stop();
    // The child ends after `sleep` has taken the shell's place, which never reaps it as a shell
    // would.
    Process parent =
        new ProcessBuilder("sh", "-c", "sleep 0.5 & echo $!; exec sleep 60")
            .redirectErrorStream(true)
            .start();
    try {
      long zombie = Long.parseLong(parent.inputReader(StandardCharsets.UTF_8).readLine());
      while (!Files.readString(Path.of("/proc/" + zombie + "/stat"), StandardCharsets.UTF_8)
          .contains(") Z ")) {
        Thread.sleep(10);
      }
      writePidFile(zombie);
      assertThat(server.status().server()).isNull();
      assertThat(createTenant("after-zombie")).isPositive();
    } finally {
      parent.destroyForcibly();
    }
  }

  @Test
  void aProcessIdThatBelongsToAnotherProgramByNowIsNotTakenForTheServer() throws IOException {
    server.stop();
    writePidFile(ProcessHandle.current().pid());
    assertThat(server.status().server()).isNull();
    assertThat(createTenant("after-reuse")).isPositive();
  }

  @Test
  void aProcessIdFileThatMakesNoSenseIsNoServer() throws IOException {
    server.stop();
    Files.writeString(Postmaster.file(home.resolve("data")), "", StandardCharsets.UTF_8);
    assertThat(createTenant("after-nonsense")).isPositive();
  }

  private static void writePidFile(long pid) throws IOException {
    Files.writeString(
        Postmaster.file(home.resolve("data")),
        pid + "\n" + home.resolve("data") + "\n1700000000\n5432\n\n127.0.0.1\n  1  1\nready   \n",
        StandardCharsets.UTF_8);
  }

  @Test
  void aStartThatFailsShowsWhatTheLogSays() throws IOException {
    server.stop();
    Path configuration = home.resolve("data/postgresql.conf");
    String right = Files.readString(configuration, StandardCharsets.UTF_8);
    try {
      Files.writeString(configuration, right + "no_such_setting = 1\n", StandardCharsets.UTF_8);
      assertThatExceptionOfType(Unavailable.class)
          .isThrownBy(server::start)
          .satisfies(e -> assertThat(e.code()).isEqualTo(Code.EMBEDDED_FAILED))
          .withMessageContaining("unrecognized configuration parameter \"no_such_setting\"")
          .withMessageContaining(home.resolve("log/postgres.log").toString());
    } finally {
      Files.writeString(configuration, right, StandardCharsets.UTF_8);
    }
  }

  @Test
  void whatAnInterruptedMakingLeftBehindIsDoneAgain() throws IOException {
    Path other = home.resolveSibling("interrupted");
    Files.createDirectories(other.resolve("data.new/base"));
    Files.writeString(other.resolve("data.new/PG_VERSION"), "18\n", StandardCharsets.UTF_8);
    Files.writeString(
        other.resolve("postgres.password"), "of the first try\n", StandardCharsets.UTF_8);
    linkPrograms(other);
    EmbeddedServer interrupted = EmbeddedServer.in(other);
    try {
      EmbeddedServer.Running running = interrupted.startCluster();
      assertThat(other.resolve("asof.password")).doesNotExist();
      // Killed before the schema was made: the next start finds the cluster and makes it.
      assertThat(interrupted.start()).isEqualTo(running);
      assertThat(other.resolve("asof.password")).exists();
      assertThat(other.resolve("data.new")).doesNotExist();
      Database.open(DatabaseSettings.read(Map.of("home", other.toString()), Map.of(), other))
          .close();
    } finally {
      interrupted.stop();
    }
  }

  @Test
  void aSchemaBehindThisProgramIsMigratedWhenItIsOpened() throws SQLException {
    try (Connection superuser = server.start().superuser("asof");
        var statement = superuser.createStatement()) {
      statement.execute("drop schema asof cascade");
    }
    assertThat(createTenant("after-migration")).isEqualTo(createTenant("default") + 1);
  }

  @Test
  void aFolderThatIsNoDatabaseIsLeftAlone() throws IOException {
    Path other = home.resolveSibling("foreign");
    Path mine = Files.createDirectories(other.resolve("data")).resolve("thesis.txt");
    Files.writeString(mine, "mine", StandardCharsets.UTF_8);
    linkPrograms(other);
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(EmbeddedServer.in(other)::start)
        .withMessageContaining(other.resolve("data") + " is no PostgreSQL database");
    assertThat(mine).hasContent("mine");
  }

  @Test
  void aHomeThatCannotBeOneIsNamed() throws IOException {
    Path plain = Files.createFile(home.resolveSibling("plain"));
    for (Path wrong : List.of(plain, plain.resolve("below"), Path.of("/proc/asof"))) {
      assertThatExceptionOfType(CallerFault.class)
          .isThrownBy(EmbeddedServer.in(wrong)::start)
          .satisfies(e -> assertThat(e.code()).isEqualTo(Code.CONFIGURATION))
          .withMessageContaining(wrong.toString())
          .withMessageContaining("ASOF_HOME");
    }
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(EmbeddedServer.in(home.resolveSibling("a$b"))::start)
        .withMessageContaining("a$b");
  }

  @Test
  void theProgramsAreUnpackedOnceAndAreOfTheVersionThatNamesTheirFolder(@TempDir Path folder)
      throws IOException {
    Path old = Files.createDirectories(folder.resolve("postgres/17.0/bin"));
    Files.createDirectories(folder.resolve("postgres/" + EmbeddedPrograms.VERSION + ".new/half"));
    Path bin = EmbeddedPrograms.unpacked(folder.resolve("postgres"));
    assertThat(old).doesNotExist();
    assertThat(folder.resolve("postgres")).isDirectoryNotContaining("glob:**.new");
    assertThat(permissions(bin.resolve("postgres"))).isEqualTo("rwx------");
    Program.Ended version =
        Program.run(bin, List.of(), List.of(bin.resolve("postgres").toString(), "--version"));
    assertThat(version.output())
        .isEqualTo("postgres (PostgreSQL) " + EmbeddedPrograms.VERSION + "\n");
    Path marker = Files.createFile(bin.resolve("marker"));
    assertThat(EmbeddedPrograms.unpacked(folder.resolve("postgres"))).isEqualTo(bin);
    assertThat(marker).exists();
  }

  private int createTenant(String name) {
    try (Database database = open()) {
      return database.global(sql ->
          Objects.requireNonNull(
              sql.fetchSingle("select asof.create_tenant({0})", org.jooq.impl.DSL.val(name))
                  .get(0, Integer.class)));
    }
  }

  private Database open() {
    return Database.open(DatabaseSettings.read(Map.of("home", home.toString()), Map.of(), home));
  }

  private static String show(Database database, String setting) {
    return database.read(ONE, sql -> String.valueOf(sql.fetchSingle("show " + setting).get(0)));
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  /// Returns when the process is gone or a zombie.
  private static void kill(long pid) throws IOException {
    Postmaster killed = Postmaster.read(home.resolve("data")).orElseThrow();
    assertThat(killed.pid()).isEqualTo(pid);
    Program.run(home, List.of(), List.of("kill", "-KILL", Long.toString(pid)));
    while (killed.isAlive()) {
      Postmaster.pause();
    }
  }
}
