package dev.asof.history;

import dev.asof.id.SourceId;
import java.time.ZoneId;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/// A source as it was set at T.
///
/// @param zone in which its dates are read; `zoneAssumed`: not its own, but the tenant's or UTC
/// @param rank order among sources, smallest first; null: after all that have one
/// @param display what may be shown of its texts: full, excerpt or link; what is shown is decided
///   by [Rights], which are those of today
/// @param excerptWords number of words an excerpt may have; null unless display is excerpt
/// @param language BCP 47, of versions that name none; null: not known
/// @param numericDates how it writes 03/04/2024: day_first or month_first; null: not known
/// @param retention how long its texts are kept, in words
public record SourceAt(
    SourceId id,
    String name,
    String kind,
    ZoneId zone,
    boolean zoneAssumed,
    @Nullable Integer rank,
    String display,
    @Nullable Integer excerptWords,
    @Nullable String publisher,
    @Nullable String language,
    @Nullable String numericDates,
    @Nullable String retention) {

  /// By authority, then by name, which is unique.
  static final Comparator<SourceAt> BY_AUTHORITY =
      Comparator.comparing(
              SourceAt::rankOrNull, Comparator.nullsLast(Comparator.<Integer>naturalOrder()))
          .thenComparing(SourceAt::name);

  private @Nullable Integer rankOrNull() {
    return rank;
  }
}
