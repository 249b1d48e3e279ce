package dev.asof.history;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.DocumentId;
import dev.asof.id.RowIds;
import dev.asof.id.SectionId;
import dev.asof.id.StatementId;
import dev.asof.id.VersionId;
import dev.asof.time.State;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// For which spans of system time the beliefs that a transaction gave up would have been answered:
/// about documents, and about single sections for which something was stated, or is stated now.
final class Exposures {
  private Exposures() {}

  /// Of everything a transaction gave up. Throws a [CallerFault] where there is no such transaction
  /// at T.
  static void ofTransaction(Snapshot snapshot, long transaction, Part<Exposure> part) {
    of(snapshot, transaction, Optional.empty(), Optional.empty(), part);
  }

  /// Of what a statement displaced in its lane, when it was recorded. Throws a [CallerFault] where
  /// there is no such statement at T.
  static void ofStatement(Snapshot snapshot, StatementId statement, Part<Exposure> part) {
    BeliefRows.Lane lane =
        new BeliefRows(snapshot)
            .laneOf(statement)
            .orElseThrow(() ->
                new CallerFault(
                    Code.UNKNOWN_STATEMENT,
                    "there is no statement "
                        + statement.value()
                        + " at "
                        + snapshot.known()
                        + "; asof history shows them"));
    of(
        snapshot,
        RowIds.sequenceOf(statement.value()),
        Optional.of(lane),
        new SectionRows(snapshot).sectionOf(statement),
        part);
  }

  /// @param only the lane that counts; empty: all
  /// @param section the section that counts; empty: the document, or with every lane all of them
  private static void of(
      Snapshot snapshot,
      long transaction,
      Optional<BeliefRows.Lane> only,
      Optional<SectionId> section,
      Part<Exposure> part) {
    Instant at =
        Heads.systemTimeOf(snapshot.sql(), snapshot.tenant(), transaction)
            .filter(time -> !time.isAfter(snapshot.known()))
            .orElseThrow(() ->
                new CallerFault(
                    Code.BAD_INPUT,
                    "there is no transaction "
                        + transaction
                        + " at "
                        + snapshot.known()
                        + "; asof history shows them"));
    BeliefRows rows = new BeliefRows(snapshot);
    SectionRows sections = new SectionRows(snapshot);
    DocumentKeys.forEachPage(
        snapshot,
        rows.closedSome(at).or(sections.statedBy(transaction, at)),
        part,
        page -> {
          Map<DocumentId, List<BeliefRow>> closed = new LinkedHashMap<>();
          page.forEach(document -> closed.put(document.id(), new ArrayList<>()));
          rows.closedAt(at, closed.keySet()).stream()
              .filter(row -> section.isEmpty())
              .filter(row -> only.isEmpty() || only.get().holds(row))
              .forEach(row -> Objects.requireNonNull(closed.get(row.documentId())).add(row));
          for (DocumentKeys.Named document : page) {
            List<BeliefRow> given = Objects.requireNonNull(closed.get(document.id()));
            List<BeliefRow> ever = rows.ever(document.id(), new BeliefRows.Asked(null, null));
            ofDocument(given, ever, at).forEach(exposure -> part.offer(document.key(), exposure));
            if (only.isEmpty() || section.isPresent()) {
              List<SectionRow> stated =
                  sections.ever(document.id(), new BeliefRows.Asked(null, null)).stream()
                      .filter(row -> only.isEmpty() || only.get().holds(row.row()))
                      .filter(row -> section.isEmpty() || section.get().equals(row.section()))
                      .toList();
              ofSections(stated, ever, at, sections)
                  .forEach(exposure -> part.offer(document.key(), exposure));
            }
          }
        });
  }

  private record SectionLane(
      BeliefRow.Voice voice, ValidityState state, SectionId section, String key) {}

  /// What would have been answered about sections for which the transaction stated something, or
  /// gave up what was stated.
  ///
  /// @param rows all overrides, implied ones too
  private static List<Exposure> ofSections(
      List<SectionRow> rows, List<BeliefRow> ever, Instant at, SectionRows versions) {
    Map<SectionLane, List<SectionRow>> lanes = new LinkedHashMap<>();
    rows.stream()
        .sorted(SectionRow.IN_ORDER)
        .forEach(row ->
            lanes
                .computeIfAbsent(
                    new SectionLane(row.row().voice(), row.row().state(), row.section(), row.key()),
                    none -> new ArrayList<>())
                .add(row));
    List<Exposure> exposures = new ArrayList<>();
    lanes.forEach((lane, all) -> {
      List<BeliefRow> stated =
          all.stream().filter(row -> !row.implied()).map(SectionRow::row).toList();
      if (stated.stream().anyMatch(row -> isMovedAt(row, at))) {
        List<BeliefRow> implied =
            all.stream().filter(SectionRow::implied).map(SectionRow::row).toList();
        List<BeliefRow> mine =
            ever.stream()
                .filter(row -> row.voice().equals(lane.voice()) && row.state() == lane.state())
                .toList();
        exposures.addAll(ofSection(new Weighed(stated, implied, mine, ever), lane, at, versions));
      }
    });
    return exposures;
  }

  private static boolean isMovedAt(BeliefRow row, Instant at) {
    return row.system().start().equals(Optional.of(at))
        || row.system().end().equals(Optional.of(at));
  }

  /// What a lane ever held about one section, the strongest first: what was stated for it, what
  /// follows from dates inside a version, and the beliefs about the document.
  private record Weighed(
      List<BeliefRow> stated,
      List<BeliefRow> implied,
      List<BeliefRow> document,
      List<BeliefRow> ever) {}

  private static List<Exposure> ofSection(
      Weighed weighed, SectionLane lane, Instant at, SectionRows versions) {
    List<Exposure> exposures = new ArrayList<>();
    List<BeliefRow> closed =
        weighed.stated().stream()
            .filter(row -> row.system().end().equals(Optional.of(at)))
            .toList();
    for (GivenUp part : givenUp(closed, weighed.stated(), at)) {
      add(exposures, lane, part, weighed.stated(), List.of(), weighed, at);
    }
    // What is stated anew displaces what the document said of the section.
    List<BeliefRow> opened =
        weighed.stated().stream()
            .filter(row -> row.system().start().equals(Optional.of(at)))
            .toList();
    Set<VersionId> having =
        versions.having(
            lane.section(),
            weighed.document().stream().flatMap(row -> Stream.ofNullable(row.version())).toList());
    List<BeliefRow> said =
        weighed.document().stream()
            .filter(row -> row.version() == null || having.contains(row.version()))
            .toList();
    List<BeliefRow> stronger = new ArrayList<>(weighed.stated());
    stronger.addAll(weighed.implied());
    for (BeliefRow row : opened) {
      for (GivenUp part : displaced(row, weighed.implied(), weighed.stated(), at)) {
        add(exposures, lane, part, weighed.implied(), weighed.stated(), weighed, at);
      }
      for (GivenUp part : displaced(row, said, stronger, at)) {
        add(exposures, lane, part, said, stronger, weighed, at);
      }
    }
    return exposures;
  }

  /// What was answered until `at` where `row` was stated then, and says something else.
  private static List<GivenUp> displaced(
      BeliefRow row, List<BeliefRow> held, List<BeliefRow> stronger, Instant at) {
    List<GivenUp> parts = new ArrayList<>();
    for (BeliefRow before : held) {
      if (isHeldUntil(before, at) && !holdsTheSame(before, row)) {
        List<TimeRange> rest = before.valid().intersect(row.valid()).stream().toList();
        for (BeliefRow other : stronger) {
          if (isHeldUntil(other, at)) {
            rest =
                rest.stream().flatMap(range -> Plane.minus(range, other.valid()).stream()).toList();
          }
        }
        rest.forEach(range -> parts.add(new GivenUp(before, range, Optional.of(row))));
      }
    }
    return parts;
  }

  private static boolean isHeldUntil(BeliefRow row, Instant at) {
    return row.system().start().filter(start -> start.isBefore(at)).isPresent()
        && row.system().end().map(end -> !end.isBefore(at)).orElse(true);
  }

  /// Adds for how long `part` would have been the answer about the section.
  ///
  /// @param like rows of the same kind, of which those count that hold the same
  /// @param stronger rows that answer before them
  private static void add(
      List<Exposure> exposures,
      SectionLane lane,
      GivenUp part,
      List<BeliefRow> like,
      List<BeliefRow> stronger,
      Weighed weighed,
      Instant at) {
    List<BeliefRow> served = new ArrayList<>();
    TimeRange before = TimeRange.until(at);
    for (BeliefRow row : like) {
      if (holdsTheSame(row, part.row())) {
        row.valid()
            .intersect(part.during())
            .ifPresent(valid ->
                row.system()
                    .intersect(before)
                    .ifPresent(system -> served.add(row.during(valid, system))));
      }
    }
    List<BeliefRow> rest = uncovered(served, weighed.ever());
    for (BeliefRow other : stronger) {
      rest = rest.stream().flatMap(row -> minus(row, other).stream()).toList();
    }
    for (BeliefRow span : Coalesced.of(rest)) {
      for (Instead instead : instead(span, part, weighed, at)) {
        exposures.add(
            new Exposure(
                cited(span.during(instead.during(), span.system())).in(lane.key(), null),
                Duration.between(
                    span.system().start().orElseThrow(), span.system().end().orElseThrow()),
                instead.held() == null ? null : cited(instead.held()).in(lane.key(), null)));
      }
    }
  }

  private record Instead(TimeRange during, @Nullable BeliefRow held) {}

  /// What is held at `at` in place of `span`, piece by piece.
  private static List<Instead> instead(BeliefRow span, GivenUp part, Weighed weighed, Instant at) {
    if (part.instead().isPresent()) {
      return List.of(new Instead(span.valid(), part.instead().get()));
    }
    List<Instead> pieces = new ArrayList<>();
    List<TimeRange> rest = List.of(span.valid());
    for (List<BeliefRow> layer : List.of(weighed.implied(), weighed.document())) {
      for (BeliefRow row : layer) {
        if (row.system().contains(at)) {
          List<TimeRange> left = new ArrayList<>();
          for (TimeRange range : rest) {
            range.intersect(row.valid()).ifPresent(during -> pieces.add(new Instead(during, row)));
            left.addAll(Plane.minus(range, row.valid()));
          }
          rest = left;
        }
      }
    }
    rest.forEach(range -> pieces.add(new Instead(range, null)));
    return pieces;
  }

  private static Citation cited(BeliefRow row) {
    return row.cited(row.holdsText() ? State.valueOf(row.state().name()) : State.WITHDRAWN, null);
  }

  /// A part of the plane that was given up, and what is held instead.
  private record GivenUp(BeliefRow row, TimeRange during, Optional<BeliefRow> instead) {}

  private static List<Exposure> ofDocument(
      List<BeliefRow> closed, List<BeliefRow> ever, Instant at) {
    List<Exposure> exposures = new ArrayList<>();
    for (GivenUp part : givenUp(closed, ever, at)) {
      List<BeliefRow> served = new ArrayList<>();
      for (BeliefRow row : ever) {
        if (isSameLane(row, part.row())
            && holdsTheSame(row, part.row())
            && row.system().end().filter(end -> !end.isAfter(at)).isPresent()) {
          row.valid()
              .intersect(part.during())
              .ifPresent(valid -> served.add(row.during(valid, row.system())));
        }
      }
      for (BeliefRow span : Coalesced.of(uncovered(served, ever))) {
        exposures.add(
            new Exposure(
                span.cited(),
                Duration.between(
                    span.system().start().orElseThrow(), span.system().end().orElseThrow()),
                part.instead().map(BeliefRow::cited).orElse(null)));
      }
    }
    return exposures;
  }

  private static List<GivenUp> givenUp(List<BeliefRow> closed, List<BeliefRow> ever, Instant at) {
    List<GivenUp> parts = new ArrayList<>();
    for (BeliefRow row : closed.stream().sorted(Coalesced.IN_ORDER).toList()) {
      List<TimeRange> rest = List.of(row.valid());
      for (BeliefRow opened : ever) {
        if (isSameLane(opened, row)
            && opened.system().start().equals(Optional.of(at))
            && opened.valid().overlaps(row.valid())) {
          if (!holdsTheSame(opened, row)) {
            parts.add(
                new GivenUp(
                    row, opened.valid().intersect(row.valid()).orElseThrow(), Optional.of(opened)));
          }
          rest =
              rest.stream().flatMap(range -> Plane.minus(range, opened.valid()).stream()).toList();
        }
      }
      rest.forEach(range -> parts.add(new GivenUp(row, range, Optional.empty())));
    }
    return parts;
  }

  /// What remains of `served` where nothing stronger answered, in the order of [Precedence].
  private static List<BeliefRow> uncovered(List<BeliefRow> served, List<BeliefRow> ever) {
    List<BeliefRow> rest = served;
    for (BeliefRow stronger : ever) {
      List<BeliefRow> next = new ArrayList<>();
      for (BeliefRow row : rest) {
        if (row.voice().equals(stronger.voice()) && Precedence.isStronger(stronger, row)) {
          next.addAll(minus(row, stronger));
        } else {
          next.add(row);
        }
      }
      rest = next;
    }
    return rest;
  }

  private static List<BeliefRow> minus(BeliefRow row, BeliefRow other) {
    Optional<TimeRange> valid = row.valid().intersect(other.valid());
    Optional<TimeRange> system = row.system().intersect(other.system());
    if (valid.isEmpty() || system.isEmpty()) {
      return List.of(row);
    }
    List<BeliefRow> rest = new ArrayList<>();
    Plane.minus(row.valid(), other.valid())
        .forEach(part -> rest.add(row.during(part, row.system())));
    Plane.minus(row.system(), other.system())
        .forEach(part -> rest.add(row.during(valid.get(), part)));
    return rest;
  }

  private static boolean isSameLane(BeliefRow one, BeliefRow other) {
    return one.voice().equals(other.voice()) && one.state() == other.state();
  }

  private static boolean holdsTheSame(BeliefRow one, BeliefRow other) {
    return Objects.equals(one.version(), other.version())
        && Objects.equals(one.nothing(), other.nothing());
  }
}
