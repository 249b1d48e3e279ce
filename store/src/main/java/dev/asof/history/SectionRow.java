package dev.asof.history;

import dev.asof.id.SectionId;
import dev.asof.time.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A row of `section_validity` as known at T: that for one section something else applies than its
/// document's belief says.
///
/// @param row lane, ranges and version, as of a belief about the document
/// @param key of the section
/// @param implied it follows from dates inside a version; else it was stated for the section
record SectionRow(BeliefRow row, SectionId section, String key, boolean implied) {

  static final Comparator<SectionRow> IN_ORDER =
      Comparator.comparing(SectionRow::row, Coalesced.IN_ORDER)
          .thenComparing(SectionRow::key)
          .thenComparing(SectionRow::implied);

  boolean holdsText() {
    return row.holdsText();
  }

  boolean holdsAt(Instant about) {
    return row.valid().contains(about);
  }

  Citation cited() {
    State reading = holdsText() ? State.valueOf(row.state().name()) : State.WITHDRAWN;
    return row.cited(reading, null).in(key, null);
  }

  /// `fees is that of v1 [a, b)`.
  String sentence() {
    return key
        + (holdsText() ? " is that of " + row.named() : " is not in force (" + row.nothing() + ")")
        + " "
        + row.valid();
  }

  /// Adjacent rows about one section that hold the same as one, as [Coalesced] does with beliefs.
  static List<SectionRow> coalesced(List<SectionRow> rows) {
    record Group(SectionId section, String key, boolean implied) {}
    Map<Group, List<BeliefRow>> groups = new LinkedHashMap<>();
    rows.forEach(one ->
        groups
            .computeIfAbsent(
                new Group(one.section(), one.key(), one.implied()), none -> new ArrayList<>())
            .add(one.row()));
    List<SectionRow> joined = new ArrayList<>();
    groups.forEach((group, same) ->
        Coalesced.of(same)
            .forEach(row ->
                joined.add(new SectionRow(row, group.section(), group.key(), group.implied()))));
    return joined.stream().sorted(IN_ORDER).toList();
  }
}
