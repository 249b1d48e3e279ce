package dev.asof.history;

import dev.asof.id.SourceId;
import dev.asof.time.State;
import dev.asof.time.TimeInput;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Everything that was ever believed about one document, and its two cuts: along valid time as
/// known at T, along system time about V.
final class Plane {
  private Plane() {}

  /// The whole plane up to T.
  static Answer<HistoryLine> history(Snapshot snapshot, Filter filter, boolean raw) {
    DocumentKeys.Named document = DocumentKeys.require(snapshot, keyOf(filter));
    List<BeliefRow> ever = new BeliefRows(snapshot).ever(document.id(), asked(snapshot, filter));
    List<BeliefRow> rows =
        raw ? ever.stream().sorted(Coalesced.IN_ORDER).toList() : Coalesced.of(ever);
    List<SectionRow> everOfSections =
        new SectionRows(snapshot).ever(document.id(), asked(snapshot, filter));
    List<SectionRow> sections =
        raw
            ? everOfSections.stream().sorted(SectionRow.IN_ORDER).toList()
            : SectionRow.coalesced(everOfSections);
    Set<Instant> boundaries = boundaries(rows);
    boundaries.addAll(boundaries(sections.stream().map(SectionRow::row).toList()));
    Map<Instant, Recorded> recorded = Transactions.at(snapshot, boundaries);
    List<HistoryLine> lines = new ArrayList<>();
    rows.forEach(row -> lines.add(line(row, row.cited(), recorded)));
    sections.forEach(row -> lines.add(line(row.row(), row.cited(), recorded)));
    return Answer.of(snapshot, null, lines, InForce.pinned(snapshot));
  }

  private static HistoryLine line(BeliefRow row, Citation cited, Map<Instant, Recorded> recorded) {
    return new HistoryLine(
        cited,
        row.stated().operation(),
        Objects.requireNonNull(recorded.get(row.system().start().orElseThrow())),
        row.system().end().map(recorded::get).orElse(null));
  }

  private static Set<Instant> boundaries(List<BeliefRow> rows) {
    Set<Instant> boundaries = new HashSet<>();
    for (BeliefRow row : rows) {
      row.system().start().ifPresent(boundaries::add);
      row.system().end().ifPresent(boundaries::add);
    }
    return boundaries;
  }

  /// What is held at T along valid time, by source in order of authority; after what is held about
  /// the document, what is held about single sections that do not follow it.
  static Answer<Citation> timeline(Snapshot snapshot, Filter filter) {
    DocumentKeys.Named document = DocumentKeys.require(snapshot, keyOf(filter));
    Sources sources = Sources.in(snapshot);
    List<BeliefRow> rows =
        Coalesced.of(
            new BeliefRows(snapshot)
                .held(
                    List.of(document.id()),
                    null,
                    new BeliefRows.Asked(sources.named(filter.source()), filter.scope())));
    List<SectionRow> sections =
        SectionRow.coalesced(
            new SectionRows(snapshot)
                .held(
                    List.of(document.id()),
                    null,
                    new BeliefRows.Asked(sources.named(filter.source()), filter.scope())));
    List<Citation> line = new ArrayList<>();
    for (SourceAt source : sources.all()) {
      rows.stream()
          .filter(row -> row.sourceId().equals(source.id()))
          .forEach(row -> line.add(row.cited()));
      sections.stream()
          .filter(row -> row.row().sourceId().equals(source.id()))
          .forEach(row -> line.add(row.cited()));
    }
    return Answer.of(snapshot, null, line, InForce.pinned(snapshot));
  }

  /// What an entry has to say anew to be one of its own.
  private record Said(
      String source,
      String scope,
      @Nullable String section,
      State state,
      @Nullable Long version,
      @Nullable String nothing) {
    static Said of(Citation belief) {
      return new Said(
          belief.source(),
          belief.scope(),
          belief.section(),
          belief.state(),
          belief.version(),
          belief.why());
    }
  }

  /// How what was in force at V changed over system time up to T. V is read in the zones that are
  /// set at T.
  static Answer<Learned> learned(Snapshot snapshot, Filter filter, @Nullable TimeInput about) {
    DocumentKeys.Named document = DocumentKeys.require(snapshot, keyOf(filter));
    InForce inForce = InForce.at(snapshot, filter, about);
    AboutTimes times = inForce.times();
    List<BeliefRow> rows =
        new BeliefRows(snapshot)
            .ever(document.id(), asked(snapshot, filter)).stream()
                .filter(row -> row.valid().contains(times.at(row.sourceId())))
                .toList();
    List<SectionRow> sections =
        new SectionRows(snapshot)
            .ever(document.id(), asked(snapshot, filter)).stream()
                .filter(row -> row.holdsAt(times.at(row.row().sourceId())))
                .toList();
    List<Looks.Look> looks = Looks.of(snapshot, document.id());
    TreeSet<Instant> boundaries = new TreeSet<>(boundaries(rows));
    boundaries.addAll(boundaries(sections.stream().map(SectionRow::row).toList()));
    looks.stream()
        .filter(look -> rows.stream().anyMatch(row -> row.firstSeen() != null && look.shows(row)))
        .forEach(look -> boundaries.add(look.recorded()));
    Map<Instant, Recorded> recorded = Transactions.at(snapshot, boundaries);
    List<Learned> spans = new ArrayList<>();
    List<Said> before = List.of();
    for (Instant boundary : boundaries) {
      InForce.Decided decided =
          inForce.decide(
              document.key(),
              asKnownAt(boundary, rows, looks),
              sections.stream().filter(row -> row.row().system().contains(boundary)).toList());
      List<Citation> results = new ArrayList<>(decided.document().results());
      decided.composed().stream()
          .filter(one -> !one.holdsSectionsOnly())
          .flatMap(one -> one.overrides().stream())
          .forEach(row -> results.add(row.cited()));
      List<Said> said = results.stream().map(Said::of).toList();
      if (spans.isEmpty() || !said.equals(before)) {
        if (!spans.isEmpty()) {
          Learned last = spans.removeLast();
          spans.add(
              new Learned(
                  new Span(last.known().from(), boundary), last.recorded(), last.results()));
        }
        spans.add(
            new Learned(
                new Span(boundary, null), Objects.requireNonNull(recorded.get(boundary)), results));
      }
      before = said;
    }
    Set<SourceId> speaking = new LinkedHashSet<>();
    rows.forEach(row -> speaking.add(row.sourceId()));
    sections.forEach(row -> speaking.add(row.row().sourceId()));
    Reading.About reading = times.reading(speaking);
    return Answer.of(snapshot, reading, spans, inForce.generalNotices(reading));
  }

  private static List<BeliefRow> asKnownAt(
      Instant known, List<BeliefRow> rows, List<Looks.Look> looks) {
    return rows.stream()
        .filter(row -> row.system().contains(known))
        .map(row -> Looks.sightsAt(known, row, looks))
        .toList();
  }

  static BeliefRows.Asked asked(Snapshot snapshot, Filter filter) {
    return new BeliefRows.Asked(
        filter.source() == null ? null : Sources.in(snapshot).named(filter.source()),
        filter.scope());
  }

  private static String keyOf(Filter filter) {
    return Objects.requireNonNull(filter.document(), "this question is about one document");
  }

  /// The parts of `range` that `other` does not cover.
  static List<TimeRange> minus(TimeRange range, TimeRange other) {
    if (!range.overlaps(other)) {
      return List.of(range);
    }
    List<TimeRange> rest = new ArrayList<>();
    other.start().flatMap(range::before).ifPresent(rest::add);
    other.end().flatMap(range::onwardFrom).ifPresent(rest::add);
    return rest;
  }
}
