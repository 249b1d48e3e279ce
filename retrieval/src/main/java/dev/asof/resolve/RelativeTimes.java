package dev.asof.resolve;

import dev.asof.resolve.Meaning.Days;
import dev.asof.resolve.Meaning.Moment;
import dev.asof.resolve.Meaning.Stretch;
import dev.asof.time.Precision;
import dev.asof.time.StatedTime;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Period;
import java.time.YearMonth;
import java.time.temporal.TemporalAdjusters;
import java.util.List;

/// Times that are counted from the reference: three months ago, last Friday, recently. Throws
/// [Asking] where two readings differ.
final class RelativeTimes {

  private final Context context;
  private final CalendarDates calendar;

  RelativeTimes(Context context) {
    this.context = context;
    this.calendar = new CalendarDates(context);
  }

  private LocalDate today() {
    return context.reference().today();
  }

  Days weekday(Said.Weekday said) {
    Integer week = said.week();
    if (week != null) {
      LocalDate first = calendar.weekAround(today().plusWeeks(week)).from();
      return Days.day(first.with(TemporalAdjusters.nextOrSame(said.day())))
          .with(false, List.of(calendar.weekRemark()));
    }
    LocalDate before = today().with(TemporalAdjusters.previous(said.day()));
    LocalDate after = today().with(TemporalAdjusters.next(said.day()));
    LocalDate first = calendar.weekAround(today()).from();
    LocalDate inWeek = first.with(TemporalAdjusters.nextOrSame(said.day()));
    return switch (said.direction()) {
      case -1 -> certain(before, inWeek.minusWeeks(1), said.day());
      case 1 -> certain(after, inWeek.plusWeeks(1), said.day());
      default -> certain(before, after, said.day());
    };
  }

  /// A day that two readings agree upon.
  private static Days certain(LocalDate one, LocalDate other, DayOfWeek day) {
    if (one.equals(other)) {
      return Days.day(one);
    }
    throw new Asking(
        Reason.WEEKDAY,
        "which " + Words.of(day) + " is meant is not certain",
        new Choice(one.toString(), one.toString()),
        new Choice(other.toString(), other.toString()));
  }

  Days monthBeside(Said.MonthBeside said) {
    YearMonth now = YearMonth.from(today());
    YearMonth here = now.withMonth(said.month());
    YearMonth before = here.isBefore(now) ? here : here.minusYears(1);
    YearMonth after = here.isAfter(now) ? here : here.plusYears(1);
    YearMonth other = here.plusYears(said.direction());
    YearMonth one = said.direction() < 0 ? before : said.direction() > 0 ? after : here;
    if (!one.equals(other)) {
      throw new Asking(
          Reason.YEAR,
          "which " + Words.of(one.getMonth()) + " is meant is not certain",
          new Choice(one.toString(), one.toString()),
          new Choice(other.toString(), other.toString()));
    }
    return CalendarDates.month(one);
  }

  Meaning counted(Said.Counted said) {
    Unit unit = said.unit();
    int n = said.n();
    if (n == 0) {
      throw new Asking(Reason.IMPOSSIBLE, "a stretch of no length");
    }
    boolean back = said.direction() < 0;
    if (unit.isClock()) {
      Instant now = context.reference().now();
      Instant other = plus(now, n * (long) said.direction(), unit);
      return new Stretch(
          back ? other : now, back ? now : other, Granularity.SPAN, false, List.of());
    }
    if (unit == Unit.QUARTER || unit == Unit.HALF) {
      LocalDate here = calendar.unit(unit, today()).from();
      return (back
              ? Days.of(unit.plus(here, -n), here, Granularity.SPAN)
              : Days.of(unit.plus(here, 1), unit.plus(here, n + 1L), Granularity.SPAN))
          .with(
              false,
              List.of("whole " + (unit == Unit.HALF ? "halves" : "quarters") + " of the calendar"));
    }
    LocalDate other = unit.plus(today(), n * (long) said.direction());
    return (back
            ? Days.of(other, today().plusDays(1), Granularity.SPAN)
            : Days.of(today(), other.plusDays(1), Granularity.SPAN))
        .with(false, List.of("counted from " + today() + ", which is included"));
  }

  Days completed(Said.Completed said) {
    LocalDate here = calendar.unit(said.unit(), today()).from();
    if (said.n() == 0) {
      throw new Asking(Reason.IMPOSSIBLE, "a stretch of no length");
    }
    return Days.of(said.unit().plus(here, -said.n()), here, Granularity.SPAN);
  }

  Meaning theLast(Said.TheLast said) {
    Unit unit = said.unit();
    if (unit.isClock() || unit == Unit.QUARTER || unit == Unit.HALF) {
      return counted(new Said.Counted(1, unit, -1));
    }
    throw new Asking(
        Reason.VAGUE,
        "the last calendar " + unit.word() + " or the one up to today can be meant",
        new Choice("the last calendar " + unit.word(), "last " + unit.word()),
        new Choice("up to today", "the past " + unit.word()));
  }

  private static Instant plus(Instant now, long n, Unit unit) {
    return now.plus(
        switch (unit) {
          case SECOND -> Duration.ofSeconds(n);
          case MINUTE -> Duration.ofMinutes(n);
          default -> Duration.ofHours(n);
        });
  }

  Meaning ago(Said.Ago said) {
    Unit unit = said.unit();
    long n = said.n() * (long) said.direction();
    if (unit.isClock()) {
      return moment(plus(context.reference().now(), n, unit), unit.granularity());
    }
    LocalDate day = unit.plus(today(), n);
    return Days.day(day).with(false, clamped(today(), day, unit));
  }

  /// Says where the month was too short for the day.
  static List<String> clamped(LocalDate from, LocalDate to, Unit unit) {
    boolean months = unit.compareTo(Unit.MONTH) >= 0;
    return months && from.getDayOfMonth() != to.getDayOfMonth()
        ? List.of(
            Words.of(to.getMonth())
                + " "
                + to.getYear()
                + " has no day "
                + from.getDayOfMonth()
                + "; its last was taken")
        : List.of();
  }

  Moment now() {
    return moment(context.reference().now(), Granularity.INSTANT)
        .with(false, List.of("the reference instant"));
  }

  private Moment moment(Instant instant, Granularity granularity) {
    return new Moment(
        new StatedTime(
            instant.toString(),
            context.reference().zone(),
            context.reference().zoneAssumed(),
            Precision.INSTANT,
            instant,
            null),
        granularity,
        false,
        List.of());
  }

  Days sameTime(Said.SameTime said) {
    LocalDate day = said.unit().plus(today(), said.offset());
    return Days.day(day).with(true, clamped(today(), day, said.unit()));
  }

  Days recent() {
    Period set = context.settings().recent();
    Period back = set == null ? ReadingSettings.THREE_MONTHS : set;
    LocalDate from = today().minus(back);
    if (!from.isBefore(today())) {
      throw new Asking(Reason.VAGUE, "\"recent\" is set to " + back + ", which reaches nowhere");
    }
    return Days.of(from, today().plusDays(1), Granularity.SPAN)
        .with(
            true,
            List.of(
                "recent means the last "
                    + back
                    + (set == null ? ", which can be set" : ", as set")));
  }
}
