package dev.asof.history;

import org.jspecify.annotations.Nullable;

/// Start and end of a statement as its author wrote them; null where nothing was.
public record Written(@Nullable Time from, @Nullable Time to) {

  /// @param zone where the text was read; `zoneAssumed` says that nobody named it
  /// @param decision what was decided where clocks skipped or repeated the time; null where nothing
  ///   had to be
  public record Time(
      String text, String zone, boolean zoneAssumed, String precision, @Nullable String decision) {}
}
