package dev.asof.bench;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// The store against its peers: starts what was asked for, runs the workloads, ends everything.
final class StoreBench {

  private final Sizes sizes;
  private final Durability durability;
  private final long seed;
  private final Consumer<String> progress;

  /// @param progress told what is being done, and which peer is left out and why
  StoreBench(Sizes sizes, Durability durability, long seed, Consumer<String> progress) {
    this.sizes = sizes;
    this.durability = durability;
    this.seed = seed;
    this.progress = progress;
  }

  Results run(Collection<Peer> peers, Collection<Workload> workloads) throws Exception {
    Results results = new Results(seed, sizes, durability, Machine.now());
    try (Started started = start(peers)) {
      started.subjects().forEach(results::describe);
      warm(started.subjects());
      for (Workload workload : workloads) {
        progress.accept(workload.word());
        Rounds rounds = new Rounds(started.subjects(), results.timings(), workload.word());
        workload.run(sizes, new Random(seed), rounds, started.server());
        for (Subject subject : workload.measures(started.subjects())) {
          results.store(workload.word(), subject.name(), subject.stored());
        }
      }
    }
    results.end(Machine.now());
    return results;
  }

  /// Code is compiled and caches are filled before anything counts.
  private void warm(List<Subject> subjects) throws Exception {
    progress.accept("warming up");
    Sizes small =
        new Sizes(
            Math.min(60, sizes.documents()), 2, Math.min(300, sizes.lookups()), 1, 0, 0, 0, 0, 1);
    new Easy(small, new Random(seed + 1)).run(new Rounds(subjects, new Timings(), "warm"));
  }

  /// What runs, to be ended in the end.
  private record Started(
      PostgresServer server, List<Subject> subjects, List<Closeable> servers, AtomicBoolean closed)
      implements Closeable {
    Started {
      // A run that is interrupted leaves no server behind.
      Runtime.getRuntime().addShutdownHook(new Thread(this::closeAtEnd, "end the run"));
    }

    private void closeAtEnd() {
      try {
        close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() throws IOException {
      if (closed.getAndSet(true)) {
        return;
      }
      IOException failed = null;
      List<Closeable> all = new ArrayList<>();
      subjects.forEach(subject -> all.add(() -> close(subject)));
      all.addAll(servers.reversed());
      for (Closeable each : all) {
        try {
          each.close();
        } catch (IOException e) {
          if (failed != null) {
            e.addSuppressed(failed);
          }
          failed = e;
        }
      }
      if (failed != null) {
        throw failed;
      }
    }

    private static void close(Subject subject) throws IOException {
      try {
        subject.close();
      } catch (SQLException e) {
        throw new IOException(e);
      }
    }
  }

  private Started start(Collection<Peer> peers) throws Exception {
    progress.accept("starting asof");
    PostgresServer server = PostgresServer.start(durability);
    Started started =
        new Started(
            server, new ArrayList<>(), new ArrayList<>(List.of(server)), new AtomicBoolean());
    try {
      started.subjects().add(new AsofSubject(server));
      Map<Class<?>, Closeable> shared = new LinkedHashMap<>();
      for (Peer peer : peers) {
        progress.accept("starting " + peer.word());
        try {
          started.subjects().add(start(peer, started, shared));
        } catch (Subject.Missing missing) {
          progress.accept("left out: " + peer.word() + ": " + missing.getMessage());
        }
      }
      return started;
    } catch (Exception e) {
      started.close();
      throw e;
    }
  }

  private Subject start(Peer peer, Started started, Map<Class<?>, Closeable> shared)
      throws Exception {
    return switch (peer) {
      case PLAIN -> new PlainSubject(started.server());
      case MARIADB -> new MariaDbSubject(mariaDb(started, shared), MariaDbSubject.Idiom.REPLACE);
      case MARIADB_UPDATE ->
          new MariaDbSubject(mariaDb(started, shared), MariaDbSubject.Idiom.UPDATE);
      case XTDB_MEMORY -> new XtdbSubject(XtdbSubject.Kept.MEMORY, durability);
      case XTDB_ROCKSDB -> new XtdbSubject(XtdbSubject.Kept.ROCKSDB, durability);
    };
  }

  private MariaDbServer mariaDb(Started started, Map<Class<?>, Closeable> shared) throws Exception {
    MariaDbServer running = (MariaDbServer) shared.get(MariaDbServer.class);
    if (running == null) {
      running = MariaDbServer.start(durability);
      shared.put(MariaDbServer.class, running);
      started.servers().add(running);
    }
    return running;
  }
}
