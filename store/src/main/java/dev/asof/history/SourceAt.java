package dev.asof.history;

import dev.asof.id.SourceId;
import java.time.ZoneId;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/// A source as it was set at T.
///
/// @param zone in which its dates are read; `zoneAssumed`: not its own, but the tenant's or UTC
/// @param rank order among sources, smallest first; null: after all that have one
/// @param display what may be shown of its texts: full, excerpt or link
/// @param excerptWords number of words an excerpt may have; null unless display is excerpt
public record SourceAt(
    SourceId id,
    String name,
    String kind,
    ZoneId zone,
    boolean zoneAssumed,
    @Nullable Integer rank,
    String display,
    @Nullable Integer excerptWords,
    @Nullable String publisher) {

  /// By authority, then by name, which is unique.
  static final Comparator<SourceAt> BY_AUTHORITY =
      Comparator.comparing(
              SourceAt::rankOrNull, Comparator.nullsLast(Comparator.<Integer>naturalOrder()))
          .thenComparing(SourceAt::name);

  private @Nullable Integer rankOrNull() {
    return rank;
  }
}
