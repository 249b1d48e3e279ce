package dev.asof.resolve;

import dev.asof.resolve.Meaning.Days;
import dev.asof.resolve.Said.Portion;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.List;

/// Parts of a time: early, mid, late, the end, the second half, the last Friday.
final class Parts {

  private Parts() {}

  /// Thirds are a convention and marked approximate; first and last days and halves of years are
  /// exact. Throws [Asking].
  static Days of(Portion portion, Days of) {
    Days part =
        switch (portion) {
          case EARLY -> third(of, 0);
          case MID -> third(of, 1);
          case LATE -> third(of, 2);
          case FIRST_DAY -> isLong(of) ? third(of, 0) : edge(of.from(), "first");
          case LAST_DAY -> isLong(of) ? third(of, 2) : edge(of.to().minusDays(1), "last");
          case FIRST_TEN_DAYS -> tenDays(of, 0);
          case SECOND_TEN_DAYS -> tenDays(of, 1);
          case LAST_TEN_DAYS -> tenDays(of, 2);
          case FIRST_HALF -> half(of, true);
          case SECOND_HALF -> half(of, false);
        };
    return part.with(of.approximate(), of.remarks());
  }

  private static Days edge(LocalDate day, String which) {
    return Days.day(day).with(false, List.of("its " + which + " day"));
  }

  /// The end of a decade is no day.
  private static boolean isLong(Days of) {
    return of.granularity() == Granularity.DECADE
        || of.granularity() == Granularity.CENTURY
        || of.granularity() == Granularity.SEASON;
  }

  private static Days third(Days of, int which) {
    LocalDate from = of.from();
    LocalDate[] cuts =
        switch (of.granularity()) {
          case CENTURY -> cuts(of, from.plusYears(33), from.plusYears(67));
          case DECADE -> cuts(of, from.plusYears(3), from.plusYears(7));
          case YEAR -> cuts(of, from.plusMonths(4), from.plusMonths(8));
          case HALF -> cuts(of, from.plusMonths(2), from.plusMonths(4));
          case QUARTER, SEASON -> cuts(of, from.plusMonths(1), from.plusMonths(2));
          case MONTH -> cuts(of, from.plusDays(10), from.plusDays(20));
          case WEEK -> cuts(of, from.plusDays(2), from.plusDays(5));
          default ->
              throw new Asking(Reason.VAGUE, "which part of it is meant is not certain; name days");
        };
    Granularity finer =
        switch (of.granularity()) {
          case CENTURY, DECADE -> Granularity.YEAR;
          case YEAR, HALF, QUARTER, SEASON -> Granularity.MONTH;
          default -> Granularity.DAY;
        };
    return Days.of(
            cuts[which], cuts[which + 1], finer == Granularity.DAY ? Granularity.SPAN : finer)
        .with(
            true, List.of("the " + List.of("first", "middle", "last").get(which) + " third of it"));
  }

  private static LocalDate[] cuts(Days of, LocalDate first, LocalDate second) {
    return new LocalDate[] {of.from(), first, second, of.to()};
  }

  private static Days tenDays(Days of, int which) {
    if (of.granularity() != Granularity.MONTH) {
      throw new Asking(Reason.VAGUE, "only a month has three parts of ten days");
    }
    LocalDate from = of.from().plusDays(10L * which);
    return Days.of(from, which == 2 ? of.to() : from.plusDays(10), Granularity.SPAN);
  }

  private static Days half(Days of, boolean first) {
    LocalDate from = of.from();
    LocalDate middle =
        switch (of.granularity()) {
          case CENTURY -> from.plusYears(50);
          case DECADE -> from.plusYears(5);
          case YEAR -> from.plusMonths(6);
          case HALF -> from.plusMonths(3);
          case MONTH -> from.plusDays(15);
          default ->
              throw new Asking(Reason.VAGUE, "where its halves meet is not certain; name days");
        };
    Granularity granularity =
        switch (of.granularity()) {
          case YEAR -> Granularity.HALF;
          case HALF -> Granularity.QUARTER;
          default -> Granularity.SPAN;
        };
    Days half = first ? Days.of(from, middle, granularity) : Days.of(middle, of.to(), granularity);
    return of.granularity() == Granularity.MONTH
        ? half.with(true, List.of("months are halved after the 15th"))
        : half;
  }

  /// Throws [Asking] where `within` does not hold so many.
  static Days nth(int n, Unit unit, Days within) {
    if (unit == Unit.WEEK) {
      return nthWeek(n, within);
    }
    if (unit.isClock() || unit == Unit.HALF) {
      throw new Asking(Reason.VAGUE, "which part of it is meant is not certain; name days");
    }
    LocalDate from = n > 0 ? unit.plus(within.from(), n - 1L) : unit.plus(within.to(), -1);
    LocalDate to = n > 0 ? unit.plus(from, 1) : within.to();
    if (n == 0 || from.isBefore(within.from()) || to.isAfter(within.to())) {
      throw none(n, unit.word(), within);
    }
    return Days.of(from, to, unit.granularity());
  }

  private static Days nthWeek(int n, Days within) {
    LocalDate from = n > 0 ? within.from().plusDays(7L * (n - 1)) : within.to().minusDays(7);
    if (n == 0 || !from.isBefore(within.to()) || from.isBefore(within.from())) {
      throw none(n, "week", within);
    }
    LocalDate end = from.plusDays(7);
    return Days.of(from, end.isAfter(within.to()) ? within.to() : end, Granularity.SPAN)
        .with(true, List.of("weeks were counted from its first day"));
  }

  static Days nthWeekday(int n, DayOfWeek weekday, Days within) {
    LocalDate day =
        n > 0
            ? within.from().with(TemporalAdjusters.nextOrSame(weekday)).plusWeeks(n - 1L)
            : within.to().with(TemporalAdjusters.previous(weekday));
    if (n == 0 || day.isBefore(within.from()) || !day.isBefore(within.to())) {
      throw none(n, Words.of(weekday), within);
    }
    return Days.day(day);
  }

  private static Asking none(int n, String what, Days within) {
    return new Asking(Reason.IMPOSSIBLE, Words.label(within) + " has no " + what + " number " + n);
  }
}
