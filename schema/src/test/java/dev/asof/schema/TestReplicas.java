package dev.asof.schema;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.commons.io.file.PathUtils;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;

/// An embedded server of its own and replicas that follow it by streaming replication, all on this
/// machine. The base of a replica is a copy of the files, taken while the server runs, between
/// `pg_backup_start` and `pg_backup_stop`. Closing it ends the servers and removes their files.
public final class TestReplicas implements AutoCloseable {

  private static final String APPLICATION = "asof";

  /// What a copy leaves out: log that is streamed, and what belongs to the running server.
  private static final Set<String> NOT_COPIED =
      Set.of("pg_wal", "pg_replslot", "pg_dynshmem", "pg_notify", "pg_stat_tmp", "pg_subtrans");

  private static final Set<String> OF_THE_PROCESS = Set.of("postmaster.pid", "postmaster.opts");

  private final Path folder;
  private final EmbeddedServer.Running primary;
  private final List<Path> data = new ArrayList<>();
  private final List<Database> opened = new ArrayList<>();

  /// A server of the stream.
  ///
  /// @param running its home is the primary's, whose logins it has
  public record Replica(EmbeddedServer.Running running, Database database) {

    /// Stops the replay of what still arrives.
    public void pause() {
      asOwner(running, sql -> sql.execute("select pg_wal_replay_pause()"));
      await(
          running,
          "select pg_get_wal_replay_pause_state() = 'paused'",
          "the replay does not pause");
    }

    public void resume() {
      asOwner(running, sql -> sql.execute("select pg_wal_replay_resume()"));
    }
  }

  private TestReplicas(Path folder, EmbeddedServer.Running primary) {
    this.folder = folder;
    this.primary = primary;
  }

  /// A migrated primary without replicas.
  public static TestReplicas start() {
    try {
      Path folder = Files.createTempDirectory("asof-replicas-").toRealPath();
      Path home = folder.resolve("primary");
      TestDatabases.linkPrograms(home);
      EmbeddedServer.Running primary =
          EmbeddedServer.in(home, List.of("wal_level = replica", "max_wal_senders = 4")).start();
      TestReplicas replicas = new TestReplicas(folder, primary);
      replicas.data.add(home.resolve("data"));
      Files.writeString(
          home.resolve("data").resolve("pg_hba.conf"),
          "host replication all 127.0.0.1/32 scram-sha-256\n",
          StandardCharsets.UTF_8,
          StandardOpenOption.APPEND);
      asOwner(primary, sql -> sql.execute("select pg_reload_conf()"));
      return replicas;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The primary, as the application opens it.
  public Database primary() {
    return open(primary, DatabaseRole.APP);
  }

  /// A further replica, which follows the primary and answers.
  ///
  /// @param role in which it is opened
  public Replica add(DatabaseRole role) {
    Path copy = folder.resolve("replica-" + data.size());
    try {
      copyRunning(data.getFirst(), copy);
      Path password = EmbeddedServer.passwordFile(primary.home(), EmbeddedServer.SUPERUSER);
      Files.writeString(
          copy.resolve("postgresql.auto.conf"),
          "primary_conninfo = 'host=127.0.0.1 port=%d user=%s password=%s application_name=%s'\n"
              .formatted(
                  primary.port(),
                  EmbeddedServer.SUPERUSER,
                  Files.readString(password, StandardCharsets.UTF_8).strip(),
                  copy.getFileName()),
          StandardCharsets.UTF_8,
          StandardOpenOption.APPEND);
      Files.createFile(copy.resolve("standby.signal"));
      Cluster cluster =
          new Cluster(
              EmbeddedPrograms.unpacked(primary.home().resolve("postgres")),
              copy,
              folder.resolve(copy.getFileName() + ".log"),
              RootPrefix.find());
      data.add(copy);
      Postmaster started = cluster.start();
      EmbeddedServer.Running running =
          new EmbeddedServer.Running(primary.home(), started.pid(), started.port());
      Replica replica = new Replica(running, open(running, role));
      catchUp(replica);
      return replica;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Waits until a replica has replayed all that the primary has written by now.
  public void catchUp(Replica replica) {
    String written =
        asOwner(
            primary,
            sql -> sql.fetchSingle("select pg_current_wal_lsn()::text").get(0, String.class));
    await(
        replica.running(),
        "select pg_last_wal_replay_lsn() >= '" + written + "'::pg_lsn",
        "the replica does not catch up to " + written);
  }

  /// A further pool of a replica in another role.
  public Database open(Replica replica, DatabaseRole role) {
    return open(replica.running(), role);
  }

  private Database open(EmbeddedServer.Running server, DatabaseRole role) {
    DatabaseSettings application =
        server.application(TestDatabases.settings(server.jdbcUrl(), APPLICATION, null));
    Database database = Database.open(application.as(role));
    opened.add(database);
    return database;
  }

  private void copyRunning(Path from, Path to) throws IOException {
    try (Connection connection = primary.superuser(APPLICATION)) {
      // The backup is of the session that starts it.
      DSLContext sql = DSL.using(connection, SQLDialect.POSTGRES, Database.RENDERING);
      sql.fetch("select pg_backup_start('replica', fast => true)");
      copy(from, to);
      String label =
          sql.fetchSingle("select labelfile from pg_backup_stop(wait_for_archive => false)")
              .get(0, String.class);
      Files.writeString(to.resolve("backup_label"), label, StandardCharsets.UTF_8);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
              throws IOException {
            Files.createDirectory(
                to.resolve(from.relativize(directory)), EmbeddedServer.PRIVATE_FOLDER);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Path name = from.relativize(file);
            if (!OF_THE_PROCESS.contains(name.toString())
                && !NOT_COPIED.contains(name.getName(0).toString())) {
              Files.copy(file, to.resolve(name));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            // Dropped meanwhile: the log says so too.
            if (failure instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw failure;
          }
        });
  }

  private static <T> T asOwner(EmbeddedServer.Running server, Function<DSLContext, T> work) {
    try (Connection connection = server.superuser(APPLICATION)) {
      return work.apply(DSL.using(connection, SQLDialect.POSTGRES, Database.RENDERING));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void await(EmbeddedServer.Running server, String question, String failure) {
    for (int i = 0; i < 3_000; i++) {
      if (Boolean.TRUE.equals(
          asOwner(server, sql -> sql.fetchSingle(question).get(0, Boolean.class)))) {
        return;
      }
      try {
        TimeUnit.MILLISECONDS.sleep(20);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    throw new AssertionError(failure);
  }

  @Override
  public void close() {
    opened.forEach(Database::close);
    try {
      // Replicas first: a primary that stops in order waits for what they still have to get.
      for (Path server : data.reversed()) {
        Postmaster.stop(server, "QUIT");
      }
      PathUtils.deleteDirectory(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
