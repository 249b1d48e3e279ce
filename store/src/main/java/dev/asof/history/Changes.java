package dev.asof.history;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.DocumentId;
import dev.asof.id.SectionId;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What came to be believed differently between T1 and T2, about documents, and what was stated
/// differently for single sections of them.
final class Changes {
  private Changes() {}

  /// @param section null: the document
  private record LaneOf(BeliefRow.Voice voice, ValidityState state, @Nullable SectionId section) {}

  /// @param section null: what is held about the document
  private record Row(BeliefRow belief, @Nullable SectionRow section) {
    static final Comparator<Row> IN_ORDER =
        Comparator.comparing((Row row) -> row.section() != null)
            .thenComparing(row -> row.section() == null ? "" : row.section().key())
            .thenComparing(Row::belief, Coalesced.IN_ORDER);

    Row(SectionRow section) {
      this(section.row(), section);
    }

    LaneOf lane() {
      return new LaneOf(belief.voice(), belief.state(), section == null ? null : section.section());
    }

    Citation cited() {
      return section == null ? belief.cited() : section.cited();
    }
  }

  /// Hands on the changes document by document, in the order of the bytes of their keys.
  static void forEach(Snapshot earlier, Snapshot later, Filter filter, Part<BeliefChange> part) {
    if (earlier.known().isAfter(later.known())) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "the first time, "
              + earlier.known()
              + ", is later than the second, "
              + later.known()
              + "; give the earlier one first");
    }
    BeliefRows rows = new BeliefRows(later);
    BeliefRows.Asked asked = Plane.asked(later, filter);
    Consumer<BeliefChange> work = change -> part.offer(change.document(), change);
    String key = filter.document();
    if (key != null) {
      DocumentKeys.Named document = DocumentKeys.require(later, key);
      ofDocuments(List.of(document), rows, asked, earlier, later, work);
    } else {
      DocumentKeys.forEachPage(
          later,
          rows.movedSince(earlier).or(new SectionRows(later).statedSince(earlier)),
          part,
          page -> ofDocuments(page, rows, asked, earlier, later, work));
    }
  }

  private static void ofDocuments(
      List<DocumentKeys.Named> documents,
      BeliefRows rows,
      BeliefRows.Asked asked,
      Snapshot earlier,
      Snapshot later,
      Consumer<BeliefChange> work) {
    Map<DocumentId, Map<LaneOf, List<Row>>> lanes = new LinkedHashMap<>();
    documents.forEach(document -> lanes.put(document.id(), new LinkedHashMap<>()));
    TreeSet<Instant> times = new TreeSet<>();
    Stream.concat(
            rows.movedBetween(lanes.keySet(), earlier, asked).stream()
                .map(row -> new Row(row, null)),
            new SectionRows(later)
                .statedBetween(lanes.keySet(), earlier, asked).stream().map(Row::new))
        .sorted(Row.IN_ORDER)
        .forEach(row -> {
          Objects.requireNonNull(lanes.get(row.belief().documentId()))
              .computeIfAbsent(row.lane(), lane -> new ArrayList<>())
              .add(row);
          times.addAll(movesOf(row.belief(), earlier.known()));
        });
    Map<Instant, Recorded> recorded = Transactions.at(later, times);
    lanes
        .values()
        .forEach(byLane ->
            byLane.values().forEach(lane -> ofLane(lane, earlier, later, recorded, work)));
  }

  /// The times after `since` at which a row was opened or closed.
  private static List<Instant> movesOf(BeliefRow row, Instant since) {
    List<Instant> moves = new ArrayList<>();
    row.system().start().filter(start -> start.isAfter(since)).ifPresent(moves::add);
    row.system().end().filter(end -> end.isAfter(since)).ifPresent(moves::add);
    return moves;
  }

  private record Piece(TimeRange during, @Nullable Row before, @Nullable Row after) {}

  private static void ofLane(
      List<Row> lane,
      Snapshot earlier,
      Snapshot later,
      Map<Instant, Recorded> recorded,
      Consumer<BeliefChange> work) {
    Row some = lane.getFirst();
    List<Long> ids =
        lane.stream()
            .map(Row::belief)
            .filter(row -> row.system().contains(earlier.known()))
            .map(BeliefRow::id)
            .toList();
    // Read again as known at T1: neither the end of its system range nor a later look may show.
    List<Row> before =
        some.section() == null
            ? new BeliefRows(earlier).withIds(ids).stream().map(row -> new Row(row, null)).toList()
            : new SectionRows(earlier).withIds(ids).stream().map(Row::new).toList();
    List<Row> after =
        lane.stream().filter(row -> row.belief().system().contains(later.known())).toList();
    TreeMap<Instant, Recorded> between = new TreeMap<>();
    lane.forEach(row ->
        movesOf(row.belief(), earlier.known())
            .forEach(time -> between.put(time, Objects.requireNonNull(recorded.get(time)))));
    for (Piece piece : joined(pieces(before, after))) {
      work.accept(
          new BeliefChange(
              some.belief().document(),
              some.belief().source(),
              some.belief().scope(),
              some.belief().state(),
              some.section() == null ? null : some.section().key(),
              Span.of(piece.during()),
              piece.before() == null ? null : piece.before().cited(),
              piece.after() == null ? null : piece.after().cited(),
              List.copyOf(between.values())));
    }
  }

  private static List<Piece> pieces(List<Row> before, List<Row> after) {
    TreeSet<Instant> boundaries = new TreeSet<>();
    boolean open = false;
    for (List<Row> side : List.of(before, after)) {
      for (Row row : side) {
        TimeRange valid = row.belief().valid();
        valid.start().ifPresent(boundaries::add);
        valid.end().ifPresent(boundaries::add);
        open |= valid.isStartUnbounded();
      }
    }
    List<TimeRange> ranges = new ArrayList<>();
    Instant from = null;
    for (Instant boundary : boundaries) {
      if (from != null || open) {
        ranges.add(TimeRange.of(from, boundary));
      }
      from = boundary;
    }
    ranges.add(TimeRange.of(from, null));
    List<Piece> pieces = new ArrayList<>();
    for (TimeRange range : ranges) {
      Row old = covering(range, before);
      Row young = covering(range, after);
      if (old == null ? young != null : young == null || !isSame(old.belief(), young.belief())) {
        pieces.add(new Piece(range, old, young));
      }
    }
    return pieces;
  }

  private static boolean isSame(BeliefRow old, BeliefRow young) {
    return Objects.equals(old.version(), young.version())
        && Objects.equals(old.nothing(), young.nothing());
  }

  private static @Nullable Row covering(TimeRange range, List<Row> rows) {
    return rows.stream()
        .filter(row -> row.belief().valid().contains(range))
        .findFirst()
        .orElse(null);
  }

  private static List<Piece> joined(List<Piece> pieces) {
    List<Piece> joined = new ArrayList<>();
    for (Piece piece : pieces) {
      Piece last = joined.isEmpty() ? null : joined.getLast();
      if (last != null
          && last.during().meets(piece.during())
          && Objects.equals(last.before(), piece.before())
          && Objects.equals(last.after(), piece.after())) {
        joined.set(
            joined.size() - 1,
            new Piece(last.during().span(piece.during()), last.before(), last.after()));
      } else {
        joined.add(piece);
      }
    }
    return joined;
  }
}
