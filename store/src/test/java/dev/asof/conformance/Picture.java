package dev.asof.conformance;

import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What is held where, point by point: the form in which a store and the model are compared.
///
/// @param held what is held, by lane, section and point; missing where nothing is said
record Picture(Map<String, String> held) {

  /// A belief, or an override of a section, as it is stored.
  ///
  /// @param section null for the document; followed by `!` where it was stated for the section
  /// @param holding the number of a text, or why nothing applies
  record Row(
      Op.Place place,
      ValidityState state,
      @Nullable String section,
      @Nullable Instant from,
      @Nullable Instant to,
      String holding) {

    boolean contains(Instant at) {
      return (from == null || !from.isAfter(at)) && (to == null || to.isAfter(at));
    }

    static Row of(
        Op.Place place,
        ValidityState state,
        @Nullable String section,
        TimeRange during,
        String holding) {
      return new Row(place, state, section, during.fromOrNull(), during.toOrNull(), holding);
    }
  }

  static String key(Op.Place place, ValidityState state, @Nullable String section, int point) {
    return place.document()
        + "/"
        + place.source()
        + "/"
        + place.scope()
        + "/"
        + state.word()
        + "/"
        + (section == null ? "" : section)
        + "@"
        + point;
  }

  /// As [#differs(List)], for the rows of one place.
  Optional<String> differs(List<Row> rows, Op.Place place) {
    return differs(rows.stream().filter(row -> row.place().equals(place)).toList());
  }

  /// The first thing that is wrong with `rows`: an empty range, two rows at one point, or anything
  /// else than this picture shows.
  Optional<String> differs(List<Row> rows) {
    Map<String, String> seen = new HashMap<>();
    for (Row row : rows) {
      if (row.from() != null && row.to() != null && !row.from().isBefore(row.to())) {
        return Optional.of("an empty range: " + row);
      }
      for (int point = Grid.FIRST; point <= Grid.LAST; point++) {
        boolean here = row.contains(Grid.startOf(point));
        if (here != row.contains(Grid.endOf(point))) {
          return Optional.of("an edge where nothing changed: " + row);
        }
        if (here) {
          String key = key(row.place(), row.state(), row.section(), point);
          String other = seen.put(key, row.holding());
          if (other != null) {
            return Optional.of("two rows at " + key + ": " + other + " and " + row.holding());
          }
        }
      }
    }
    if (seen.equals(held)) {
      return Optional.empty();
    }
    TreeSet<String> keys = new TreeSet<>(seen.keySet());
    keys.addAll(held.keySet());
    List<String> different = new ArrayList<>();
    for (String key : keys) {
      String wanted = held.getOrDefault(key, "-");
      String found = seen.getOrDefault(key, "-");
      if (!wanted.equals(found)) {
        different.add(key + " is " + found + " and should be " + wanted);
      }
    }
    return Optional.of(
        different.size() + " points: " + different.subList(0, Math.min(4, different.size())));
  }
}
