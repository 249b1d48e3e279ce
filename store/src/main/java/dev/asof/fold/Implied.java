package dev.asof.fold;

import dev.asof.id.SectionId;
import dev.asof.id.StatementId;
import dev.asof.id.VersionId;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;

/// Dates inside a version to overrides of its sections, given the beliefs of the lane.
///
/// A section's own start after its version's: not in force before it. A stated end before the
/// version's: not in force after it. A stated end after the version's: the text goes on to its end,
/// over plain gaps too, except where another version has the section itself or the source holds
/// that nothing applies. A start before the version's is provenance and changes nothing.
public final class Implied {
  private Implied() {}

  /// @param dates the dates that the sections of a version state; empty for most versions
  /// @param hasSection whether a version's manifest holds a section
  public static List<SectionOverride> overrides(
      List<Belief> beliefs,
      Function<VersionId, List<SectionDates>> dates,
      BiPredicate<VersionId, SectionId> hasSection) {
    Map<SectionId, List<Belief>> bySection = new LinkedHashMap<>();
    for (Belief belief : beliefs) {
      if (belief.by().holding() instanceof Holding.Text text) {
        for (SectionDates dated : dates.apply(text.version())) {
          List<Belief> pieces = bySection.getOrDefault(dated.section(), List.of());
          for (Piece piece : absences(belief, dated)) {
            pieces = Fold.append(pieces, piece.asStatement(belief));
          }
          bySection.put(dated.section(), pieces);
        }
      }
    }
    for (Belief belief : beliefs) {
      if (belief.by().holding() instanceof Holding.Text text) {
        for (SectionDates dated : dates.apply(text.version())) {
          List<Belief> pieces = bySection.getOrDefault(dated.section(), List.of());
          for (TimeRange free : outlasting(belief, dated, beliefs, hasSection)) {
            pieces = Fold.append(pieces, new Piece(free, text).asStatement(belief));
          }
          bySection.put(dated.section(), pieces);
        }
      }
    }
    List<SectionOverride> overrides = new ArrayList<>();
    bySection.forEach((section, pieces) ->
        pieces.forEach(piece ->
            overrides.add(
                new SectionOverride(
                    section, piece.during(), piece.by().holding(), piece.by().id()))));
    return overrides;
  }

  private record Piece(TimeRange during, Holding holding) {
    Statement asStatement(Belief belief) {
      StatementId by = belief.by().id();
      return new Statement(by, Effect.REPLACES, holding, during, false, null);
    }
  }

  private static List<Piece> absences(Belief belief, SectionDates dated) {
    List<Piece> pieces = new ArrayList<>();
    Instant from = dated.from();
    if (from != null) {
      belief
          .during()
          .before(from)
          .ifPresent(early -> pieces.add(new Piece(early, new Holding.Nothing(Why.NOT_STARTED))));
    }
    Instant to = dated.to();
    if (to != null) {
      belief
          .during()
          .onwardFrom(to)
          .ifPresent(late -> pieces.add(new Piece(late, new Holding.Nothing(Why.ENDED))));
    }
    return pieces;
  }

  private static List<TimeRange> outlasting(
      Belief belief,
      SectionDates dated,
      List<Belief> beliefs,
      BiPredicate<VersionId, SectionId> hasSection) {
    Instant to = dated.to();
    Optional<Instant> end = belief.during().end();
    if (to == null || end.isEmpty() || !end.get().isBefore(to)) {
      return List.of();
    }
    List<TimeRange> free = new ArrayList<>(List.of(TimeRange.between(end.get(), to)));
    for (Belief other : beliefs) {
      if (!(other.by().holding() instanceof Holding.Text text)
          || hasSection.test(text.version(), dated.section())) {
        List<TimeRange> rest = new ArrayList<>();
        for (TimeRange range : free) {
          if (!range.overlaps(other.during())) {
            rest.add(range);
          } else {
            other.during().start().flatMap(range::before).ifPresent(rest::add);
            other.during().end().flatMap(range::onwardFrom).ifPresent(rest::add);
          }
        }
        free = rest;
      }
    }
    return free;
  }
}
