package dev.asof.history;

import dev.asof.time.TimeRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Whether what a source says changes inside the day asked about.
final class DayChanges {
  private DayChanges() {}

  static List<Notice> notices(List<BeliefRow> voice, Precedence.Decision atStart, TimeRange day) {
    TreeSet<Instant> boundaries = new TreeSet<>();
    for (BeliefRow row : voice) {
      row.valid().start().ifPresent(boundaries::add);
      row.valid().end().ifPresent(boundaries::add);
    }
    Instant start = day.start().orElseThrow();
    Instant end = day.end().orElseThrow();
    List<Notice> notices = new ArrayList<>();
    BeliefRow before = atStart.deciding();
    for (Instant boundary : boundaries.subSet(start, false, end, false)) {
      BeliefRow after = Precedence.at(boundary, voice).deciding();
      if (!same(before, after)) {
        BeliefRow some = voice.getFirst();
        notices.add(
            new Notice(
                Notice.Kind.CHANGES_INSIDE_DAY,
                "what "
                    + some.source()
                    + " says about "
                    + some.document()
                    + " changes inside the day, at "
                    + boundary
                    + ": from "
                    + (before == null ? "nothing" : before.named())
                    + " to "
                    + (after == null ? "nothing" : after.named()),
                some.document(),
                after == null ? List.of() : List.of(after.citedAt(boundary))));
      }
      before = after;
    }
    return notices;
  }

  private static boolean same(@Nullable BeliefRow one, @Nullable BeliefRow other) {
    if (one == null) {
      return other == null;
    }
    return other != null && one.saysTheSameAs(other);
  }
}
