package dev.asof.shown;

import dev.asof.history.SourceAt;
import dev.asof.history.Sources;
import dev.asof.history.Span;
import dev.asof.time.TimeRange;
import org.jspecify.annotations.Nullable;

/// A source with the words of the command line.
///
/// @param valid the part of valid time for which it is set so
public record SourceValue(
    String source,
    String kind,
    @Nullable String zone,
    @Nullable Integer authorityRank,
    String display,
    @Nullable Integer excerptWords,
    @Nullable String publisher,
    @Nullable String language,
    @Nullable String numericDates,
    @Nullable String retention,
    Span valid) {
  public static SourceValue of(Sources.Setting setting) {
    SourceAt set = setting.source();
    TimeRange during = setting.during();
    return new SourceValue(
        set.name(),
        set.kind(),
        set.zoneAssumed() ? null : set.zone().getId(),
        set.rank(),
        set.display(),
        set.excerptWords(),
        set.publisher(),
        set.language(),
        set.numericDates(),
        set.retention(),
        new Span(during.fromOrNull(), during.toOrNull()));
  }

  public @Nullable String validShown() {
    return valid.from() == null && valid.to() == null ? null : Times.shown(valid);
  }
}
