package dev.asof.cite;

import dev.asof.history.Citation;
import dev.asof.history.Span;
import dev.asof.id.SourceId;
import dev.asof.time.ValidityState;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What is believed of a section beside what applies at a point: a belief about the document, or an
/// override that gives way to others, applies to the section only as far as these leave it.
final class Beside {
  private Beside() {}

  /// The overrides that go before a belief about the document in the lane.
  static List<Passages.SectionBelief> before(
      ValidityState lane, SourceId source, String scope, List<Passages.SectionBelief> all) {
    return of(source, scope, all).filter(other -> other.lane().compareTo(lane) <= 0).toList();
  }

  /// Those that go before an override: of a stronger lane, and stated ones before an implied one.
  static List<Passages.SectionBelief> before(
      Passages.SectionBelief override, List<Passages.SectionBelief> all) {
    return of(override.source(), override.scope(), all)
        .filter(other ->
            other.lane().compareTo(override.lane()) < 0
                || (other.lane() == override.lane() && override.implied() && !other.implied()))
        .toList();
  }

  private static Stream<Passages.SectionBelief> of(
      SourceId source, String scope, List<Passages.SectionBelief> all) {
    return all.stream()
        .filter(other -> other.source().equals(source) && other.scope().equals(scope));
  }

  /// `found`, cited for the part of its range around `about` that none of `stronger` takes; none of
  /// them applies at `about`.
  static Verified cut(Verified found, Instant about, List<Passages.SectionBelief> stronger) {
    Citation cited = found.citation();
    Instant from = cited.valid().from();
    Instant to = cited.valid().to();
    for (Passages.SectionBelief other : stronger) {
      Instant end = other.valid().toOrNull();
      Instant start = other.valid().fromOrNull();
      if (end != null && !end.isAfter(about)) {
        from = from == null || from.isBefore(end) ? end : from;
      } else if (start != null && start.isAfter(about)) {
        to = to == null || to.isAfter(start) ? start : to;
      }
    }
    Span part = new Span(from, to);
    return part.equals(cited.valid())
        ? found
        : new Verified(
            found.source(), cited.during(part), found.absent(), beside(part, cited, stronger));
  }

  private static List<String> beside(
      Span part, Citation cited, List<Passages.SectionBelief> stronger) {
    return stronger.stream()
        .filter(other ->
            isCutBy(part.from(), cited.valid().from(), other.valid().toOrNull())
                || isCutBy(part.to(), cited.valid().to(), other.valid().fromOrNull()))
        .map(Passages.SectionBelief::sentence)
        .toList();
  }

  private static boolean isCutBy(
      @Nullable Instant edge, @Nullable Instant before, @Nullable Instant other) {
    return edge != null && !edge.equals(before) && edge.equals(other);
  }
}
