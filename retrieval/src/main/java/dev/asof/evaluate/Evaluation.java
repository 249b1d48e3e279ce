package dev.asof.evaluate;

import dev.asof.cite.Passages;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.Known;
import dev.asof.history.Reader;
import dev.asof.history.Snapshot;
import dev.asof.id.DocumentId;
import dev.asof.id.TenantId;
import dev.asof.index.Lease;
import dev.asof.index.PassageId;
import dev.asof.index.PassageIndex;
import dev.asof.ledger.Sha256;
import dev.asof.rank.Candidate;
import dev.asof.rank.Ranker;
import dev.asof.rank.Rankers;
import dev.asof.schema.Database;
import dev.asof.time.LocalTimes;
import dev.asof.write.Importer;
import dev.asof.write.Intent;
import dev.asof.write.Store;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/// Asks every question of every system on the same snapshot of the same index.
///
/// The corpus goes into tenants of its own, one for each load, whose names carry its hash, so that
/// it is imported once. Latency is that of the searches and the ranking of a system; what the
/// database says about the times of passages is read before.
public final class Evaluation {
  private static final int HASH_DIGITS = 12;

  /// Asked before anything is timed, so that the first system does not pay for what the machine has
  /// to load.
  private static final int WARM_UP = 3;

  private final Database database;
  private final PassageIndex index;
  private final @Nullable VectorSearch vectors;

  /// @param vectors null: systems that need vectors are left out, and named
  public Evaluation(Database database, PassageIndex index, @Nullable VectorSearch vectors) {
    this.database = database;
    this.index = index;
    this.vectors = vectors;
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
  /// @param reused answers that were taken from the run's folder
  public record Done(
      Dataset dataset,
      List<BenchQuestion> questions,
      List<RetrievalSystem> systems,
      Map<String, String> missing,
      List<Outcome> outcomes,
      long reused) {}

  public Done run(Dataset dataset, Options options, Progress progress) {
    List<BenchQuestion> chosen = new ArrayList<>();
    for (int i = 0; i < dataset.questions().size(); i++) {
      if (options.half().holds(i) && (options.limit() == null || chosen.size() < options.limit())) {
        chosen.add(dataset.questions().get(i));
      }
    }
    Map<String, String> missing = new LinkedHashMap<>();
    List<RetrievalSystem> systems = new ArrayList<>();
    for (RetrievalSystem system : options.systems()) {
      Optional<String> needs = vectors == null ? system.needs() : Optional.empty();
      if (needs.isPresent()) {
        missing.put(system.name(), needs.get());
      } else {
        systems.add(system);
      }
    }
    Map<String, Integer> order = new HashMap<>();
    chosen.forEach(question -> order.put(question.id(), order.size()));
    List<Outcome> outcomes = new ArrayList<>();
    long reused = 0;
    try (RunFolder kept =
        options.run() == null ? RunFolder.none() : RunFolder.open(options.run())) {
      for (Dataset.Load load : dataset.loads()) {
        List<BenchQuestion> ofLoad =
            chosen.stream().filter(question -> question.load().equals(load.name())).toList();
        if (!ofLoad.isEmpty()) {
          reused += run(dataset, load, ofLoad, systems, kept, outcomes, progress);
        }
      }
    }
    outcomes.sort(
        java.util.Comparator.comparingInt(
            outcome -> Objects.requireNonNull(order.get(outcome.question()))));
    return new Done(dataset, chosen, systems, missing, outcomes, reused);
  }

  private long run(
      Dataset dataset,
      Dataset.Load load,
      List<BenchQuestion> questions,
      List<RetrievalSystem> systems,
      RunFolder kept,
      List<Outcome> outcomes,
      Progress progress) {
    String program = program();
    List<BenchQuestion> open = new ArrayList<>();
    long reused = 0;
    for (BenchQuestion question : questions) {
      List<Outcome> found = new ArrayList<>();
      for (RetrievalSystem system : systems) {
        kept.find(system.name(), question.id(), inputs(dataset, program, system, question))
            .ifPresent(found::add);
      }
      outcomes.addAll(found);
      reused += found.size();
      if (found.size() < systems.size()) {
        open.add(question);
      }
    }
    if (open.isEmpty()) {
      return reused;
    }
    TenantId tenant = imported(dataset, load, progress);
    Reader reader = new Reader(database);
    Instant latest = Asking.afterAll(reader.snapshot(tenant, Known.latest(), Snapshot::known));
    long head = reader.snapshot(tenant, Known.latest(), Snapshot::token);
    progress.at("indexing " + load.name(), 0, 1);
    try (Lease lease = index.lease(tenant, head)) {
      Corpus corpus = new Corpus(tenant);
      for (int warm = 0; warm < WARM_UP; warm++) {
        BenchQuestion question = open.get(warm % open.size());
        ask(reader, lease, corpus, latest, question, systems, system -> "");
      }
      for (int i = 0; i < open.size(); i++) {
        BenchQuestion question = open.get(i);
        List<RetrievalSystem> todo =
            systems.stream()
                .filter(system ->
                    kept.find(
                            system.name(),
                            question.id(),
                            inputs(dataset, program, system, question))
                        .isEmpty())
                .toList();
        for (Outcome outcome :
            ask(
                reader,
                lease,
                corpus,
                latest,
                question,
                todo,
                system -> inputs(dataset, program, system, question))) {
          kept.add(outcome);
          outcomes.add(outcome);
        }
        progress.at("asking " + load.name(), i + 1L, open.size());
      }
    }
    return reused;
  }

  private List<Outcome> ask(
      Reader reader,
      Lease lease,
      Corpus corpus,
      Instant latest,
      BenchQuestion question,
      List<RetrievalSystem> systems,
      java.util.function.Function<RetrievalSystem, String> inputs) {
    String known = question.known();
    return reader.snapshot(
        lease.tenant(),
        known == null
            ? Known.latest()
            : Known.stated(LocalTimes.parseKnown(known, ZoneOffset.UTC, true)),
        snapshot ->
            new Answering(lease, corpus, latest, question, snapshot).answers(systems, inputs));
  }

  /// One question in its snapshot.
  private final class Answering {
    private final Corpus corpus;
    private final BenchQuestion question;
    private final Snapshot snapshot;
    private final DSLContext sql;
    private final Asking asking;
    private final Searches searches;
    private final Candidates candidates;
    private final Map<PassageId, Passages.Words> words = new HashMap<>();
    private final Map<PassageId, Corpus.Facts> facts = new HashMap<>();

    Answering(
        Lease lease, Corpus corpus, Instant latest, BenchQuestion question, Snapshot snapshot) {
      this.corpus = corpus;
      this.question = question;
      this.snapshot = snapshot;
      this.sql = snapshot.sql();
      this.asking = Asking.of(question, snapshot);
      Set<DocumentId> hidden = new Passages(sql, snapshot.tenant()).hidden();
      this.searches = new Searches(lease, question, asking, latest, hidden, vectors);
      this.candidates =
          new Candidates(
              asking,
              passage -> Objects.requireNonNull(facts.get(passage)),
              passage -> {
                Passages.Words of = words.get(passage);
                return of == null ? "" : of.text();
              });
    }

    List<Outcome> answers(
        List<RetrievalSystem> systems,
        java.util.function.Function<RetrievalSystem, String> inputs) {
      // Searched and read first, for the clock to see only what a system does.
      Set<PassageId> found = new LinkedHashSet<>();
      for (RetrievalSystem system : systems) {
        if (system.legs().lexical()) {
          found.addAll(searches.lexical(system).found().keySet());
        }
        if (system.legs().vector()) {
          found.addAll(searches.vector(system).found().keySet());
        }
      }
      found.forEach(passage -> facts.put(passage, corpus.of(sql, passage.document())));
      words.putAll(corpus.words(sql, found));
      return systems.stream().map(system -> answer(system, inputs.apply(system))).toList();
    }

    private Outcome answer(RetrievalSystem system, String inputs) {
      long nanos = 0;
      Map<PassageId, Searches.Place> lexical = Map.of();
      Map<PassageId, Searches.Place> vector = Map.of();
      if (system.legs().lexical()) {
        lexical = searches.lexical(system).found();
        nanos += searches.lexical(system).nanos();
      }
      if (system.legs().vector()) {
        vector = searches.vector(system).found();
        nanos += searches.vector(system).nanos();
      }
      long start = System.nanoTime();
      Set<PassageId> all = new LinkedHashSet<>(lexical.keySet());
      all.addAll(vector.keySet());
      List<Candidate> pool = new ArrayList<>();
      for (PassageId passage : all) {
        Searches.Place inWords = lexical.get(passage);
        Searches.Place near = vector.get(passage);
        pool.add(
            candidates.of(
                passage,
                inWords == null ? 0 : inWords.named(),
                inWords == null ? null : inWords.leg(),
                near == null ? null : near.leg(),
                system.isBlindToTime()));
      }
      List<PassageId> best =
          ranker(system).rank(asking.inquiry(), pool).candidates().stream()
              .limit(Outcome.DEPTH)
              .map(Candidate::passage)
              .toList();
      nanos += System.nanoTime() - start;
      return judged(system, inputs, nanos, best);
    }

    private Ranker ranker(RetrievalSystem system) {
      Rankers.Means means =
          new Rankers.Means(
              passages ->
                  passages.stream()
                      .filter(words::containsKey)
                      .collect(
                          Collectors.toMap(
                              passage -> passage,
                              passage -> Objects.requireNonNull(words.get(passage)).text())),
              vectors == null ? null : vectors.embedding(),
              null,
              null);
      return new Rankers(system.settings(), means).named(system.ranker());
    }

    private Outcome judged(
        RetrievalSystem system, String inputs, long nanos, List<PassageId> best) {
      Judge judge = new Judge(question, this::bodies);
      List<Finding> findings = new ArrayList<>();
      List<Judge.Verdict> verdicts = new ArrayList<>();
      for (PassageId passage : best) {
        Corpus.Facts of = Objects.requireNonNull(facts.get(passage));
        Passages.Words text = words.get(passage);
        Judge.Verdict verdict =
            judge.judge(
                new Judge.Shown(
                    of.key(),
                    of.section(passage),
                    of.holders(passage).stream()
                        .map(Corpus.Version::label)
                        .filter(Objects::nonNull)
                        .collect(Collectors.toSet()),
                    text == null ? "" : text.text()));
        verdicts.add(verdict);
        findings.add(
            new Finding(
                of.key(),
                of.section(passage),
                passage.passage(),
                verdict.item(),
                verdict.ofDocument(),
                verdict.versionRight(),
                Candidates.isInForce(asking.points(), of.times(passage)),
                Candidates.isApplicable(asking.points(), of.times(passage)),
                question.known() != null
                    && Candidates.inserted(of, passage).isAfter(snapshot.known())));
      }
      return new Outcome(
          system.name(),
          question.id(),
          inputs,
          nanos,
          asking.askedBack(),
          Judge.coverage(question, verdicts),
          findings);
    }

    /// The words of the expected versions.
    private List<String> bodies(BenchQuestion.Item item) {
      return facts.values().stream()
          .filter(of -> of.key().equals(item.document()))
          .findFirst()
          .map(of ->
              of.versions().stream()
                  .filter(version -> item.labels().contains(version.label()))
                  .map(version -> corpus.body(sql, version.id()))
                  .toList())
          .orElse(List.of());
    }
  }

  /// The tenant of a load, imported where it is not there yet.
  private TenantId imported(Dataset dataset, Dataset.Load load, Progress progress) {
    String name =
        ("evaluate-" + dataset.name() + "-" + load.name()).replaceAll("[^\\p{L}\\p{N}-]+", "-")
            + "-"
            + dataset.hash().substring(0, HASH_DIGITS);
    TenantId tenant = new Store(database).createTenant(name);
    Path marker = database.settings().home().resolve("evaluate").resolve(name);
    if (isImported(tenant, marker)) {
      return tenant;
    }
    new Importer(database)
        .run(
            tenant,
            List.of(load.input()),
            load.options(),
            Intent.of("import", "evaluate"),
            new Importer.Progress() {
              @Override
              public LongConsumer checking(String file) {
                return lines -> progress.at("checking " + load.name(), lines, 0);
              }

              @Override
              public LongConsumer writing(long records) {
                return done -> progress.at("importing " + load.name(), done, records);
              }
            });
    try {
      Files.createDirectories(marker.getParent());
      Files.writeString(marker, standing(tenant));
    } catch (IOException e) {
      throw Lines.unreadable(marker, e);
    }
    return tenant;
  }

  /// The last transaction of the import is kept, so that an import that was stopped is gone on
  /// with, and one into another database is not taken for this one.
  private boolean isImported(TenantId tenant, Path marker) {
    try {
      return Files.exists(marker) && Files.readString(marker).equals(standing(tenant));
    } catch (IOException e) {
      throw Lines.unreadable(marker, e);
    }
  }

  private String standing(TenantId tenant) {
    return new Reader(database)
        .snapshot(
            tenant, Known.latest(), snapshot -> snapshot.token() + " " + snapshot.known() + "\n");
  }

  private String inputs(
      Dataset dataset, String program, RetrievalSystem system, BenchQuestion question) {
    return Dataset.hash(
            String.join(
                "\n",
                dataset.hash(),
                program,
                system.toString(),
                vectors == null ? "" : vectors.model(),
                question.source()))
        .substring(0, 2 * HASH_DIGITS);
  }

  /// The hash of the classes of this module: another program may answer otherwise.
  private static String program() {
    CodeSource source = Evaluation.class.getProtectionDomain().getCodeSource();
    if (source == null) {
      return "unknown";
    }
    try {
      Path at = Path.of(source.getLocation().toURI());
      if (Files.isRegularFile(at)) {
        return HexFormat.of().formatHex(Sha256.of(Files.readAllBytes(at)));
      }
      Map<String, String> classes = new TreeMap<>();
      try (Stream<Path> files = Files.walk(at)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          classes.put(
              at.relativize(file).toString(),
              HexFormat.of().formatHex(Sha256.of(Files.readAllBytes(file))));
        }
      }
      return Dataset.hash(classes.toString());
    } catch (IOException | URISyntaxException e) {
      throw new dev.asof.fault.Fault(Code.FAULT, "the program cannot read itself", e);
    }
  }
}
