package dev.asof.ask;

import dev.asof.history.Known;
import dev.asof.resolve.DateRange;
import dev.asof.time.LocalTimes;
import dev.asof.time.TimeInput;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/// One period of a question, asked on its own.
///
/// @param label null where the question has only one
/// @param known as known when
record Subquery(@Nullable String label, Time time, Known known) {

  /// When in valid time.
  sealed interface Time {}

  /// At one point of valid time.
  ///
  /// @param about null: the present by the database's clock
  record At(@Nullable TimeInput about) implements Time {}

  /// At the instant of system time that is asked about: what was believed then to apply then.
  record AtKnown() implements Time {}

  /// Anywhere in a range of valid time.
  ///
  /// @param range in the zone in which it was read
  /// @param dates the same in days of each source's own zone; null: it is the same everywhere
  record During(TimeRange range, @Nullable DateRange dates) implements Time {

    /// The range in the zone of a source.
    TimeRange in(ZoneId zone) {
      if (dates == null) {
        return range;
      }
      return TimeRange.of(start(dates.from(), zone), start(dates.to(), zone));
    }

    private static @Nullable Instant start(@Nullable LocalDate day, ZoneId zone) {
      return day == null ? null : LocalTimes.startOfDay(day, zone).instant();
    }
  }

  /// How the texts of one section followed each other in a range of valid time.
  record History(During during) implements Time {}
}
