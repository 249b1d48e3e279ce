package dev.asof.evaluate;

import dev.asof.eligible.Eligibility;
import dev.asof.eligible.Tier;
import dev.asof.index.PassageId;
import dev.asof.index.PassageTimes;
import dev.asof.rank.Candidate;
import dev.asof.rank.Leg;
import dev.asof.time.BitemporalPoint;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Makes candidates of passages, in force at the point or not.
///
/// A text may be in force in several ranges. The one that a ranker is told is the one that holds
/// the point; a text that is of unknown validity there is told as such; else, of the ranges
/// believed at the time of knowing, the nearest to the time asked about; else the nearest of those
/// believed today. A text that was never in force is of unknown validity.
final class Candidates {
  private final List<Eligibility.At> points;
  private final Function<PassageId, Corpus.Facts> facts;
  private final Function<PassageId, List<TimeRange>> mentions;

  /// @param mentions the times that a passage mentions
  Candidates(
      Asking asking,
      Function<PassageId, Corpus.Facts> facts,
      Function<PassageId, List<TimeRange>> mentions) {
    this.points = asking.points();
    this.facts = facts;
    this.mentions = mentions;
  }

  /// @param blind for a method that knows no time: every passage is as good as in force
  /// @param weighsMentions whether the times that a text mentions are looked at in a tier
  Candidate of(
      PassageId passage,
      int named,
      @Nullable Leg lexical,
      @Nullable Leg vector,
      boolean blind,
      Predicate<Tier> weighsMentions) {
    Corpus.Facts of = facts.apply(passage);
    Instant inserted = inserted(of, passage);
    if (blind) {
      return new Candidate(
          passage,
          named,
          lexical,
          vector,
          TimeRange.always(),
          TimeRange.always(),
          null,
          inserted,
          List.of());
    }
    PassageTimes.Held held = chosen(of.times(passage));
    boolean unknown = held == null || held.state() == ValidityState.UNKNOWN;
    return new Candidate(
        passage,
        named,
        lexical,
        vector,
        held == null || unknown ? null : held.valid(),
        held == null ? TimeRange.from(inserted) : held.system(),
        held != null && held.state() == ValidityState.OBSERVED ? unseen(of, passage) : null,
        inserted,
        weighsMentions.test(unknown ? Tier.UNKNOWN : Tier.IN_FORCE)
            ? mentions.apply(passage)
            : List.of());
  }

  static Instant inserted(Corpus.Facts of, PassageId passage) {
    return of.holders(passage).stream()
        .map(Corpus.Version::recorded)
        .min(Comparator.naturalOrder())
        .orElse(TimeRange.LATEST);
  }

  /// In force at one of the points.
  static boolean isInForce(List<Eligibility.At> points, List<PassageTimes.Held> times) {
    return times.stream()
        .anyMatch(held -> held.state() != ValidityState.UNKNOWN && holdsOne(points, held));
  }

  /// In force, or of unknown validity and known by then.
  static boolean isApplicable(List<Eligibility.At> points, List<PassageTimes.Held> times) {
    return times.stream().anyMatch(held -> holdsOne(points, held));
  }

  private static boolean holdsOne(List<Eligibility.At> points, PassageTimes.Held held) {
    return points.stream()
        .anyMatch(at ->
            (at.sources().isEmpty() || at.sources().contains(held.source()))
                && held.valid().contains(at.point().about())
                && held.system().contains(at.point().known()));
  }

  private PassageTimes.@Nullable Held chosen(List<PassageTimes.Held> times) {
    List<PassageTimes.Held> dated =
        times.stream().filter(held -> held.state() != ValidityState.UNKNOWN).toList();
    Instant known = points.getFirst().point().known();
    return dated.stream()
        .filter(held -> holdsOne(points, held))
        .findFirst()
        .or(() -> times.stream().filter(held -> holdsOne(points, held)).findFirst())
        .or(() -> nearest(dated, held -> held.system().contains(known)))
        .or(() -> nearest(dated, held -> held.system().isEndUnbounded()))
        .or(() -> nearest(dated, held -> true))
        .or(() -> times.stream().filter(held -> held.system().contains(known)).findFirst())
        .or(() -> times.stream().findFirst())
        .orElse(null);
  }

  private Optional<PassageTimes.Held> nearest(
      List<PassageTimes.Held> times, Predicate<PassageTimes.Held> of) {
    BitemporalPoint point = points.getFirst().point();
    return times.stream()
        .filter(of)
        .min(Comparator.comparing(held -> distance(point.about(), held.valid())));
  }

  private static Duration distance(Instant point, TimeRange range) {
    if (range.contains(point)) {
      return Duration.ZERO;
    }
    return range
        .start()
        .filter(start -> start.isAfter(point))
        .map(start -> Duration.between(point, start))
        .or(() -> range.end().map(end -> Duration.between(end, point)))
        .orElse(Duration.ZERO);
  }

  /// From the point to the nearest sight known by then, of a version that holds the text; zero
  /// between two sights.
  private Duration unseen(Corpus.Facts of, PassageId passage) {
    BitemporalPoint point = points.getFirst().point();
    Set<Object> holders =
        of.holders(passage).stream().map(Corpus.Version::id).collect(Collectors.toSet());
    Duration before = null;
    Duration after = null;
    for (Corpus.Look look : of.looks()) {
      if (!holders.contains(look.version()) || look.recorded().isAfter(point.known())) {
        continue;
      }
      if (look.looked().isAfter(point.about())) {
        after = after == null ? Duration.between(point.about(), look.looked()) : after;
      } else {
        before = Duration.between(look.looked(), point.about());
      }
    }
    if (before == null) {
      return after == null ? Duration.ZERO : after;
    }
    return after == null ? before : Duration.ZERO;
  }
}
