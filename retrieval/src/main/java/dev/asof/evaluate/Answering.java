package dev.asof.evaluate;

import dev.asof.cite.Hit;
import dev.asof.cite.Passages;
import dev.asof.eligible.Tier;
import dev.asof.embed.Embedder;
import dev.asof.embed.EmbeddingWork;
import dev.asof.history.Snapshot;
import dev.asof.index.Lease;
import dev.asof.index.PassageId;
import dev.asof.rank.Candidate;
import dev.asof.rank.Ranker;
import dev.asof.rank.Rankers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/// One question in its snapshot.
final class Answering {
  private final Load load;
  private final BenchQuestion question;
  private final Snapshot snapshot;
  private final DSLContext sql;
  private final Asking asking;
  private final Searches searches;
  private final Candidates candidates;
  private final Map<RetrievalSystem, Product.Answer> products;
  private final Map<PassageId, Passages.Words> words = new HashMap<>();
  private final Map<PassageId, Corpus.Facts> facts = new HashMap<>();

  /// A corpus that is open for questions.
  ///
  /// @param latest a time of knowing after everything that was recorded
  /// @param embedder of the vectors in the index; null: there are none
  /// @param words `asof ask` without vectors
  /// @param product `asof ask`
  record Load(
      Lease lease,
      Corpus corpus,
      Instant latest,
      @Nullable Embedder embedder,
      Product words,
      Product product) {

    /// What those of the systems that are `asof ask` answer.
    Map<RetrievalSystem, Product.Answer> products(
        BenchQuestion question, List<RetrievalSystem> systems) {
      Map<RetrievalSystem, Product.Answer> answers = new LinkedHashMap<>();
      for (RetrievalSystem system : systems) {
        if (system.isProduct()) {
          answers.put(system, (system.legs().vector() ? product : words).answer(question));
        }
      }
      return answers;
    }
  }

  /// @param products what was answered before
  Answering(
      Load load,
      BenchQuestion question,
      Snapshot snapshot,
      Map<RetrievalSystem, Product.Answer> products) {
    this.products = products;
    this.load = load;
    this.question = question;
    this.snapshot = snapshot;
    this.sql = snapshot.sql();
    this.asking = Asking.of(question, snapshot);
    this.searches =
        new Searches(load, question, asking, new Passages(sql, snapshot.tenant()).hidden());
    this.candidates =
        new Candidates(
            asking,
            passage -> Objects.requireNonNull(facts.get(passage)),
            passage -> {
              Passages.Words of = words.get(passage);
              return of == null ? List.of() : load.corpus().mentions(passage, of.text());
            });
  }

  List<Outcome> answers(List<RetrievalSystem> systems, Function<RetrievalSystem, String> inputs) {
    // Searched and read first, for the clock to see only what a system does.
    Set<PassageId> found = new LinkedHashSet<>();
    products.values().forEach(answer -> found.addAll(passages(answer)));
    for (RetrievalSystem system : systems) {
      if (system.isProduct()) {
        continue;
      }
      if (system.legs().lexical()) {
        found.addAll(searches.lexical(system).found().keySet());
      }
      if (system.legs().vector()) {
        found.addAll(searches.vector(system).found().keySet());
      }
    }
    found.forEach(passage -> facts.put(passage, load.corpus().of(sql, passage.document())));
    words.putAll(load.corpus().words(sql, found));
    if (systems.stream().anyMatch(this::weighsMentions)) {
      words.forEach((passage, of) -> load.corpus().mentions(passage, of.text()));
    }
    return systems.stream().map(system -> answer(system, inputs.apply(system))).toList();
  }

  private boolean weighsMentions(RetrievalSystem system) {
    return !system.isProduct() && Stream.of(Tier.values()).anyMatch(ranker(system)::weighsMentions);
  }

  private Outcome answer(RetrievalSystem system, String inputs) {
    Product.Answer product = products.get(system);
    if (product != null) {
      return judged(system, inputs, product.nanos(), product.askedBack(), passages(product));
    }
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
    if (system.embedsPassages()) {
      // Its index would hold these vectors.
      best(system, lexical, vector);
    }
    long start = System.nanoTime();
    List<PassageId> best = best(system, lexical, vector);
    nanos += System.nanoTime() - start;
    return judged(system, inputs, nanos, asking.askedBack(), best);
  }

  private List<PassageId> best(
      RetrievalSystem system,
      Map<PassageId, Searches.Place> lexical,
      Map<PassageId, Searches.Place> vector) {
    Set<PassageId> all = new LinkedHashSet<>(lexical.keySet());
    all.addAll(vector.keySet());
    Ranker ranker = ranker(system);
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
              system.isBlindToTime(),
              ranker::weighsMentions));
    }
    return ranker.rank(asking.inquiry(), pool).candidates().stream()
        .limit(Outcome.DEPTH)
        .map(Candidate::passage)
        .toList();
  }

  private Ranker ranker(RetrievalSystem system) {
    Embedder model = load.embedder();
    Rankers.Means means =
        new Rankers.Means(
            passages -> {
              Map<PassageId, String> texts = new HashMap<>();
              for (PassageId passage : passages) {
                Passages.Words of = words.get(passage);
                if (of != null) {
                  texts.put(passage, EmbeddingWork.text(of.heading(), of.text()));
                }
              }
              return texts;
            },
            model == null ? null : model::passages,
            null,
            null);
    return new Rankers(system.settings(), means).named(system.ranker());
  }

  private Outcome judged(
      RetrievalSystem system, String inputs, long nanos, boolean askedBack, List<PassageId> best) {
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
              passage.text().value(),
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
        askedBack,
        Judge.coverage(question, verdicts),
        findings);
  }

  /// What the citations of an answer name.
  private List<PassageId> passages(Product.Answer answer) {
    return answer.hits().stream()
        .map(Hit::citation)
        .map(cited -> load.corpus().passage(sql, snapshot.known(), cited))
        .toList();
  }

  /// The words of the expected versions.
  private List<String> bodies(BenchQuestion.Item item) {
    return facts.values().stream()
        .filter(of -> of.key().equals(item.document()))
        .findFirst()
        .map(of ->
            of.versions().stream()
                .filter(version -> item.labels().contains(version.label()))
                .map(version -> load.corpus().body(sql, version.id()))
                .toList())
        .orElse(List.of());
  }
}
