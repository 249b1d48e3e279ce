package dev.asof.cite;

import dev.asof.history.Citation;
import dev.asof.history.Notice;
import dev.asof.history.Snapshot;
import dev.asof.id.DocumentId;
import dev.asof.id.SourceId;
import dev.asof.index.PassageId;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeInput;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Verifies over a range of valid time: at its first instant, and wherever a belief about the
/// document of the passage begins or ends inside it. Between two of these instants nothing changes,
/// so nothing in the range is missed.
public final class RangeVerifier implements Verification {
  private final Snapshot snapshot;
  private final Map<SourceId, TimeRange> ranges;
  private final TimeRange whole;
  private final Passages passages;
  private final Map<Instant, Verifier> verifiers = new TreeMap<>();
  private final Map<DocumentId, NavigableSet<Instant>> instants = new LinkedHashMap<>();

  /// @param ranges what is asked of each source: the days of one range are not the same instants in
  ///   every zone
  /// @param whole holds all of them
  public RangeVerifier(Snapshot snapshot, Map<SourceId, TimeRange> ranges, TimeRange whole) {
    this.snapshot = snapshot;
    this.ranges = Map.copyOf(ranges);
    this.whole = whole;
    this.passages = new Passages(snapshot.sql(), snapshot.tenant());
  }

  @Override
  public void load(Collection<DocumentId> documents) {
    Set<DocumentId> missing = new LinkedHashSet<>(documents);
    missing.removeAll(instants.keySet());
    if (missing.isEmpty()) {
      return;
    }
    Map<DocumentId, NavigableSet<Instant>> changes =
        passages.changes(missing, snapshot.known(), whole);
    Map<Instant, List<DocumentId>> byInstant = new TreeMap<>();
    for (DocumentId document : missing) {
      NavigableSet<Instant> own = changes.getOrDefault(document, new TreeSet<>());
      own.add(first(own));
      ranges.values().forEach(range -> range.start().ifPresent(own::add));
      instants.put(document, own);
      own.forEach(
          instant -> byInstant.computeIfAbsent(instant, none -> new ArrayList<>()).add(document));
    }
    byInstant.forEach((instant, changing) -> at(instant).load(changing));
  }

  /// The first instant of the range, or one before anything changes in it.
  private Instant first(NavigableSet<Instant> changes) {
    return whole
        .start()
        .orElseGet(() ->
            changes.isEmpty()
                ? whole.end().map(RangeVerifier::before).orElse(snapshot.known())
                : before(changes.first()));
  }

  private static Instant before(Instant instant) {
    return instant.minus(1, ChronoUnit.MICROS);
  }

  private Verifier at(Instant instant) {
    return verifiers.computeIfAbsent(
        instant, about -> new Verifier(snapshot, new TimeInput.Moment(StatedTime.of(about))));
  }

  private NavigableSet<Instant> of(DocumentId document) {
    return Objects.requireNonNull(instants.get(document), "looked up before");
  }

  @Override
  public Map<PassageId, List<Verified>> verify(List<PassageId> hits) {
    load(hits.stream().map(PassageId::document).toList());
    Map<Instant, List<PassageId>> byInstant = new TreeMap<>();
    Map<PassageId, List<Verified>> verified = new LinkedHashMap<>();
    for (PassageId hit : hits) {
      verified.put(hit, new ArrayList<>());
      of(hit.document())
          .forEach(
              instant -> byInstant.computeIfAbsent(instant, none -> new ArrayList<>()).add(hit));
    }
    byInstant.forEach((instant, asked) ->
        at(instant)
            .verify(asked)
            .forEach((hit, found) ->
                found.stream()
                    .filter(one -> isAsked(one, instant))
                    .forEach(one -> add(Objects.requireNonNull(verified.get(hit)), one))));
    return verified;
  }

  private boolean isAsked(Verified found, Instant instant) {
    TimeRange range = ranges.get(found.source().id());
    return range != null && range.contains(instant);
  }

  /// A belief that goes on is cited once, as it reads where it is first met.
  private static void add(List<Verified> held, Verified found) {
    Citation citation = found.citation();
    if (held.stream()
        .noneMatch(other ->
            other.source().equals(found.source())
                && other.citation().scope().equals(citation.scope())
                && other.citation().statement() == citation.statement()
                && other.citation().valid().equals(citation.valid())
                && Objects.equals(other.citation().version(), citation.version()))) {
      held.add(found);
    }
  }

  @Override
  public boolean holdsText(DocumentId document) {
    return of(document).stream().anyMatch(instant -> at(instant).holdsText(document));
  }

  @Override
  public List<Notice> noticesOf(DocumentId document) {
    NavigableSet<Instant> own = instants.get(document);
    return own == null
        ? List.of()
        : own.stream()
            .flatMap(instant -> at(instant).noticesOf(document).stream())
            .distinct()
            .toList();
  }

  @Override
  public List<Notice> gap(DocumentId document) {
    load(List.of(document));
    return holdsText(document) ? List.of() : at(of(document).first()).gap(document);
  }
}
