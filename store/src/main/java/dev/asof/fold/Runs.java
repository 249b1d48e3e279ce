package dev.asof.fold;

import dev.asof.time.TimeRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Looks at a source to runs: from the first sight of a text to the first sight of another,
/// unbounded for the last.
///
/// The result depends on the looks alone and not on the order in which they were recorded, except
/// that of two looks at the same instant the one recorded last counts. One that shows the same text
/// again only repeats: the first of them stays what opens the run.
public final class Runs {
  private Runs() {}

  /// A run, named by the sight that opens it.
  ///
  /// @param during ends where the next run begins, at the stated end of the text seen, or, for a
  ///   run of nothing, at the next sight of any text
  /// @param stated what the statement of the run says: as `during`, but for the next run, which the
  ///   fold sees itself
  public record Run(Sight opener, TimeRange during, TimeRange stated) {}

  public static List<Run> of(List<Sight> sights) {
    List<Sight> ordered = new ArrayList<>(sights);
    ordered.sort(Comparator.comparing(Sight::looked).thenComparingLong(Sight::order));
    List<Run> runs = new ArrayList<>();
    Sight opener = null;
    for (int i = 0; i < ordered.size(); i++) {
      Sight last = ordered.get(i);
      boolean hidden =
          last.opens()
              && ordered.subList(i + 1, ordered.size()).stream()
                  .takeWhile(later -> later.looked().equals(last.looked()))
                  .anyMatch(Sight::opens);
      if (hidden) {
        continue;
      }
      Sight sight = last.opens() ? firstLike(last, ordered, i) : last;
      if (sight.opens()) {
        if (opener == null || !isSame(opener, sight)) {
          close(runs, opener, sight.looked(), null);
          opener = sight;
        }
      } else if (opener != null && opener.holding() instanceof Holding.Nothing) {
        close(runs, opener, null, sight.looked());
        opener = null;
      }
    }
    close(runs, opener, null, null);
    return runs;
  }

  /// The sight recorded first of those at the instant of `last` that show the same.
  private static Sight firstLike(Sight last, List<Sight> ordered, int position) {
    Sight first = last;
    for (int i = position - 1; i >= 0 && ordered.get(i).looked().equals(last.looked()); i--) {
      if (ordered.get(i).opens() && isSame(ordered.get(i), last)) {
        first = ordered.get(i);
      }
    }
    return first;
  }

  private static boolean isSame(Sight opener, Sight sight) {
    return opener.content().equals(sight.content())
        && Objects.equals(opener.statedEnd(), sight.statedEnd());
  }

  private static void close(
      List<Run> runs,
      @Nullable Sight opener,
      @Nullable Instant nextRun,
      @Nullable Instant nextText) {
    if (opener == null) {
      return;
    }
    Instant stated = earlier(opener.statedEnd(), nextText);
    Instant end = earlier(stated, nextRun);
    // A stated end at or before the look itself leaves nothing that could apply.
    if ((stated == null || opener.looked().isBefore(stated))
        && (end == null || opener.looked().isBefore(end))) {
      runs.add(
          new Run(
              opener, TimeRange.of(opener.looked(), end), TimeRange.of(opener.looked(), stated)));
    }
  }

  private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
    return one == null || (other != null && other.isBefore(one)) ? other : one;
  }
}
