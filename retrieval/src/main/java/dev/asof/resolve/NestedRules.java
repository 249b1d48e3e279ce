package dev.asof.resolve;

import static dev.asof.resolve.Grammar.rule;

import dev.asof.resolve.Said.Part;
import dev.asof.resolve.Said.Portion;
import java.time.DayOfWeek;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Phrases around a phrase: a part of it, a time beside it, a time of day on it, a zone.
final class NestedRules {

  private static final Portion[] PORTIONS = Portion.values();

  private NestedRules() {}

  static void named(List<Rule> rules) {
    rules.add(
        rule(
            "{portion} the? {named}",
            (c, chart, at) -> new Part(PORTIONS[c.number("portion")], c.said("named"))));
    rules.add(
        rule(
            "the? first half of|in {named}",
            (c, chart, at) -> new Part(Portion.FIRST_HALF, c.said("named"))));
    rules.add(
        rule(
            "the? second half of|in {named}",
            (c, chart, at) -> new Part(Portion.SECOND_HALF, c.said("named"))));
    rules.add(
        rule("year - end {named}", (c, chart, at) -> new Part(Portion.LAST_DAY, c.said("named"))));
    rules.add(rule("the? {ord} {unit} of|in {named}", (c, chart, at) -> nth(c.number("ord"), c)));
    rules.add(rule("the? last|final {unit} of|in {named}", (c, chart, at) -> nth(-1, c)));
    rules.add(
        rule(
            "the? first|last|final {n} {unit} of|in {named}",
            (c, chart, at) ->
                new Said.Unclear(Reason.VAGUE, "several of its parts together; name days")));
    rules.add(
        rule(
            "the? {ord} {weekday-english} of|in {named}",
            (c, chart, at) -> nthWeekday(c.number("ord"), c)));
    rules.add(
        rule(
            "the? last|final {weekday-english} of|in {named}",
            (c, chart, at) -> nthWeekday(-1, c)));
    rules.add(
        rule(
            "the? week of|containing|around|including the? {named}",
            (c, chart, at) -> new Said.WeekOf(c.said("named"))));
    rules.add(
        rule(
            "the? week beginning|starting|commencing on? {named}",
            (c, chart, at) -> new Said.WeekFrom(c.said("named"), 1)));
    rules.add(
        rule(
            "the? week ending|ended on? {named}",
            (c, chart, at) -> new Said.WeekFrom(c.said("named"), -1)));
    rules.add(rule("the month|year|quarter|day of {named}", (c, chart, at) -> c.said("named")));
    rules.add(
        rule("the {unit} before|preceding|prior_to {named}", (c, chart, at) -> beside(c, -1)));
    rules.add(rule("the {unit} after|following {named}", (c, chart, at) -> beside(c, 1)));
    rules.add(
        rule(
            "the eve of {named}",
            (c, chart, at) -> new Said.Beside(Unit.DAY, c.said("named"), -1)));
    rules.add(
        rule(
            "{n} {unit} before|prior_to|preceding|earlier_than {named}",
            (c, chart, at) -> shift(c.number("n"), c, -1)));
    rules.add(
        rule(
            "{n} {unit} after|following|later_than|from|past {named}",
            (c, chart, at) -> shift(c.number("n"), c, 1)));
    rules.add(rule("a|an {unit} before|prior_to {named}", (c, chart, at) -> shift(1, c, -1)));
    rules.add(rule("a|an {unit} after|following {named}", (c, chart, at) -> shift(1, c, 1)));
    rules.add(
        rule(
            "around|circa|approximately|roughly|c_.|ca_.|ca|approx_. the? {named}",
            (c, chart, at) -> new Said.Approximate(c.said("named"))));
  }

  private static Said nth(int n, Captured c) {
    return new Said.Nth(n, RelativeRules.unit(c), null, c.said("named"));
  }

  private static Said nthWeekday(int n, Captured c) {
    return new Said.Nth(n, Unit.DAY, DayOfWeek.of(c.number("weekday-english")), c.said("named"));
  }

  private static @Nullable Said beside(Captured c, int direction) {
    Unit unit = RelativeRules.unit(c);
    return unit.isClock() || unit == Unit.HALF
        ? null
        : new Said.Beside(unit, c.said("named"), direction);
  }

  private static @Nullable Said shift(int n, Captured c, int direction) {
    Unit unit = RelativeRules.unit(c);
    return unit.isClock() || unit == Unit.HALF
        ? null
        : new Said.Shift(c.said("named"), n, unit, direction);
  }

  static void moments(List<Rule> rules) {
    rules.add(rule("{moment} minus|less|-|− {n} {unit}", (c, chart, at) -> shifted(c, -1)));
    rules.add(rule("{moment} plus|+ {n} {unit}", (c, chart, at) -> shifted(c, 1)));
    for (String place :
        List.of("", " {zone}", " in|à|a|en {city}", " {city} time", " ( {zone} )")) {
      rules.add(
          rule(
              "{moment} ,|at|,_at|à|um|a_las? {clock}" + place,
              (c, chart, at) -> isAnotherDay(c) ? null : clock(c, "moment")));
      rules.add(
          rule(
              "{clock}"
                  + place
                  + " ,|on|of|,_on|le|am|el|at_the_start_of|at_the_beginning_of|"
                  + "at_the_beginning_of_the|- the? {named}",
              (c, chart, at) -> clock(c, "named")));
      rules.add(rule("{clock}" + place + " {named}", (c, chart, at) -> clock(c, "named")));
    }
    rules.add(
        rule(
            "midnight at_the_end_of|ending {named}",
            (c, chart, at) ->
                new Said.At(
                    c.said("named"), java.time.LocalTime.MIDNIGHT, null, Unit.MINUTE, true)));
    rules.add(rule("{moment} {zone}", (c, chart, at) -> inZone(c, "zone", false)));
    rules.add(rule("{moment} ( {zone} )", (c, chart, at) -> inZone(c, "zone", false)));
    rules.add(rule("{moment} [ {zone} ]", (c, chart, at) -> inZone(c, "zone", false)));
    rules.add(rule("{moment} ( {city} time )", (c, chart, at) -> inZone(c, "city", false)));
    rules.add(rule("{moment} , {city} time", (c, chart, at) -> inZone(c, "city", false)));
    rules.add(rule("{moment} {city} time", (c, chart, at) -> inZone(c, "city", false)));
    rules.add(rule("{moment} ,? in|à|a|en {city}", (c, chart, at) -> inZone(c, "city", true)));
    rules.add(
        rule(
            "{moment} or_so|or_thereabouts",
            (c, chart, at) -> new Said.Approximate(c.said("moment"))));
  }

  /// What is said of a time of day cannot be given another one.
  private static boolean isAnotherDay(Captured c) {
    return isClock(c.said("moment"));
  }

  private static boolean isClock(Said said) {
    return switch (said) {
      case Said.At at -> true;
      case Said.Iso iso -> true;
      case Said.InZone in -> isClock(in.time());
      case Said.Now now -> true;
      default -> false;
    };
  }

  private static @Nullable Said shifted(Captured c, int direction) {
    Unit unit = RelativeRules.unit(c);
    return unit.isClock() || unit == Unit.HALF
        ? null
        : new Said.Shift(c.said("moment"), c.number("n"), unit, direction);
  }

  private static Said clock(Captured c, String day) {
    return at(c.said(day), c.orNull("clock"), zone(c));
  }

  /// `clock` is a time of day or why it is none; so is `zone`.
  static Said at(Said day, @Nullable Object clock, @Nullable Object zone) {
    if (clock instanceof Said.Unclear unclear) {
      return unclear;
    }
    if (zone instanceof Said.Unclear unclear) {
      return unclear;
    }
    Classes.ClockTime time = (Classes.ClockTime) java.util.Objects.requireNonNull(clock);
    return new Said.At(day, time.time(), (ZoneId) zone, time.precision(), time.endOfDay());
  }

  private static @Nullable Object zone(Captured c) {
    String template = c.template().toString();
    return template.contains("{zone}")
        ? c.orNull("zone")
        : template.contains("{city}") ? c.orNull("city") : null;
  }

  /// @param onlyClock a place is no zone beside a mere date
  private static @Nullable Said inZone(Captured c, String name, boolean onlyClock) {
    Said time = c.said("moment");
    if (time instanceof Said.InZone || (onlyClock && !isClock(time))) {
      return null;
    }
    Object zone = c.orNull(name);
    return zone instanceof Said.Unclear unclear
        ? unclear
        : new Said.InZone(time, (ZoneId) java.util.Objects.requireNonNull(zone));
  }
}
