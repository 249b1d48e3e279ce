package dev.asof.evaluate;

import dev.asof.eligible.Eligibility;
import dev.asof.eligible.StatePolicy;
import dev.asof.eligible.Tier;
import dev.asof.embed.Coverage;
import dev.asof.embed.Embedder;
import dev.asof.evaluate.RetrievalSystem.Admits;
import dev.asof.id.DocumentId;
import dev.asof.index.Lease;
import dev.asof.index.PassageId;
import dev.asof.rank.Leg;
import dev.asof.rank.Lexical;
import dev.asof.rank.Question;
import dev.asof.rank.Ranked;
import dev.asof.rank.VectorSearch;
import dev.asof.time.BitemporalPoint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.search.Query;
import org.jspecify.annotations.Nullable;

/// The searches for one question, each made once and shared by all systems that need it, with the
/// time it took.
final class Searches {
  private final Lease lease;
  private final BenchQuestion asked;
  private final Asking asking;
  private final Instant latest;
  private final Set<DocumentId> hidden;
  private final @Nullable Embedder embedder;
  private final Map<Wanted, Made> made = new HashMap<>();
  private float @Nullable [] vector;
  private long embedding;

  private record Wanted(Admits admits, boolean vector, boolean names, int pool) {}

  /// @param found the places of passages, and how many names of the question each belongs to
  record Made(Map<PassageId, Place> found, long nanos) {}

  record Place(Leg leg, int named) {}

  Searches(Answering.Load load, BenchQuestion asked, Asking asking, Set<DocumentId> hidden) {
    this.lease = load.lease();
    this.asked = asked;
    this.asking = asking;
    this.latest = load.latest();
    this.hidden = hidden;
    this.embedder = load.embedder();
  }

  Made lexical(RetrievalSystem system) {
    return made(new Wanted(system.admits(), false, system.names(), system.pool()));
  }

  Made vector(RetrievalSystem system) {
    return made(new Wanted(system.admits(), true, true, system.pool()));
  }

  private Made made(Wanted wanted) {
    Made before = made.get(wanted);
    if (before != null) {
      return before;
    }
    float[] question = wanted.vector() ? vector() : null;
    long start = System.nanoTime();
    Map<PassageId, Place> found = new LinkedHashMap<>();
    for (Query filter : filters(wanted.admits())) {
      if (question != null) {
        near(filter, question, wanted.pool(), found);
      } else if (!wanted.vector()) {
        words(filter, wanted, found);
      }
    }
    long nanos = System.nanoTime() - start;
    Made now = new Made(found, wanted.vector() ? nanos + embedding : nanos);
    made.put(wanted, now);
    return now;
  }

  private void words(Query filter, Wanted wanted, Map<PassageId, Place> found) {
    Question question = Question.of(asked.question());
    Question searched = wanted.names() ? question : question.withoutNames();
    int rank = 0;
    for (Ranked hit : new Lexical(lease, searched, filter).next(wanted.pool())) {
      rank++;
      found.putIfAbsent(
          hit.passage(), new Place(new Leg(rank, Math.max(0, hit.words())), hit.named()));
    }
  }

  /// Of the question, made once and counted in every search that needs it; null where the model was
  /// not made for its language.
  private float @Nullable [] vector() {
    Embedder model = embedder;
    if (model == null) {
      throw new IllegalStateException("a vector search without a model");
    }
    if (vector == null && model.covers(null, asked.question())) {
      long start = System.nanoTime();
      vector = model.question(asked.question());
      embedding = System.nanoTime() - start;
    }
    return vector;
  }

  private void near(Query filter, float[] question, int pool, Map<PassageId, Place> found) {
    Coverage coverage = new Coverage(embedder == null ? Set.of() : embedder.languages());
    int rank = 0;
    for (VectorSearch.Near hit : new VectorSearch(lease, question, filter, coverage).next(pool)) {
      rank++;
      found.putIfAbsent(hit.passage(), new Place(new Leg(rank, hit.cosine()), 0));
    }
  }

  /// One for each tier.
  private List<Query> filters(Admits admits) {
    return switch (admits) {
      case EVERYTHING -> List.of(Eligibility.everything(lease.tenant(), hidden));
      case KNOWN -> List.of(eligibility(asking.points()).atAnyValidTime());
      case VALID_TODAY ->
          tiers(
              eligibility(
                  asking.points().stream()
                      .map(at ->
                          new Eligibility.At(
                              new BitemporalPoint(at.point().about(), latest), at.sources()))
                      .toList()),
              Tier.values());
      case ELIGIBLE -> tiers(eligibility(asking.points()), Tier.values());
      case IN_FORCE -> tiers(eligibility(asking.points()), Tier.IN_FORCE);
    };
  }

  private Eligibility eligibility(List<Eligibility.At> points) {
    return new Eligibility(lease.tenant(), points, StatePolicy.DEFAULT, Set.of(), Set.of(), hidden);
  }

  private static List<Query> tiers(Eligibility eligibility, Tier... tiers) {
    List<Query> filters = new ArrayList<>();
    for (Tier tier : tiers) {
      eligibility.of(tier).ifPresent(filters::add);
    }
    return filters;
  }
}
