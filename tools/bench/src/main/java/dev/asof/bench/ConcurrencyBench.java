package dev.asof.bench;

import dev.asof.schema.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/// Writers and readers on one store at once.
final class ConcurrencyBench {

  /// @param tenants over which writers and readers are spread
  /// @param pool connections of the pool
  record Arrangement(int writers, int readers, int tenants, int pool) {
    String described() {
      return writers
          + " writers, "
          + readers
          + " readers, "
          + (tenants == 1 ? "1 tenant" : tenants + " tenants")
          + ", pool of "
          + pool;
    }
  }

  static final List<Arrangement> ARRANGEMENTS =
      List.of(
          new Arrangement(1, 0, 1, 10),
          new Arrangement(4, 0, 1, 10),
          new Arrangement(16, 0, 1, 20),
          new Arrangement(4, 0, 16, 10),
          new Arrangement(16, 0, 16, 20),
          new Arrangement(0, 16, 1, 20),
          new Arrangement(4, 16, 1, 20),
          new Arrangement(4, 16, 1, 10),
          new Arrangement(4, 16, 1, 5),
          new Arrangement(4, 16, 16, 20));

  private static final int DOCUMENTS = 5;
  private static final Duration SPAN = Duration.ofDays(1_000);

  private final Duration each;
  private final Durability durability;
  private final long seed;
  private final Consumer<String> progress;

  /// @param each how long each arrangement is measured; as long again before, to warm up
  ConcurrencyBench(Duration each, Durability durability, long seed, Consumer<String> progress) {
    this.each = each;
    this.durability = durability;
    this.seed = seed;
    this.progress = progress;
  }

  Figures run(List<Arrangement> arrangements) throws Exception {
    Machine before = Machine.now();
    Map<String, Map<String, Object>> lines = new LinkedHashMap<>();
    try (PostgresServer server = PostgresServer.start(durability)) {
      for (int i = 0; i < arrangements.size(); i++) {
        Arrangement arrangement = arrangements.get(i);
        progress.accept(arrangement.described());
        try (Database database = server.openWithPool(arrangement.pool())) {
          lines.put(arrangement.described(), measured(server, database, arrangement, i));
        }
      }
    }
    return new Figures(
        each.toSeconds() + " s each; " + durability.said("durability") + "; seed " + seed,
        before,
        Machine.now(),
        lines);
  }

  private Map<String, Object> measured(
      PostgresServer server, Database database, Arrangement arrangement, int number)
      throws Exception {
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < Math.max(arrangement.writers(), arrangement.tenants()); i++) {
      // A reader needs something to read, though nobody writes while it does.
      Writer writer =
          new Writer(
              subject(server, database, arrangement, number, i), "w" + i, new Random(seed + i));
      writer.begin();
      if (i < arrangement.writers()) {
        workers.add(writer);
      }
    }
    for (int i = 0; i < arrangement.readers(); i++) {
      workers.add(
          new Reads(
              subject(server, database, arrangement, number, i),
              "w" + i % arrangement.tenants(),
              new Random(seed - i - 1)));
    }
    during(workers);
    workers.forEach(worker -> worker.nanos.clear());
    during(workers);
    for (Worker worker : workers) {
      worker.check();
    }
    Map<String, Object> line = new LinkedHashMap<>();
    say(line, "write", workers.stream().filter(worker -> worker instanceof Writer).toList());
    say(line, "read", workers.stream().filter(worker -> worker instanceof Reads).toList());
    return line;
  }

  private static AsofSubject subject(
      PostgresServer server, Database database, Arrangement arrangement, int number, int worker) {
    AsofSubject subject = new AsofSubject(server, database);
    subject.begin("c" + number + "-" + worker % arrangement.tenants());
    return subject;
  }

  private void during(List<Worker> workers) throws Exception {
    long end = System.nanoTime() + each.toNanos();
    try (ExecutorService threads = Executors.newFixedThreadPool(workers.size())) {
      List<Future<Worker>> running = new ArrayList<>();
      for (Worker worker : workers) {
        running.add(
            threads.submit(
                (Callable<Worker>)
                    () -> {
                      while (System.nanoTime() < end) {
                        long begun = System.nanoTime();
                        worker.work();
                        worker.nanos.add(System.nanoTime() - begun);
                      }
                      return worker;
                    }));
      }
      for (Future<Worker> each : running) {
        each.get();
      }
    }
  }

  private void say(Map<String, Object> line, String what, List<Worker> workers) {
    long[] all =
        workers.stream()
            .flatMapToLong(worker -> worker.nanos.stream().mapToLong(Long::longValue))
            .sorted()
            .toArray();
    if (all.length > 0) {
      line.put(what + "s / s", Math.round((double) all.length / each.toSeconds()));
      line.put(what + " p50 ms", Timings.quantile(all, 0.5) / 1e6);
      line.put(what + " p95 ms", Timings.quantile(all, 0.95) / 1e6);
      line.put(what + " p99 ms", Timings.quantile(all, 0.99) / 1e6);
    }
  }

  /// What one thread does over and over.
  private abstract static class Worker {
    final AsofSubject subject;
    final String prefix;
    final Random random;
    final Histories histories;
    final List<Long> nanos = new ArrayList<>();

    Worker(AsofSubject subject, String prefix, Random random) {
      this.subject = subject;
      this.prefix = prefix;
      this.random = random;
      this.histories = new Histories(random);
    }

    final String document() {
      return prefix + "-" + random.nextInt(DOCUMENTS);
    }

    abstract void work();

    abstract void check();
  }

  private static final class Writer extends Worker {
    private final Model model = new Model();
    private int written;

    Writer(AsofSubject subject, String prefix, Random random) {
      super(subject, prefix, random);
    }

    void begin() {
      for (int i = 0; i < DOCUMENTS; i++) {
        write(Histories.first(prefix + "-" + i, histories.text()));
      }
    }

    private void write(Op op) {
      subject.write(List.of(op));
      model.apply(op);
    }

    @Override
    void work() {
      String document = document();
      written++;
      write(histories.corrects(document, document + "-c" + written, SPAN));
    }

    @Override
    void check() {
      model.mark();
      for (int i = 0; i < 100; i++) {
        String document = document();
        Instant about = histories.about(SPAN);
        String held = subject.at(document, about);
        if (!Objects.equals(held, model.at(document, about, 0))) {
          throw new WrongAnswer(
              document + " at " + about + " is " + held + ", not " + model.at(document, about, 0));
        }
      }
    }
  }

  private static final class Reads extends Worker {
    Reads(AsofSubject subject, String prefix, Random random) {
      super(subject, prefix, random);
    }

    @Override
    void work() {
      String document = document();
      if (subject.at(document, histories.about(SPAN)) == null) {
        throw new WrongAnswer(document + " is gone");
      }
    }

    @Override
    void check() {}
  }
}
