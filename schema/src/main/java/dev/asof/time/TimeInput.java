package dev.asof.time;

import java.time.LocalDate;
import java.time.ZoneId;

/// What a caller wrote for `about`. A date alone is a different instant in each source's zone and
/// stays a date until that zone is known; anything finer is one instant everywhere.
public sealed interface TimeInput {

  /// The point in a source's zone. Throws a [dev.asof.fault.CallerFault] where that zone skipped
  /// the day.
  StatedTime at(ZoneId zone, boolean zoneAssumed);

  /// A date: local midnight in whatever zone it is asked for.
  record Day(LocalDate date) implements TimeInput {
    @Override
    public StatedTime at(ZoneId zone, boolean zoneAssumed) {
      LocalTimes.Decided start = LocalTimes.startOfDay(date, zone);
      return new StatedTime(
          date.toString(), zone, zoneAssumed, Precision.DAY, start.instant(), start.decision());
    }
  }

  /// An instant, whatever the source's zone.
  record Moment(StatedTime time) implements TimeInput {
    @Override
    public StatedTime at(ZoneId zone, boolean zoneAssumed) {
      return time;
    }
  }
}
