package dev.asof.fold;

import dev.asof.time.TimeRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Looks at a source to runs: from the first sight of a text to the first sight of another, unbounded for the last.
///
/// The result depends on the looks alone and not on the order in which they were recorded, except that of two looks at
/// the same instant the one recorded last counts.
public final class Runs {
  private Runs() {}

  /// A run, named by the sight that opens it. The range ends where the next run begins, at the stated end of the text
  /// seen, or, for a run of nothing, at the next sight of any text.
  public record Run(Sight opener, TimeRange during) {}

  public static List<Run> of(List<Sight> sights) {
    List<Sight> ordered = new ArrayList<>(sights);
    ordered.sort(Comparator.comparing(Sight::looked).thenComparingLong(Sight::order));
    List<Run> runs = new ArrayList<>();
    Sight opener = null;
    for (int i = 0; i < ordered.size(); i++) {
      Sight sight = ordered.get(i);
      boolean hidden =
          sight.opens()
              && ordered.subList(i + 1, ordered.size()).stream()
                  .takeWhile(later -> later.looked().equals(sight.looked()))
                  .anyMatch(Sight::opens);
      if (hidden) {
        continue;
      }
      if (sight.opens()) {
        if (opener == null || !isSame(opener, sight)) {
          close(runs, opener, sight.looked());
          opener = sight;
        }
      } else if (opener != null && opener.holding() instanceof Holding.Nothing) {
        close(runs, opener, sight.looked());
        opener = null;
      }
    }
    close(runs, opener, null);
    return runs;
  }

  private static boolean isSame(Sight opener, Sight sight) {
    return opener.content().equals(sight.content()) && Objects.equals(opener.statedEnd(), sight.statedEnd());
  }

  private static void close(List<Run> runs, @Nullable Sight opener, @Nullable Instant end) {
    if (opener == null) {
      return;
    }
    Instant last = end;
    Instant stated = opener.statedEnd();
    if (stated != null && (last == null || stated.isBefore(last))) {
      last = stated;
    }
    if (last == null || opener.looked().isBefore(last)) {
      runs.add(new Run(opener, TimeRange.of(opener.looked(), last)));
    }
  }
}
