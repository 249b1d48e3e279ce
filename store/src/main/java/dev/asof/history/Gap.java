package dev.asof.history;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// That nothing applied, with what applied nearest on either side.
final class Gap {
  private Gap() {}

  /// @param standing beliefs that nothing applies there; they say why
  /// @param rows all beliefs about the document
  static Notice notice(
      String document,
      String about,
      List<BeliefRow> standing,
      List<BeliefRow> rows,
      AboutTimes times) {
    Comparator<BeliefRow> byEnd =
        Comparator.<BeliefRow, Instant>comparing(row -> row.valid().end().orElseThrow())
            .thenComparingLong(BeliefRow::id);
    Comparator<BeliefRow> byStart =
        Comparator.<BeliefRow, Instant>comparing(row -> row.valid().start().orElseThrow())
            .thenComparingLong(BeliefRow::id);
    Optional<BeliefRow> before =
        rows.stream()
            .filter(row ->
                row.holdsText()
                    && row.valid().end().isPresent()
                    && !row.valid().end().get().isAfter(times.at(row.sourceId())))
            .max(byEnd);
    Optional<BeliefRow> after =
        rows.stream()
            .filter(row ->
                row.holdsText()
                    && row.valid().start().isPresent()
                    && row.valid().start().get().isAfter(times.at(row.sourceId())))
            .min(byStart);
    List<Citation> nearest = new ArrayList<>();
    standing.forEach(row -> nearest.add(row.cited()));
    before.ifPresent(row -> nearest.add(row.cited()));
    after.ifPresent(row -> nearest.add(row.cited()));
    String sentence =
        "nothing of "
            + document
            + " was in force at "
            + about
            + standing.stream()
                .map(row ->
                    ": "
                        + row.named()
                        + " by "
                        + row.source()
                        + (row.scope().isEmpty() ? "" : " for " + row.scope())
                        + " "
                        + row.valid()
                        + ", known since @"
                        + row.transaction())
                .collect(Collectors.joining())
            + before
                .map(row -> "; not in force any more: " + row.named() + " " + row.valid())
                .orElse("")
            + after.map(row -> "; not in force yet: " + row.named() + " " + row.valid()).orElse("");
    return new Notice(Notice.Kind.NOTHING_IN_FORCE, sentence, document, nearest);
  }
}
