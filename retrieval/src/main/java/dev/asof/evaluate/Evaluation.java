package dev.asof.evaluate;

import dev.asof.ask.AnswerCache;
import dev.asof.ask.Ask;
import dev.asof.ask.Models;
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
/// The corpus goes into tenants of its own, one for each load, and each into an index of its own,
/// so that no figure depends on what else is in the home. Where a system needs vectors, they are
/// made first. Latency is that of the searches and the ranking of a system; what the database says
/// about the times of passages is read before.
public final class Evaluation {
  private static final int INPUTS_DIGITS = 24;

  /// Asked before anything is timed, so that the first system does not pay for what the machine has
  /// to load.
  private static final int WARM_UP = 3;

  private final Database database;
  private final @Nullable Embedder embedder;

  /// @param embedder null: systems that need vectors are left out, and named
  public Evaluation(Database database, @Nullable Embedder embedder) {
    this.database = database;
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
  /// @param corpus what the questions were asked of
  /// @param reused answers that were taken from the run's folder
  public record Done(
      Dataset dataset,
      List<BenchQuestion> questions,
      List<RetrievalSystem> systems,
      Map<String, String> missing,
      List<Outcome> outcomes,
      Searched corpus,
      long reused) {}

  /// What was searched, over all loads that were asked of.
  ///
  /// @param timeless nothing but words in the texts tells the time of one from that of another, so
  ///   that every order of time has to leave the order of the words as it is
  /// @param model that made the vectors; null: no system needs any
  /// @param passages that may be found
  /// @param withVector those of them that have a vector: not those in languages that the model does
  ///   not cover
  public record Searched(
      boolean timeless, @Nullable String model, long passages, long withVector) {}

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
    try (RunFolder kept = options.run() == null ? RunFolder.none() : RunFolder.open(options.run());
        Running running = new Running(dataset, systems, kept, progress)) {
      for (Dataset.Load load : dataset.loads()) {
        running.answer(
            load, chosen.stream().filter(question -> question.load().equals(load.name())).toList());
      }
      Map<String, Integer> order = new HashMap<>();
      chosen.forEach(question -> order.put(question.id(), order.size()));
      running.outcomes.sort(
          Comparator.comparingInt(
              outcome -> Objects.requireNonNull(order.get(outcome.question()))));
      return new Done(
          dataset, chosen, systems, missing, running.outcomes, running.searched(), running.reused);
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
    private final List<RunFolder.Loaded> loaded = new ArrayList<>();
    private long reused;

    Running(Dataset dataset, List<RetrievalSystem> systems, RunFolder kept, Progress progress) {
      this.dataset = dataset;
      this.systems = systems;
      this.kept = kept;
      this.progress = progress;
      Path folder = database.settings().home().resolve("evaluate");
      this.loads = new Loads(database, folder);
      this.model =
          embedder != null && systems.stream().anyMatch(system -> system.needs().isPresent())
              ? KeptVectors.in(folder, embedder)
              : null;
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
      if (!questions.isEmpty()) {
        Optional<RunFolder.Loaded> known = kept.load(inputs(load));
        if (!open.isEmpty() || known.isEmpty()) {
          loaded.add(ask(load, open));
        } else {
          loaded.add(known.get());
        }
      }
    }

    private Stream<Outcome> kept(RetrievalSystem system, BenchQuestion question) {
      return kept.find(system.name(), question.id(), inputs(system, question)).stream();
    }

    private RunFolder.Loaded ask(Dataset.Load load, List<BenchQuestion> open) {
      TenantId tenant = loads.imported(dataset, load, progress);
      Embeddings.Standing standing = loads.embedded(tenant, load, model, progress);
      Reader reader = new Reader(database);
      Instant latest = Asking.afterAll(reader.snapshot(tenant, Known.latest(), Snapshot::known));
      long head = reader.snapshot(tenant, Known.latest(), Snapshot::token);
      progress.at("indexing " + load.name(), 0, 1);
      try (PassageIndex index = loads.index(dataset, load, model);
          Lease lease = index.lease(tenant, head)) {
        Answering.Load opened =
            new Answering.Load(
                lease,
                new Corpus(tenant),
                latest,
                model,
                new Product(ask(index, Models.none()), tenant, latest),
                new Product(ask(index, Models.of(model)), tenant, latest));
        for (int warm = 0; warm < WARM_UP && !open.isEmpty(); warm++) {
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
      RunFolder.Loaded now =
          new RunFolder.Loaded(
              inputs(load),
              reader.snapshot(tenant, Known.latest(), Corpus::isTimeless),
              standing.passages(),
              standing.embedded());
      kept.add(now);
      return now;
    }

    /// Keeps next to nothing, so that every question is answered anew.
    private Ask ask(PassageIndex index, Models models) {
      return new Ask(database, index, models, new AnswerCache(1));
    }

    private Searched searched() {
      return new Searched(
          loaded.stream().allMatch(RunFolder.Loaded::timeless),
          model == null ? null : model.model(),
          loaded.stream().mapToLong(RunFolder.Loaded::passages).sum(),
          loaded.stream().mapToLong(RunFolder.Loaded::withVector).sum());
    }

    private List<Outcome> ask(
        Reader reader, Answering.Load load, BenchQuestion question, List<RetrievalSystem> asked) {
      Map<RetrievalSystem, Product.Answer> answers = load.products(question, asked);
      String known = question.known();
      return reader.snapshot(
          load.lease().tenant(),
          known == null
              ? Known.latest()
              : Known.stated(LocalTimes.parseKnown(known, ZoneOffset.UTC, true)),
          snapshot ->
              new Answering(load, question, snapshot, answers)
                  .answers(asked, system -> inputs(system, question)));
    }

    private String inputs(RetrievalSystem system, BenchQuestion question) {
      return inputs(
          system.needs().isPresent() ? model : null, system.toString(), question.source());
    }

    private String inputs(Dataset.Load load) {
      return inputs(model, "load", load.name());
    }

    private String inputs(@Nullable Embedder of, String... what) {
      return Dataset.hash(
              String.join(
                  "\n",
                  dataset.hash(),
                  program,
                  of == null ? "" : of.model(),
                  String.join("\n", what)))
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
