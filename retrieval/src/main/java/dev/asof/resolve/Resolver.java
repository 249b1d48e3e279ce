package dev.asof.resolve;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.resolve.Meaning.Days;
import dev.asof.resolve.Meaning.Moment;
import dev.asof.resolve.Meaning.Stretch;
import dev.asof.resolve.Said.Yr;
import dev.asof.time.LocalTimes;
import dev.asof.time.Precision;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeInput;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.YearMonth;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.time.temporal.WeekFields;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Works out what a phrase means. Throws [Asking] where it cannot be known; nothing is ever moved
/// to make it fit.
final class Resolver {

  private static final int EARLIEST_YEAR = 1000;
  private static final int LATEST_YEAR = 2999;

  private final Context context;

  Resolver(Context context) {
    this.context = context;
  }

  /// Throws [Asking].
  Meaning resolve(Said said) {
    Meaning meaning = meaning(said);
    if (meaning instanceof Days days) {
      inRange(days.from().getYear());
      inRange(days.to().minusDays(1).getYear());
    }
    return meaning;
  }

  private Meaning meaning(Said said) {
    try {
      return unguarded(said);
    } catch (Asking asking) {
      throw asking.about(said);
    }
  }

  private Meaning unguarded(Said said) {
    return switch (said) {
      case Said.Day day -> day(day);
      case Said.Month month -> month(month);
      case Said.Quarter quarter -> quarter(quarter);
      case Said.Half half -> half(half);
      case Said.Year year -> year(year(year.year()));
      case Said.Decade decade -> decade(decade);
      case Said.Century century -> century(century);
      case Said.Week week -> week(week);
      case Said.WeekOf of -> weekOf(of);
      case Said.WeekFrom from -> weekFrom(from);
      case Said.Season season -> new Seasons(context).resolve(season);
      case Said.Term term -> term(term);
      case Said.Fiscal fiscal -> new Fiscals(context).resolve(fiscal);
      case Said.Relative relative ->
          unit(relative.unit(), relative.unit().plus(today(), relative.offset()));
      case Said.Counted counted -> counted(counted);
      case Said.Completed completed -> completed(completed);
      case Said.TheLast last -> theLast(last);
      case Said.MonthBeside month -> monthBeside(month);
      case Said.Ago ago -> ago(ago);
      case Said.Weekday weekday -> weekday(weekday);
      case Said.Now now -> now();
      case Said.SameTime same -> sameTime(same);
      case Said.That that -> that(that);
      case Said.Part part -> Parts.of(part.portion(), days(part.of(), "a part of it"));
      case Said.Shift shift -> shift(shift);
      case Said.Beside beside -> beside(beside);
      case Said.Nth nth -> nth(nth);
      case Said.At at -> at(at);
      case Said.Iso iso -> iso(iso.text());
      case Said.InZone in -> new Resolver(context.in(in.zone())).meaning(in.time());
      case Said.Numeric numeric -> numeric(numeric);
      case Said.Recent recent -> recent();
      case Said.Approximate about -> meaning(about.time()).with(true, List.of());
      case Said.Event event -> throw event(event);
      case Said.Unclear unclear -> throw new Asking(unclear.reason(), unclear.sentence());
    };
  }

  private LocalDate today() {
    return context.reference().today();
  }

  private static void inRange(int year) {
    if (year < EARLIEST_YEAR || year > LATEST_YEAR) {
      throw new Asking(
          Reason.OUT_OF_RANGE,
          "the year "
              + year
              + " is outside "
              + EARLIEST_YEAR
              + " to "
              + LATEST_YEAR
              + (year == 9999
                  ? "; it looks like a stand-in for an open end, leave the end out"
                  : ""));
    }
  }

  /// The days a phrase means; throws where it is finer.
  private Days days(Said said, String what) {
    return switch (meaning(said)) {
      case Days days -> days;
      case Moment moment ->
          Days.day(moment.time().instant().atZone(context.reference().zone()).toLocalDate());
      case Stretch stretch -> throw new Asking(Reason.VAGUE, "hours have no such thing as " + what);
    };
  }

  private int year(Yr year) {
    return switch (year.form()) {
      case FULL -> year.value();
      case RELATIVE -> today().getYear() + year.value();
      case TWO_DIGITS -> {
        int near = 2000 + year.value();
        yield near <= today().getYear() + 10 ? near : near - 100;
      }
    };
  }

  private static List<String> remarks(@Nullable Yr year, int read) {
    return year != null && year.form() == Yr.Form.TWO_DIGITS
        ? List.of("the short year was read as " + read)
        : List.of();
  }

  private Days year(int year) {
    return Days.of(LocalDate.of(year, 1, 1), LocalDate.of(year + 1, 1, 1), Granularity.YEAR);
  }

  // Dates without a year

  private interface InYear {
    Days of(int year);
  }

  private interface Written {
    String of(int year);
  }

  /// The year of a fuller date beside it; else this year, where that is not still to come; else,
  /// where the system axis says that it is past, last year; else it is asked.
  private Days yearless(InYear in, Written written) {
    Integer inherited = context.inheritedYear();
    if (inherited != null) {
      return in.of(inherited)
          .with(false, List.of("the year " + inherited + " was taken from beside it"));
    }
    int year = today().getYear();
    if (context.mayShift()) {
      return in.of(year - 1)
          .with(
              false, List.of("no year is given; the last one past, " + (year - 1) + ", was taken"));
    }
    Days here = in.of(year);
    if (!here.from().isAfter(today())) {
      return here.with(
          false, List.of("no year is given; the year of the reference, " + year + ", was taken"));
    }
    throw new Asking(
        Reason.YEAR,
        "no year is given, and in " + year + " it is still to come",
        new Choice("last year's", written.of(year - 1)),
        new Choice("this year's", written.of(year)));
  }

  private Days day(Said.Day said) {
    Yr year = said.year();
    Days days =
        year == null
            ? yearless(
                y -> Days.day(date(y, said.month(), said.day())),
                y ->
                    String.format(
                        java.util.Locale.ROOT, "%04d-%02d-%02d", y, said.month(), said.day()))
            : Days.day(date(year(year), said.month(), said.day()))
                .with(false, remarks(year, year(year)));
    DayOfWeek weekday = said.weekday();
    if (weekday != null && days.from().getDayOfWeek() != weekday) {
      throw new Asking(
          Reason.CONTRADICTION,
          days.from()
              + " is a "
              + Words.of(days.from().getDayOfWeek())
              + " and no "
              + Words.of(weekday),
          new Choice("the date", days.from().toString()));
    }
    return days;
  }

  /// Throws where there is no such day; the end of the month is named, nothing is rolled over.
  private static LocalDate date(int year, int month, int day) {
    inRange(year);
    if (month < 1 || month > 12) {
      throw new Asking(Reason.IMPOSSIBLE, "there is no month " + month + "; months are 1 to 12");
    }
    YearMonth of = YearMonth.of(year, month);
    if (!of.isValidDay(day)) {
      throw new Asking(
          Reason.IMPOSSIBLE,
          "there is no "
              + day
              + " "
              + Words.of(of.getMonth())
              + " "
              + year
              + ", which has "
              + of.lengthOfMonth()
              + " days",
          new Choice("the last day of the month", of.atEndOfMonth().toString()),
          new Choice("the first day after it", of.atEndOfMonth().plusDays(1).toString()));
    }
    return of.atDay(day);
  }

  private Days month(Said.Month said) {
    if (said.month() < 1 || said.month() > 12) {
      throw new Asking(Reason.IMPOSSIBLE, "there is no month " + said.month());
    }
    Yr year = said.year();
    return year == null
        ? yearless(
            y -> month(YearMonth.of(y, said.month())),
            y -> YearMonth.of(y, said.month()).toString())
        : month(YearMonth.of(year(year), said.month())).with(false, remarks(year, year(year)));
  }

  private static Days month(YearMonth month) {
    return Days.of(month.atDay(1), month.plusMonths(1).atDay(1), Granularity.MONTH);
  }

  private Days quarter(Said.Quarter said) {
    if (said.quarter() < 1 || said.quarter() > 4) {
      throw new Asking(Reason.IMPOSSIBLE, "there is no quarter " + said.quarter());
    }
    Yr year = said.year();
    return year == null
        ? yearless(y -> quarter(y, said.quarter()), y -> "Q" + said.quarter() + " " + y)
        : quarter(year(year), said.quarter()).with(false, remarks(year, year(year)));
  }

  private static Days quarter(int year, int quarter) {
    LocalDate from = LocalDate.of(year, 3 * quarter - 2, 1);
    return Days.of(from, from.plusMonths(3), Granularity.QUARTER);
  }

  private Days half(Said.Half said) {
    if (said.half() < 1 || said.half() > 2) {
      throw new Asking(Reason.IMPOSSIBLE, "there is no half " + said.half());
    }
    Yr year = said.year();
    return year == null
        ? yearless(y -> half(y, said.half()), y -> "H" + said.half() + " " + y)
        : half(year(year), said.half()).with(false, remarks(year, year(year)));
  }

  private static Days half(int year, int half) {
    LocalDate from = LocalDate.of(year, 6 * half - 5, 1);
    return Days.of(from, from.plusMonths(6), Granularity.HALF);
  }

  private Days decade(Said.Decade said) {
    int year = said.firstYear();
    if (said.shortened()) {
      int near = 2000 + year;
      if (near <= today().getYear()) {
        throw new Asking(
            Reason.VAGUE,
            "the century is not said",
            new Choice("the " + (near - 100) + "s", "the " + (near - 100) + "s"),
            new Choice("the " + near + "s", "the " + near + "s"));
      }
      return decade(near - 100).with(false, List.of("the century was taken to be the 20th"));
    }
    if (year % 100 == 0) {
      throw new Asking(
          Reason.VAGUE,
          "a decade or a century can be meant",
          new Choice("ten years", "from " + year + " to " + (year + 9)),
          new Choice("a hundred years", "from " + year + " to " + (year + 99)));
    }
    return decade(year);
  }

  private static Days decade(int first) {
    inRange(first);
    return Days.of(LocalDate.of(first, 1, 1), LocalDate.of(first + 10, 1, 1), Granularity.DECADE);
  }

  private static Days century(Said.Century said) {
    int first = 100 * (said.number() - 1) + 1;
    inRange(first);
    return Days.of(LocalDate.of(first, 1, 1), LocalDate.of(first + 100, 1, 1), Granularity.CENTURY);
  }

  // Weeks

  private WeekFields weekRule() {
    DayOfWeek start = context.settings().weekStart();
    return start == null || start == DayOfWeek.MONDAY ? WeekFields.ISO : WeekFields.of(start, 1);
  }

  private String weekRemark() {
    DayOfWeek start = context.settings().weekStart();
    return start == null
        ? "weeks start on Monday (ISO 8601; no week rule is set)"
        : "weeks start on " + Words.of(start) + " (as set)";
  }

  private Days week(Said.Week said) {
    Yr written = said.year();
    int year = written == null ? today().getYear() : year(written);
    inRange(year);
    WeekFields rule = said.iso() ? WeekFields.ISO : weekRule();
    LocalDate middle = LocalDate.of(year, 7, 1);
    long weeks = middle.range(rule.weekOfWeekBasedYear()).getMaximum();
    if (said.week() < 1 || said.week() > weeks) {
      throw new Asking(Reason.IMPOSSIBLE, year + " has no week " + said.week() + ", only " + weeks);
    }
    LocalDate monday =
        middle.with(rule.weekOfWeekBasedYear(), said.week()).with(rule.dayOfWeek(), 1);
    List<String> how = List.of(said.iso() ? "an ISO 8601 week, from Monday" : weekRemark());
    Integer day = said.day();
    if (day != null) {
      if (day < 1 || day > 7) {
        throw new Asking(Reason.IMPOSSIBLE, "a week has no day " + day);
      }
      return Days.day(monday.plusDays(day - 1L)).with(false, how);
    }
    Days week =
        Days.of(monday, monday.plusWeeks(1), Granularity.WEEK)
            .labelled(String.format(java.util.Locale.ROOT, "%d-W%02d", year, said.week()))
            .with(false, how);
    return written == null
        ? week.with(false, List.of("no year is given; the year of the reference was taken"))
        : week;
  }

  private Days weekAround(LocalDate day) {
    LocalDate first = day.with(weekRule().dayOfWeek(), 1);
    return Days.of(first, first.plusWeeks(1), Granularity.WEEK).with(false, List.of(weekRemark()));
  }

  private Days weekOf(Said.WeekOf said) {
    Days day = days(said.day(), "a week");
    if (!day.isDay()) {
      throw new Asking(Reason.VAGUE, "it is not said which of its weeks is meant");
    }
    return weekAround(day.from())
        .with(
            day.approximate(), List.of(day.from() + " is a " + Words.of(day.from().getDayOfWeek())))
        .with(false, day.remarks());
  }

  private Days weekFrom(Said.WeekFrom said) {
    Days day = days(said.day(), "a week");
    if (!day.isDay()) {
      throw new Asking(Reason.VAGUE, "a week starts or ends on one day");
    }
    return said.direction() > 0
        ? Days.of(day.from(), day.from().plusWeeks(1), Granularity.WEEK)
            .with(false, List.of("the seven days from " + day.from() + " on"))
        : Days.of(day.to().minusWeeks(1), day.to(), Granularity.WEEK)
            .with(false, List.of("the seven days through " + day.from()));
  }

  private Days weekday(Said.Weekday said) {
    Integer week = said.week();
    if (week != null) {
      LocalDate first = weekAround(today().plusWeeks(week)).from();
      return Days.day(first.with(TemporalAdjusters.nextOrSame(said.day())))
          .with(false, List.of(weekRemark()));
    }
    LocalDate before = today().with(TemporalAdjusters.previous(said.day()));
    LocalDate after = today().with(TemporalAdjusters.next(said.day()));
    LocalDate first = weekAround(today()).from();
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

  private Days monthBeside(Said.MonthBeside said) {
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
    return month(one);
  }

  // Counted from the reference

  private Days unit(Unit unit, LocalDate day) {
    return switch (unit) {
      case SECOND, MINUTE, HOUR, DAY -> Days.day(day);
      case WEEK -> weekAround(day);
      case MONTH -> month(YearMonth.from(day));
      case QUARTER -> quarter(day.getYear(), day.get(IsoFields.QUARTER_OF_YEAR));
      case HALF -> half(day.getYear(), day.getMonthValue() <= 6 ? 1 : 2);
      case YEAR -> year(day.getYear());
      case DECADE -> decade(day.getYear() - day.getYear() % 10);
      case CENTURY -> century(new Said.Century((day.getYear() - 1) / 100 + 1));
    };
  }

  private Meaning counted(Said.Counted said) {
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
      LocalDate here = unit(unit, today()).from();
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

  private Days completed(Said.Completed said) {
    LocalDate here = unit(said.unit(), today()).from();
    if (said.n() == 0) {
      throw new Asking(Reason.IMPOSSIBLE, "a stretch of no length");
    }
    return Days.of(said.unit().plus(here, -said.n()), here, Granularity.SPAN);
  }

  /// The calendar unit around a day.
  static Days around(Unit unit, LocalDate day, Context context) {
    return new Resolver(context).unit(unit, day);
  }

  private Meaning theLast(Said.TheLast said) {
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

  private Meaning ago(Said.Ago said) {
    Unit unit = said.unit();
    long n = said.n() * (long) said.direction();
    if (unit.isClock()) {
      return moment(plus(context.reference().now(), n, unit), unit.granularity());
    }
    LocalDate day = unit.plus(today(), n);
    return Days.day(day).with(false, clamped(today(), day, unit));
  }

  /// Says where the month was too short for the day.
  private static List<String> clamped(LocalDate from, LocalDate to, Unit unit) {
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

  private Moment now() {
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

  private Days sameTime(Said.SameTime said) {
    LocalDate day = said.unit().plus(today(), said.offset());
    return Days.day(day).with(true, clamped(today(), day, said.unit()));
  }

  private Days recent() {
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

  // Counted from another time

  private Meaning that(Said.That said) {
    Meaning antecedent = context.antecedent();
    if (antecedent == null) {
      throw new Asking(
          Reason.NO_ANTECEDENT, "it points back to a time that the question does not name");
    }
    Unit unit = said.unit();
    if (unit == null) {
      return antecedent;
    }
    LocalDate day =
        switch (antecedent) {
          case Days days -> days.from();
          case Moment moment ->
              moment.time().instant().atZone(context.reference().zone()).toLocalDate();
          case Stretch stretch -> stretch.from().atZone(context.reference().zone()).toLocalDate();
        };
    Days around = unit(unit, day);
    if (antecedent instanceof Days days && days.to().isAfter(around.to())) {
      throw new Asking(Reason.VAGUE, "the time it points back to is longer than a " + unit.word());
    }
    return said.offset() == 0 ? around : unit(unit, unit.plus(around.from(), said.offset()));
  }

  private Days shift(Said.Shift said) {
    Days base = days(said.from(), "a distance");
    long n = said.n() * (long) said.direction();
    Unit unit = said.unit();
    if (base.isDay() || unit.granularity().compareTo(base.granularity()) < 0) {
      LocalDate day = said.direction() < 0 ? base.from() : base.to().minusDays(1);
      LocalDate to = unit.plus(day, n);
      return Days.day(to)
          .with(base.approximate(), base.remarks())
          .with(false, clamped(day, to, unit));
    }
    return Days.of(unit.plus(base.from(), n), unit.plus(base.to(), n), base.granularity())
        .with(base.approximate(), base.remarks());
  }

  private Days beside(Said.Beside said) {
    Days base = days(said.time(), "a neighbour");
    Unit unit = said.unit();
    Days beside =
        said.direction() < 0
            ? Days.of(unit.plus(base.from(), -1), base.from(), unit.granularity())
            : Days.of(base.to(), unit.plus(base.to(), 1), unit.granularity());
    return beside.with(base.approximate(), base.remarks());
  }

  private Days nth(Said.Nth said) {
    Days within = days(said.within(), "an n-th part");
    DayOfWeek weekday = said.weekday();
    Days found =
        weekday == null
            ? Parts.nth(said.n(), said.unit(), within)
            : Parts.nthWeekday(said.n(), weekday, within);
    return found.with(within.approximate(), within.remarks());
  }

  // Times of day

  private Meaning at(Said.At said) {
    Context in = said.zone() == null ? context : context.in(said.zone());
    Days day = new Resolver(in).days(said.day(), "a time of day");
    if (!day.isDay()) {
      throw new Asking(Reason.VAGUE, "a time of day needs one day, not more");
    }
    LocalDate date = said.endOfDay() ? day.to() : day.from();
    LocalDateTime local = LocalDateTime.of(date, said.time());
    List<String> how =
        said.endOfDay()
            ? List.of("midnight at the end of " + day.from())
            : said.time().equals(LocalTime.MIDNIGHT)
                ? List.of("midnight is the start of " + day.from())
                : List.of();
    StatedTime time = stated(local.toString(), in);
    return new Moment(time, said.precision().granularity(), day.approximate(), List.of())
        .with(false, day.remarks())
        .with(false, how);
  }

  private Moment iso(String text) {
    StatedTime time = stated(text, context);
    return new Moment(time, Granularity.valueOf(time.precision().name()), false, List.of());
  }

  /// The one way to an instant: [LocalTimes].
  private static StatedTime stated(String local, Context in) {
    try {
      TimeInput input =
          LocalTimes.parseAbout(local, in.reference().zone(), in.reference().zoneAssumed());
      return input.at(in.reference().zone(), in.reference().zoneAssumed());
    } catch (CallerFault fault) {
      throw asking(fault);
    }
  }

  static Asking asking(CallerFault fault) {
    if (fault.code() == Code.AMBIGUOUS_TIME) {
      String before = Objects.requireNonNull(fault.context().get("before"));
      String after = Objects.requireNonNull(fault.context().get("after"));
      return new Asking(
          Reason.CLOCK_CHANGE,
          fault.sentence(),
          new Choice("the earlier", before),
          new Choice("the later", after));
    }
    if (fault.code() == Code.BAD_INPUT) {
      return new Asking(Reason.ZONE, fault.sentence());
    }
    boolean skipped = fault.sentence().contains("does not exist in");
    return new Asking(skipped ? Reason.CLOCK_CHANGE : Reason.IMPOSSIBLE, fault.sentence());
  }

  private Days numeric(Said.Numeric said) {
    int year = said.yearDigits() == 4 ? said.year() : year(new Yr(said.year(), Yr.Form.TWO_DIGITS));
    inRange(year);
    boolean dayFirst = isDay(year, said.second(), said.first());
    boolean monthFirst = isDay(year, said.first(), said.second());
    if (!dayFirst && !monthFirst) {
      throw new Asking(Reason.IMPOSSIBLE, "no day of " + year + " is written so, in either order");
    }
    LocalDate first = dayFirst ? LocalDate.of(year, said.second(), said.first()) : null;
    LocalDate second = monthFirst ? LocalDate.of(year, said.first(), said.second()) : null;
    ReadingSettings.NumericOrder order = context.settings().numericOrder();
    boolean unique = first == null || second == null || first.equals(second);
    LocalDate only = first == null ? second : first;
    if (unique && said.yearDigits() == 4) {
      return Days.day(Objects.requireNonNull(only))
          .with(false, List.of("only one order of day and month makes a date"));
    }
    if (!unique && order == null && context.language().isDayFirst()) {
      return Days.day(Objects.requireNonNull(first))
          .with(false, List.of("day before month, as in " + context.language().shown()));
    }
    if (order == null) {
      throw new Asking(
          Reason.NUMERIC_DATE,
          unique ? "the year has two digits" : "the day or the month can come first",
          java.util.stream.Stream.of(first, second)
              .filter(Objects::nonNull)
              .distinct()
              .map(day -> new Choice(Words.of(day), day.toString()))
              .toArray(Choice[]::new));
    }
    LocalDate chosen =
        unique ? only : order == ReadingSettings.NumericOrder.DAY_FIRST ? first : second;
    return Days.day(Objects.requireNonNull(chosen))
        .with(
            false,
            List.of(
                (order == ReadingSettings.NumericOrder.DAY_FIRST ? "day" : "month")
                    + " first, as set"));
  }

  private static boolean isDay(int year, int month, int day) {
    return month >= 1 && month <= 12 && YearMonth.of(year, month).isValidDay(day);
  }

  // What only settings or the asker know

  private Days term(Said.Term said) {
    ReadingSettings.Term term = context.settings().terms().get(said.name());
    Yr written = said.year();
    if (term == null || written == null) {
      throw new Asking(
          Reason.TERM,
          term == null
              ? "no dates are set for \"" + said.name() + "\"; name days"
              : "no year is given for \"" + said.name() + "\"");
    }
    int year = year(written);
    LocalDate from = term.first().atYear(year);
    LocalDate last = term.last().atYear(year);
    LocalDate end = last.isBefore(from) ? term.last().atYear(year + 1) : last;
    return Days.of(from, end.plusDays(1), Granularity.SPAN)
        .labelled(said.name() + " " + year)
        .with(false, List.of("as set for \"" + said.name() + "\""));
  }

  private static Asking event(Said.Event event) {
    return new Asking(
        Reason.EVENT, "when \"" + event.name() + "\" was is not known here; name its date");
  }
}
