package dev.asof.resolve;

import dev.asof.resolve.Meaning.Days;
import dev.asof.time.TimeRange;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Cuts a time into the periods that are asked one by one.
final class Periods {

  private static final int MOST = 120;

  private Periods() {}

  static Period of(ReadTime time) {
    return new Period(time.label(), time.dates(), time.range());
  }

  /// One period for each unit of the calendar in `time`, the first and the last cut to it; up to
  /// the unit that holds the reference where it has no end. Throws [Asking].
  static List<Period> each(Unit unit, ReadTime time, Context context) {
    DateRange dates = time.dates();
    LocalDate from = dates == null ? null : dates.from();
    if (from == null) {
      throw new Asking(Reason.VAGUE, "it is not said with which " + unit.word() + " to start");
    }
    LocalDate end = Objects.requireNonNull(dates).to();
    LocalDate last = end == null ? context.reference().today() : end.minusDays(1);
    List<Period> periods = new ArrayList<>();
    Days days = new CalendarDates(context).unit(unit, from);
    while (!days.from().isAfter(last)) {
      if (periods.size() == MOST) {
        throw new Asking(
            Reason.TOO_MANY,
            "that would be more than " + MOST + " periods; name a longer unit or a shorter time");
      }
      periods.add(cut(days, time, time.zone()));
      days = new CalendarDates(context).unit(unit, days.to());
    }
    if (periods.isEmpty()) {
      throw new Asking(Reason.CONTRADICTION, "it starts after the reference");
    }
    return periods;
  }

  private static Period cut(Days days, ReadTime time, ZoneId zone) {
    TimeRange whole = new Binder(zone).bind(Bound.ON, days, null, false).range();
    Optional<TimeRange> cut = whole.intersect(time.range());
    DateRange dates = Objects.requireNonNull(time.dates());
    LocalDate from = later(days.from(), Objects.requireNonNull(dates.from()));
    LocalDate to = dates.to() == null || days.to().isBefore(dates.to()) ? days.to() : dates.to();
    return new Period(Words.label(days), new DateRange(from, to), cut.orElse(whole));
  }

  private static LocalDate later(LocalDate one, LocalDate other) {
    return one.isAfter(other) ? one : other;
  }
}
