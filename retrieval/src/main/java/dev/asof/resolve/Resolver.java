package dev.asof.resolve;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.resolve.Meaning.Days;
import dev.asof.resolve.Meaning.Moment;
import dev.asof.resolve.Meaning.Stretch;
import dev.asof.resolve.Said.Yr;
import dev.asof.time.LocalTimes;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeInput;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Objects;

/// Works out what a phrase means. Throws [Asking] where it cannot be known; nothing is ever moved
/// to make it fit. Phrases that stand alone are for [CalendarDates], [RelativeTimes], [Seasons] and
/// [Fiscals]; those made of other phrases, or of a time of day, are here.
final class Resolver {

  private final Context context;
  private final CalendarDates calendar;
  private final RelativeTimes relative;

  Resolver(Context context) {
    this.context = context;
    this.calendar = new CalendarDates(context);
    this.relative = new RelativeTimes(context);
  }

  /// Throws [Asking].
  Meaning resolve(Said said) {
    Meaning meaning = meaning(said);
    if (meaning instanceof Days days) {
      CalendarDates.inRange(days.from().getYear());
      CalendarDates.inRange(days.to().minusDays(1).getYear());
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
      case Said.Day day -> calendar.day(day);
      case Said.Month month -> calendar.month(month);
      case Said.Quarter quarter -> calendar.quarter(quarter);
      case Said.Half half -> calendar.half(half);
      case Said.Year year -> calendar.year(calendar.year(year.year()));
      case Said.Decade decade -> calendar.decade(decade);
      case Said.Century century -> CalendarDates.century(century);
      case Said.Week week -> calendar.week(week);
      case Said.WeekOf of -> weekOf(of);
      case Said.WeekFrom from -> weekFrom(from);
      case Said.Season season -> new Seasons(context).resolve(season);
      case Said.Term term -> term(term);
      case Said.Fiscal fiscal -> new Fiscals(context).resolve(fiscal);
      case Said.Relative here ->
          calendar.unit(here.unit(), here.unit().plus(context.reference().today(), here.offset()));
      case Said.Counted counted -> relative.counted(counted);
      case Said.Completed completed -> relative.completed(completed);
      case Said.TheLast last -> relative.theLast(last);
      case Said.MonthBeside month -> relative.monthBeside(month);
      case Said.Ago ago -> relative.ago(ago);
      case Said.Weekday weekday -> relative.weekday(weekday);
      case Said.Now now -> relative.now();
      case Said.SameTime same -> relative.sameTime(same);
      case Said.That that -> that(that);
      case Said.Part part -> Parts.of(part.portion(), days(part.of(), "a part of it"));
      case Said.Shift shift -> shift(shift);
      case Said.Beside neighbour -> beside(neighbour);
      case Said.Nth nth -> nth(nth);
      case Said.At at -> at(at);
      case Said.Iso iso -> iso(iso.text());
      case Said.InZone in -> new Resolver(context.in(in.zone())).meaning(in.time());
      case Said.Numeric numeric -> calendar.numeric(numeric);
      case Said.Recent recent -> relative.recent();
      case Said.Approximate about -> meaning(about.time()).with(true, List.of());
      case Said.Event event -> throw event(event);
      case Said.Unclear unclear -> throw new Asking(unclear.reason(), unclear.sentence());
    };
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

  private Days weekOf(Said.WeekOf said) {
    Days day = days(said.day(), "a week");
    if (!day.isDay()) {
      throw new Asking(Reason.VAGUE, "it is not said which of its weeks is meant");
    }
    return calendar
        .weekAround(day.from())
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
    Days around = calendar.unit(unit, day);
    if (antecedent instanceof Days days && days.to().isAfter(around.to())) {
      throw new Asking(Reason.VAGUE, "the time it points back to is longer than a " + unit.word());
    }
    return said.offset() == 0
        ? around
        : calendar.unit(unit, unit.plus(around.from(), said.offset()));
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
          .with(false, RelativeTimes.clamped(day, to, unit));
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
    int year = calendar.year(written);
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
