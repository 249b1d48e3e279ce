package dev.asof.eligible;

import dev.asof.id.DocumentId;
import dev.asof.id.SourceId;
import dev.asof.id.TenantId;
import dev.asof.index.PassageFields;
import dev.asof.index.Rectangle;
import dev.asof.time.BitemporalPoint;
import dev.asof.time.State;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Query;

/// What may be ranked. Exact: what it admits is in force at its point and seen by the caller, so
/// that nothing has to be dropped after ranking.
///
/// @param points at least one; several where a date is another instant in the zones of other
///   sources
/// @param sources only what one of these says; empty: all
/// @param documents only passages of one of these; empty: all
/// @param hidden no passages of these, which the caller may not see now
public record Eligibility(
    TenantId tenant,
    List<At> points,
    StatePolicy states,
    Set<SourceId> sources,
    Set<DocumentId> documents,
    Set<DocumentId> hidden) {

  /// A time and the sources it is asked of.
  ///
  /// @param about in force at any instant of it; a point is a range of one microsecond
  /// @param sources empty: all
  public record At(TimeRange about, Instant known, Set<SourceId> sources) {
    public At {
      sources = Set.copyOf(sources);
    }

    public At(BitemporalPoint point, Set<SourceId> sources) {
      this(TimeRange.at(point.about()), point.known(), sources);
    }

    /// Its first point; of a range without a start, its last.
    public BitemporalPoint point() {
      return new BitemporalPoint(
          about
              .start()
              .or(() -> about.end().map(end -> end.minus(1, ChronoUnit.MICROS)))
              .orElse(known),
          known);
    }
  }

  public Eligibility {
    if (points.isEmpty()) {
      throw new IllegalArgumentException("eligibility needs a point");
    }
    points = List.copyOf(points);
    sources = Set.copyOf(sources);
    documents = Set.copyOf(documents);
    hidden = Set.copyOf(hidden);
  }

  /// The passages of one tier; empty where the policy admits none of it. Meant as a filter: it
  /// scores nothing.
  ///
  /// Presumed is how an observed belief reads beyond its last sight, which the index does not know;
  /// a policy that admits only one of the two is for the citation to carry out.
  public Optional<Query> of(Tier tier) {
    boolean asserted = states.admits(State.ASSERTED);
    boolean observed = states.admits(State.OBSERVED) || states.admits(State.PRESUMED);
    return switch (tier) {
      case IN_FORCE ->
          asserted || observed
              ? Optional.of(
                  between(
                      asserted ? ValidityState.ASSERTED : ValidityState.OBSERVED,
                      observed ? ValidityState.OBSERVED : ValidityState.ASSERTED))
              : Optional.empty();
      case UNKNOWN ->
          states.admits(State.UNKNOWN)
              ? Optional.of(between(ValidityState.UNKNOWN, ValidityState.UNKNOWN))
              : Optional.empty();
    };
  }

  /// The same question about one document.
  public Eligibility ofDocument(DocumentId document) {
    return new Eligibility(tenant, points, states, sources, Set.of(document), hidden);
  }

  private Query between(ValidityState strongest, ValidityState weakest) {
    BooleanQuery.Builder during = new BooleanQuery.Builder();
    for (At at : points) {
      TimeRange about = at.about();
      long known = Rectangle.micros(at.known());
      Set<SourceId> asked = asked(at);
      if (asked.isEmpty() && at.sources().isEmpty()) {
        during.add(
            PassageFields.inForce(about, known, strongest, weakest), BooleanClause.Occur.SHOULD);
      }
      for (SourceId source : asked) {
        during.add(
            PassageFields.inForce(about, known, source, strongest, weakest),
            BooleanClause.Occur.SHOULD);
      }
    }
    return within(during.build());
  }

  /// The sources asked at a point; empty: all, or none where the point itself is of other sources.
  private Set<SourceId> asked(At at) {
    if (sources.isEmpty()) {
      return at.sources();
    }
    return at.sources().isEmpty()
        ? sources
        : Set.copyOf(at.sources().stream().filter(sources::contains).toList());
  }

  /// Passages that were believed at the same system time to apply at whatever valid time: among
  /// them are the neighbours of a gap.
  public Query atAnyValidTime() {
    BooleanQuery.Builder believed = new BooleanQuery.Builder();
    long known = Rectangle.micros(points.getFirst().known());
    if (sources.isEmpty()) {
      believed.add(PassageFields.believed(known), BooleanClause.Occur.SHOULD);
    }
    for (SourceId source : sources) {
      believed.add(PassageFields.believed(known, source), BooleanClause.Occur.SHOULD);
    }
    return within(believed.build());
  }

  private Query within(Query during) {
    BooleanQuery.Builder all =
        new BooleanQuery.Builder()
            .add(PassageFields.ofTenant(tenant), BooleanClause.Occur.FILTER)
            .add(during, BooleanClause.Occur.FILTER);
    if (!documents.isEmpty()) {
      BooleanQuery.Builder any = new BooleanQuery.Builder();
      documents.forEach(document ->
          any.add(PassageFields.ofDocument(tenant, document), BooleanClause.Occur.SHOULD));
      all.add(any.build(), BooleanClause.Occur.FILTER);
    }
    return seen(all, hidden).build();
  }

  /// Every passage of the tenant that the caller may see, whatever applies.
  public static Query everything(TenantId tenant, Set<DocumentId> hidden) {
    return seen(
            new BooleanQuery.Builder()
                .add(PassageFields.ofTenant(tenant), BooleanClause.Occur.FILTER),
            hidden)
        .build();
  }

  private static BooleanQuery.Builder seen(BooleanQuery.Builder all, Set<DocumentId> hidden) {
    if (!hidden.isEmpty()) {
      all.add(PassageFields.ofDocuments(hidden), BooleanClause.Occur.MUST_NOT);
    }
    return all;
  }
}
