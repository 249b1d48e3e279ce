package dev.asof.evaluate;

import dev.asof.eligible.Eligibility;
import dev.asof.eligible.StatePolicy;
import dev.asof.eligible.Tier;
import dev.asof.evaluate.RetrievalSystem.Admits;
import dev.asof.id.DocumentId;
import dev.asof.index.Lease;
import dev.asof.index.PassageId;
import dev.asof.rank.Leg;
import dev.asof.rank.Lexical;
import dev.asof.rank.Question;
import dev.asof.rank.Ranked;
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
  private final @Nullable VectorSearch vectors;
  private final Map<Wanted, Made> made = new HashMap<>();

  private record Wanted(Admits admits, boolean vector, boolean names, int pool) {}

  /// @param found the places of passages, and how many names of the question each belongs to
  record Made(Map<PassageId, Place> found, long nanos) {}

  record Place(Leg leg, int named) {}

  /// @param latest a time of knowing after everything that was recorded
  Searches(
      Lease lease,
      BenchQuestion asked,
      Asking asking,
      Instant latest,
      Set<DocumentId> hidden,
      @Nullable VectorSearch vectors) {
    this.lease = lease;
    this.asked = asked;
    this.asking = asking;
    this.latest = latest;
    this.hidden = hidden;
    this.vectors = vectors;
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
    long start = System.nanoTime();
    Map<PassageId, Place> found = new LinkedHashMap<>();
    for (Query filter : filters(wanted.admits())) {
      if (wanted.vector()) {
        near(filter, wanted.pool(), found);
      } else {
        words(filter, wanted, found);
      }
    }
    Made now = new Made(found, System.nanoTime() - start);
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

  private void near(Query filter, int pool, Map<PassageId, Place> found) {
    VectorSearch search = vectors;
    if (search == null) {
      throw new IllegalStateException("a vector search without a model");
    }
    int rank = 0;
    for (VectorSearch.Near hit : search.nearest(lease, asked.question(), filter, pool)) {
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
