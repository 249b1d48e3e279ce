package dev.asof.fold;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The smallest change of stored rows that makes them say what is wanted: rows that say it already
/// stay.
///
/// @param close rows to close
/// @param open what to open
public record Difference<R, W>(List<R> close, List<W> open) {

  /// Compares what is stored with what is wanted.
  ///
  /// @param stored rows by what they say
  /// @param wanted what shall be said, without repetition
  public static <R, W> Difference<R, W> between(Map<W, R> stored, List<W> wanted) {
    Map<W, R> leftover = new HashMap<>(stored);
    List<W> open = new ArrayList<>();
    for (W want : wanted) {
      if (leftover.remove(want) == null) {
        open.add(want);
      }
    }
    List<R> close = new ArrayList<>();
    stored.forEach((said, row) -> {
      if (leftover.containsKey(said)) {
        close.add(row);
      }
    });
    return new Difference<>(close, open);
  }
}
