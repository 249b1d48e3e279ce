package dev.asof.history;

import dev.asof.id.VersionId;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Adjacent rows of equal version, state and kind as one, on both axes: a pure function that keeps
/// what is held at every point. A joined row shows the statement and transaction of the earliest of
/// its rows.
final class Coalesced {

  /// By lane and valid time, then by system time.
  static final Comparator<BeliefRow> IN_ORDER =
      Comparator.comparing(BeliefRow::document)
          .thenComparing(BeliefRow::source)
          .thenComparing(BeliefRow::scope)
          .thenComparing(BeliefRow::state)
          .thenComparing(row -> row.valid().start().orElse(Instant.MIN))
          .thenComparing(row -> row.system().start().orElse(Instant.MIN))
          .thenComparingLong(BeliefRow::id);

  private Coalesced() {}

  private record Same(
      BeliefRow.Voice voice,
      ValidityState state,
      @Nullable VersionId version,
      @Nullable String nothing,
      TimeRange fixed) {}

  static List<BeliefRow> of(List<BeliefRow> rows) {
    List<BeliefRow> joined = rows;
    int before;
    do {
      before = joined.size();
      joined =
          along(
              joined,
              BeliefRow::valid,
              BeliefRow::system,
              (row, system) -> row.during(row.valid(), system));
      joined =
          along(
              joined,
              BeliefRow::system,
              BeliefRow::valid,
              (row, valid) -> row.during(valid, row.system()));
    } while (joined.size() < before);
    return joined.stream().sorted(IN_ORDER).toList();
  }

  /// Joins rows that are equal in everything and in range `fixed`, and meet in range `moving`.
  private static List<BeliefRow> along(
      List<BeliefRow> rows,
      Function<BeliefRow, TimeRange> fixed,
      Function<BeliefRow, TimeRange> moving,
      BiFunction<BeliefRow, TimeRange, BeliefRow> spanning) {
    Map<Same, List<BeliefRow>> alike = new LinkedHashMap<>();
    for (BeliefRow row : rows) {
      alike
          .computeIfAbsent(
              new Same(row.voice(), row.state(), row.version(), row.nothing(), fixed.apply(row)),
              same -> new ArrayList<>())
          .add(row);
    }
    List<BeliefRow> joined = new ArrayList<>();
    for (List<BeliefRow> group : alike.values()) {
      group.sort(Comparator.comparing(row -> moving.apply(row).start().orElse(Instant.MIN)));
      BeliefRow open = group.getFirst();
      for (BeliefRow next : group.subList(1, group.size())) {
        if (moving.apply(open).meets(moving.apply(next))) {
          TimeRange span = moving.apply(open).span(moving.apply(next));
          BeliefRow first = open.id() <= next.id() ? open : next;
          open =
              spanning
                  .apply(first, span)
                  .seen(
                      earliest(open.firstSeen(), next.firstSeen()),
                      latest(open.lastSeen(), next.lastSeen()));
        } else {
          joined.add(open);
          open = next;
        }
      }
      joined.add(open);
    }
    return joined;
  }

  private static @Nullable Instant earliest(@Nullable Instant one, @Nullable Instant other) {
    return one == null || (other != null && other.isBefore(one)) ? other : one;
  }

  private static @Nullable Instant latest(@Nullable Instant one, @Nullable Instant other) {
    return one == null || (other != null && other.isAfter(one)) ? other : one;
  }
}
