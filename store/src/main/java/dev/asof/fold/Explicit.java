package dev.asof.fold;

import dev.asof.id.SectionId;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Statements about single sections to overrides, given the beliefs of the lane.
///
/// The statements about a section are folded like those about a document ([Fold]). One with a
/// stated end holds to that end, also where it outlasts every version. One without ends where the
/// belief in its version ends; for a text of its own, and for "not in force", where the belief
/// about the document that holds at its start ends; where there is none it is unbounded.
public final class Explicit {
  private Explicit() {}

  /// The overrides that follow, ordered by section in order of first mention, then by valid time.
  ///
  /// @param beliefs of the lane, ordered and free of overlap
  /// @param live the live statements about sections of the lane, in order of recording
  public static List<SectionOverride> overrides(List<Belief> beliefs, List<SectionStatement> live) {
    if (live.isEmpty()) {
      return List.of();
    }
    List<Held> spans = spans(beliefs);
    Map<SectionId, List<Belief>> bySection = new LinkedHashMap<>();
    for (SectionStatement said : live) {
      List<Belief> pieces = bySection.getOrDefault(said.section(), List.of());
      bySection.put(said.section(), Fold.append(pieces, ended(said.statement(), spans)));
    }
    List<SectionOverride> overrides = new ArrayList<>();
    bySection.forEach((section, pieces) ->
        pieces.forEach(piece ->
            overrides.add(
                new SectionOverride(
                    section, piece.during(), piece.by().holding(), piece.by().id()))));
    return overrides;
  }

  /// For how long a statement about a section holds, before any other takes from it.
  public static TimeRange during(Statement statement, List<Belief> beliefs) {
    return ended(statement, spans(beliefs)).stated();
  }

  private record Held(TimeRange during, Holding holding) {}

  /// The beliefs, where neighbours that hold the same are one.
  private static List<Held> spans(List<Belief> beliefs) {
    List<Held> spans = new ArrayList<>();
    for (Belief belief : beliefs) {
      Held last = spans.isEmpty() ? null : spans.getLast();
      if (last != null
          && last.holding().equals(belief.by().holding())
          && last.during().meets(belief.during())) {
        spans.set(spans.size() - 1, new Held(last.during().span(belief.during()), last.holding()));
      } else {
        spans.add(new Held(belief.during(), belief.by().holding()));
      }
    }
    return spans;
  }

  private static Statement ended(Statement statement, List<Held> spans) {
    if (!statement.stated().isEndUnbounded()) {
      return statement;
    }
    Instant start = statement.stated().fromOrNull();
    return ownBelief(statement.holding(), start, spans)
        .or(() -> spans.stream().filter(span -> holdsAt(start, span.during())).findFirst())
        .map(span -> statement.during(TimeRange.of(start, span.during().toOrNull())))
        .orElse(statement);
  }

  /// The belief in the version that a statement names: the one that holds at its start, else the
  /// first after it.
  private static Optional<Held> ownBelief(
      Holding holding, @Nullable Instant start, List<Held> spans) {
    if (!(holding instanceof Holding.Text)) {
      return Optional.empty();
    }
    return spans.stream()
        .filter(span ->
            span.holding().equals(holding)
                && (start == null
                    || span.during().end().map(end -> end.isAfter(start)).orElse(true)))
        .findFirst();
  }

  private static boolean holdsAt(@Nullable Instant start, TimeRange during) {
    return start == null ? during.isStartUnbounded() : during.contains(start);
  }
}
