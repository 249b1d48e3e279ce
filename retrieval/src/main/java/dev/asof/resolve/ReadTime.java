package dev.asof.resolve;

import dev.asof.time.LocalTimes;
import dev.asof.time.Precision;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeInput;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A time in a question, as it was read.
///
/// @param granularity of the time that was named, whatever its bound makes of it
/// @param dates the days it covers; null where it is finer than a day
/// @param range the same in `zone`, `[from, to)`
/// @param zone where local times were read
/// @param zoneOrigin who named that zone
/// @param approximate its edges are a convention, not a fact
/// @param text the phrase as it stands in the question, at `span`
/// @param label short, for a labelled answer: `Q3 2023`
/// @param remarks what had to be decided: a week rule, a clamped day, a clock change
/// @param sentence states the reading
public record ReadTime(
    Axis axis,
    Bound bound,
    Granularity granularity,
    @Nullable DateRange dates,
    TimeRange range,
    ZoneId zone,
    ZoneOrigin zoneOrigin,
    boolean approximate,
    TextSpan span,
    String text,
    String label,
    List<String> remarks,
    String sentence) {

  /// Who named the zone of a reading.
  public enum ZoneOrigin {
    /// The question.
    TEXT,
    /// Whoever asked.
    GIVEN,
    /// Nobody.
    ASSUMED
  }

  public ReadTime {
    remarks = List.copyOf(remarks);
  }

  /// The one point it names: a day, which is local midnight in each source's own zone unless the
  /// question names a zone, or a moment. Empty where it is a range.
  public Optional<TimeInput> point() {
    boolean itself = bound == Bound.ON || bound == Bound.AS_OF || bound == Bound.DURING;
    if (!itself || !granularity.isPoint()) {
      return Optional.empty();
    }
    LocalDate day = dates == null ? null : dates.onlyDay();
    if (day != null && zoneOrigin != ZoneOrigin.TEXT) {
      return Optional.of(new TimeInput.Day(day));
    }
    return range.start().map(start -> new TimeInput.Moment(stated(start)));
  }

  /// The point of knowing it names: the last microsecond of its range, or its instant, where that
  /// is finer; cut to `reference` where the range holds it. Empty where the range has no end: the
  /// latest is meant.
  public Optional<StatedTime> knownAt(Instant reference) {
    if (granularity == Granularity.INSTANT && (bound == Bound.ON || bound == Bound.AS_OF)) {
      return range.start().map(this::stated);
    }
    return range
        .end()
        .map(end -> range.contains(reference) ? reference : end.minus(1, ChronoUnit.MICROS))
        .map(this::stated);
  }

  private StatedTime stated(Instant instant) {
    LocalDate day = dates == null ? null : dates.onlyDay();
    return new StatedTime(
        text,
        zone,
        zoneOrigin == ZoneOrigin.ASSUMED,
        switch (granularity) {
          case INSTANT -> Precision.INSTANT;
          case SECOND -> Precision.SECOND;
          case MINUTE, HOUR -> Precision.MINUTE;
          default -> Precision.DAY;
        },
        instant,
        day == null ? null : LocalTimes.startOfDay(day, zone).decision());
  }
}
