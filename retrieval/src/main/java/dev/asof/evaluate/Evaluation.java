package dev.asof.evaluate;

import dev.asof.embed.Embedder;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.Known;
import dev.asof.history.Reader;
import dev.asof.history.Snapshot;
import dev.asof.id.TenantId;
import dev.asof.index.Lease;
import dev.asof.index.PassageIndex;
import dev.asof.schema.Database;
import dev.asof.time.LocalTimes;
import dev.asof.write.Embeddings;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Asks every question of every system on the same snapshot of the same index.
///
/// The corpus goes into tenants of its own, one for each load; where a system needs vectors, they are
/// made first. Latency is that of the searches and the ranking of a system; what the
/// database says about the times of passages is read before.
public final class Evaluation {
  private static final int INPUTS_DIGITS = 24;

  /// Asked before anything is timed, so that the first system does not pay for what the machine has
  /// to load.
  private static final int WARM_UP = 3;

  private final Database database;
  private final PassageIndex index;
  private final @Nullable Embedder embedder;

  /// @param index opened for the model of `embedder`
  /// @param embedder null: systems that need vectors are left out, and named
  public Evaluation(Database database, PassageIndex index, @Nullable Embedder embedder) {
    this.database = database;
    this.index = index;
    this.embedder = embedder;
  }

  /// Which questions are asked.
  public enum Half {
    ALL,
    /// The first, third, ... of the file: to tune on.
    ODD,
    /// The second, fourth, ...: to report on.
    EVEN;

    boolean holds(int index) {
      return switch (this) {
        case ALL -> true;
        case ODD -> index % 2 == 0;
        case EVEN -> index % 2 == 1;
      };
    }
  }

  /// @param limit most questions, the first of the half; null: all
  /// @param run where answers are kept; null: nowhere
  public record Options(
      List<RetrievalSystem> systems, Half half, @Nullable Integer limit, @Nullable Path run) {
    public Options {
      systems = List.copyOf(systems);
      if (limit != null && limit < 1) {
        throw new CallerFault(Code.BAD_INPUT, "the limit is " + limit + "; it is at least 1");
      }
    }
  }

  /// Is told how far the work is.
  public interface Progress {
    Progress NONE = (task, done, all) -> {};

    void at(String task, long done, long all);
  }

  /// What came of it.
  ///
  /// @param missing why a system that was asked for was left out, by name
  /// @param vectors of the loads that were opened; null: no system needs vectors, or every answer
  ///   was taken from the run's folder
  /// @param reused answers that were taken from the run's folder
  public record Done(
      Dataset dataset,
      List<BenchQuestion> questions,
      List<RetrievalSystem> systems,
      Map<String, String> missing,
      List<Outcome> outcomes,
      @Nullable Embedded vectors,
      long reused) {}

  /// How much of a corpus has vectors: not what is in languages that the model does not cover.
  ///
  /// @param passages of all loads
  /// @param withVector those of them that have one
  public record Embedded(String model, long passages, long withVector) {
    Embedded and(Embeddings.Standing standing) {
      return new Embedded(
          model, passages + standing.passages(), withVector + standing.embedded());
    }
  }

  public Done run(Dataset dataset, Options options, Progress progress) {
    List<BenchQuestion> chosen = chosen(dataset, options);
    Map<String, String> missing = new LinkedHashMap<>();
    List<RetrievalSystem> systems = new ArrayList<>();
    for (RetrievalSystem system : options.systems()) {
      Optional<String> needs = embedder == null ? system.needs() : Optional.empty();
      if (needs.isPresent()) {
        missing.put(system.name(), needs.get());
      } else {
        systems.add(system);
      }
    }
    try (RunFolder kept =
            options.run() == null ? RunFolder.none() : RunFolder.open(options.run());
        Running running = new Running(dataset, systems, kept, progress)) {
      for (Dataset.Load load : dataset.loads()) {
        running.answer(
            load,
            chosen.stream().filter(question -> question.load().equals(load.name())).toList());
      }
      Map<String, Integer> order = new HashMap<>();
      chosen.forEach(question -> order.put(question.id(), order.size()));
      running.outcomes.sort(
          Comparator.comparingInt(
              outcome -> Objects.requireNonNull(order.get(outcome.question()))));
      return new Done(
          dataset,
          chosen,
          systems,
          missing,
          running.outcomes,
          running.embedded,
          running.reused);
    }
  }

  private static List<BenchQuestion> chosen(Dataset dataset, Options options) {
    List<BenchQuestion> chosen = new ArrayList<>();
    for (int i = 0; i < dataset.questions().size(); i++) {
      if (options.half().holds(i) && (options.limit() == null || chosen.size() < options.limit())) {
        chosen.add(dataset.questions().get(i));
      }
    }
    return chosen;
  }

  /// One run.
  private final class Running implements AutoCloseable {
    private final Dataset dataset;
    private final List<RetrievalSystem> systems;
    private final RunFolder kept;
    private final Progress progress;
    private final Loads loads;
    private final @Nullable Embedder model;
    private final String program = Program.hash();
    private final List<Outcome> outcomes = new ArrayList<>();
    private @Nullable Embedded embedded;
    private long reused;

    Running(
        Dataset dataset, List<RetrievalSystem> systems, RunFolder kept, Progress progress) {
      this.dataset = dataset;
      this.systems = systems;
      this.kept = kept;
      this.progress = progress;
      Path folder = database.settings().home().resolve("evaluate");
      this.loads = new Loads(database, folder);
      this.model = embedder == null ? null : KeptVectors.in(folder, embedder);
    }

    void answer(Dataset.Load load, List<BenchQuestion> questions) {
      List<BenchQuestion> open = new ArrayList<>();
      for (BenchQuestion question : questions) {
        List<Outcome> found = systems.stream().flatMap(system -> kept(system, question)).toList();
        outcomes.addAll(found);
        reused += found.size();
        if (found.size() < systems.size()) {
          open.add(question);
        }
      }
      if (!open.isEmpty()) {
        ask(load, open);
      }
    }

    private Stream<Outcome> kept(RetrievalSystem system, BenchQuestion question) {
      return kept.find(system.name(), question.id(), inputs(system, question)).stream();
    }

    private void ask(Dataset.Load load, List<BenchQuestion> open) {
      TenantId tenant = loads.imported(dataset, load, progress);
      embed(tenant, load);
      Reader reader = new Reader(database);
      Instant latest = Asking.afterAll(reader.snapshot(tenant, Known.latest(), Snapshot::known));
      long head = reader.snapshot(tenant, Known.latest(), Snapshot::token);
      progress.at("indexing " + load.name(), 0, 1);
      try (Lease lease = index.lease(tenant, head)) {
        Answering.Load opened = new Answering.Load(lease, new Corpus(tenant), latest, model);
        for (int warm = 0; warm < WARM_UP; warm++) {
          ask(reader, opened, open.get(warm % open.size()), systems);
        }
        for (int i = 0; i < open.size(); i++) {
          BenchQuestion question = open.get(i);
          List<RetrievalSystem> todo =
              systems.stream()
                  .filter(system -> kept(system, question).findAny().isEmpty())
                  .toList();
          for (Outcome outcome : ask(reader, opened, question, todo)) {
            kept.add(outcome);
            outcomes.add(outcome);
          }
          progress.at("asking " + load.name(), i + 1L, open.size());
        }
      }
    }

    private void embed(TenantId tenant, Dataset.Load load) {
      Embedder of = model;
      if (of != null && systems.stream().anyMatch(system -> system.needs().isPresent())) {
        Embedded before = embedded == null ? new Embedded(of.model(), 0, 0) : embedded;
        embedded = before.and(loads.embedded(tenant, load, of, progress));
      }
    }

    private List<Outcome> ask(
        Reader reader,
        Answering.Load load,
        BenchQuestion question,
        List<RetrievalSystem> asked) {
      String known = question.known();
      return reader.snapshot(
          load.lease().tenant(),
          known == null
              ? Known.latest()
              : Known.stated(LocalTimes.parseKnown(known, ZoneOffset.UTC, true)),
          snapshot ->
              new Answering(load, question, snapshot)
                  .answers(asked, system -> inputs(system, question)));
    }

    private String inputs(RetrievalSystem system, BenchQuestion question) {
      Embedder of = system.needs().isPresent() ? model : null;
      return Dataset.hash(
              String.join(
                  "\n",
                  dataset.hash(),
                  program,
                  system.toString(),
                  of == null ? "" : of.model(),
                  question.source()))
          .substring(0, INPUTS_DIGITS);
    }

    @Override
    public void close() {
      if (model != null) {
        model.close();
      }
    }
  }
}
