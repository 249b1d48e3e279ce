package dev.asof.history;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.DocumentId;
import dev.asof.id.RowIds;
import dev.asof.id.StatementId;
import dev.asof.time.TimeRange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// For which spans of system time the beliefs that a transaction gave up would have been answered.
final class Exposures {
  private Exposures() {}

  /// Of everything a transaction gave up. Throws a [CallerFault] where there is no such transaction
  /// at T.
  static void ofTransaction(Snapshot snapshot, long transaction, Part<Exposure> part) {
    of(snapshot, transaction, Optional.empty(), part);
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
    of(snapshot, RowIds.sequenceOf(statement.value()), Optional.of(lane), part);
  }

  private static void of(
      Snapshot snapshot, long transaction, Optional<BeliefRows.Lane> only, Part<Exposure> part) {
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
    DocumentKeys.forEachPage(
        snapshot,
        rows.closedSome(at),
        part,
        page -> {
          Map<DocumentId, List<BeliefRow>> closed = new LinkedHashMap<>();
          page.forEach(document -> closed.put(document.id(), new ArrayList<>()));
          rows.closedAt(at, closed.keySet()).stream()
              .filter(row -> only.isEmpty() || only.get().holds(row))
              .forEach(row -> Objects.requireNonNull(closed.get(row.documentId())).add(row));
          for (DocumentKeys.Named document : page) {
            List<BeliefRow> given = Objects.requireNonNull(closed.get(document.id()));
            if (!given.isEmpty()) {
              List<BeliefRow> ever = rows.ever(document.id(), new BeliefRows.Asked(null, null));
              ofDocument(given, ever, at).forEach(exposure -> part.offer(document.key(), exposure));
            }
          }
        });
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
