package dev.asof.resolve;

import static dev.asof.resolve.Grammar.rule;

import dev.asof.resolve.Said.Ago;
import dev.asof.resolve.Said.Counted;
import dev.asof.resolve.Said.Relative;
import java.time.DayOfWeek;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// English times that are counted from the reference, or from a time named before.
final class RelativeRules {

  private RelativeRules() {}

  static void add(List<Rule> rules) {
    days(rules);
    units(rules);
    counted(rules);
    weekdaysAndMonths(rules);
    backReferences(rules);
    vague(rules);
  }

  static Unit unit(Captured c) {
    return Unit.of(c.number("unit"));
  }

  private static void days(List<Rule> rules) {
    rules.add(rule("yesterday", (c, chart, at) -> new Relative(Unit.DAY, -1)));
    rules.add(rule("today", (c, chart, at) -> new Relative(Unit.DAY, 0)));
    rules.add(rule("tonight", (c, chart, at) -> new Relative(Unit.DAY, 0)));
    rules.add(rule("tomorrow", (c, chart, at) -> new Relative(Unit.DAY, 1)));
    rules.add(rule("the? day before yesterday", (c, chart, at) -> new Relative(Unit.DAY, -2)));
    rules.add(rule("the? day after tomorrow", (c, chart, at) -> new Relative(Unit.DAY, 2)));
    rules.add(rule("ereyesterday", (c, chart, at) -> new Relative(Unit.DAY, -2)));
    for (String now :
        List.of(
            "now",
            "right_now",
            "currently",
            "at_present",
            "at_the_moment",
            "nowadays",
            "presently",
            "the_present",
            "the_present_day",
            "as_things_stand")) {
      rules.add(rule(now, (c, chart, at) -> new Said.Now()));
    }
  }

  private static void units(List<Rule> rules) {
    String whole = " {unit}";
    rules.add(rule("last|previous|prior" + whole, (c, chart, at) -> relative(c, chart, -1)));
    rules.add(rule("the previous|prior" + whole, (c, chart, at) -> relative(c, chart, -1)));
    rules.add(rule("the? current|present" + whole, (c, chart, at) -> relative(c, chart, 0)));
    rules.add(rule("this" + whole, (c, chart, at) -> relative(c, chart, 0)));
    rules.add(rule("next|coming" + whole, (c, chart, at) -> relative(c, chart, 1)));
    rules.add(rule("the? coming|upcoming|next" + whole, (c, chart, at) -> relative(c, chart, 1)));
    rules.add(
        rule(
            "the? {unit} before last",
            (c, chart, at) -> isWhole(c) ? new Relative(unit(c), -2) : null));
    rules.add(
        rule(
            "the? {unit} after next",
            (c, chart, at) -> isWhole(c) ? new Relative(unit(c), 2) : null));
    rules.add(
        rule(
            "this|the_same|same time last {unit}",
            (c, chart, at) -> isWhole(c) ? new Said.SameTime(unit(c), -1) : null));
    rules.add(
        rule(
            "this|the_same|same time next {unit}",
            (c, chart, at) -> isWhole(c) ? new Said.SameTime(unit(c), 1) : null));
    rules.add(
        rule(
            "year - to - date",
            (c, chart, at) -> new Said.Part(Said.Portion.FIRST_DAY, new Relative(Unit.YEAR, 0))));
  }

  /// `last year`; `last half` and `this second` are no times, and neither is one half.
  private static @Nullable Said relative(Captured c, Chart chart, int offset) {
    boolean plural = chart.token(c.end() - 1).word().endsWith("s");
    return !isWhole(c) || plural || isName(chart, c.end()) ? null : new Relative(unit(c), offset);
  }

  /// `this year - old`, `last minute changes`: part of another word.
  private static boolean isName(Chart chart, int end) {
    return chart.isGlued(end) && chart.token(end).is("-") && chart.isGlued(end + 1);
  }

  private static boolean isWhole(Captured c) {
    Unit unit = unit(c);
    return !unit.isClock() && unit != Unit.HALF;
  }

  private static void counted(List<Rule> rules) {
    rules.add(
        rule(
            "the? last|past|previous|preceding|prior|latest {n} {unit}",
            (c, chart, at) -> counted(c.number("n"), unit(c), -1)));
    rules.add(
        rule(
            "the? next|coming|following|upcoming {n} {unit}",
            (c, chart, at) -> counted(c.number("n"), unit(c), 1)));
    rules.add(rule("the? past {unit}", (c, chart, at) -> counted(1, unit(c), -1)));
    rules.add(
        rule(
            "the last {unit}",
            (c, chart, at) ->
                unit(c) == Unit.DAY
                        || unit(c) == Unit.MINUTE
                        || unit(c) == Unit.SECOND
                        || chart.token(c.end()).is("of")
                        || chart.token(c.end()).is("in")
                    ? null
                    : new Said.TheLast(unit(c))));
    rules.add(
        rule(
            "the? last|past couple_of|couple {unit}",
            (c, chart, at) -> about(counted(2, unit(c), -1))));
    rules.add(rule("the? last|past fortnight", (c, chart, at) -> counted(2, Unit.WEEK, -1)));
    rules.add(rule("the? last|past half {unit}", (c, chart, at) -> halfOf(unit(c), true)));
    for (String back : List.of("ago", "back", "earlier_than_now", "before_now", "before_today")) {
      rules.add(rule("{n} {unit} " + back, (c, chart, at) -> ago(c.number("n"), unit(c), -1)));
      rules.add(rule("a|an {unit} " + back, (c, chart, at) -> ago(1, unit(c), -1)));
      rules.add(rule("a couple of? {unit} " + back, (c, chart, at) -> about(ago(2, unit(c), -1))));
      rules.add(rule("a fortnight " + back, (c, chart, at) -> ago(2, Unit.WEEK, -1)));
      rules.add(
          rule("{n} fortnights " + back, (c, chart, at) -> ago(2 * c.number("n"), Unit.WEEK, -1)));
      rules.add(rule("half a|an {unit} " + back, (c, chart, at) -> halfOf(unit(c), false)));
      rules.add(rule("a {unit} and a half " + back, (c, chart, at) -> andAHalf(1, unit(c))));
      rules.add(
          rule(
              "{n} and a half {unit} " + back, (c, chart, at) -> andAHalf(c.number("n"), unit(c))));
      rules.add(
          rule(
              "about|around|roughly|some|approximately|almost|nearly|over {n} {unit} " + back,
              (c, chart, at) -> about(ago(c.number("n"), unit(c), -1))));
      rules.add(
          rule(
              "about|around|roughly|almost|nearly|over a|an {unit} " + back,
              (c, chart, at) -> about(ago(1, unit(c), -1))));
      rules.add(
          rule(
              "a_few|several|some|many|a_number_of {unit} " + back,
              (c, chart, at) -> vague("how many " + unit(c).word() + "s ago is not said")));
    }
    rules.add(rule("a {unit} ago today", (c, chart, at) -> ago(1, unit(c), -1)));
    rules.add(rule("{n} {unit} ago today", (c, chart, at) -> ago(c.number("n"), unit(c), -1)));
    rules.add(
        rule(
            "{n} {unit} from_now|hence|from_today",
            (c, chart, at) -> ago(c.number("n"), unit(c), 1)));
    rules.add(rule("a|an {unit} from_now|hence|from_today", (c, chart, at) -> ago(1, unit(c), 1)));
    rules.add(
        rule(
            "in {n} {unit} '|’ s? time|from_now",
            (c, chart, at) -> ago(c.number("n"), unit(c), 1)));
    rules.add(rule("in {n} {unit} time", (c, chart, at) -> ago(c.number("n"), unit(c), 1)));
    rules.add(rule("in a|an {unit} '|’ s time", (c, chart, at) -> ago(1, unit(c), 1)));
  }

  private static @Nullable Said counted(int n, Unit unit, int direction) {
    return new Counted(n, unit, direction);
  }

  private static Said ago(int n, Unit unit, int direction) {
    return new Ago(n, unit, direction);
  }

  private static Said about(@Nullable Said said) {
    return new Said.Approximate(java.util.Objects.requireNonNull(said));
  }

  private static Said halfOf(Unit unit, boolean stretch) {
    return switch (unit) {
      case YEAR -> stretch ? new Counted(6, Unit.MONTH, -1) : ago(6, Unit.MONTH, -1);
      case DAY -> stretch ? new Counted(12, Unit.HOUR, -1) : ago(12, Unit.HOUR, -1);
      case DECADE -> stretch ? new Counted(5, Unit.YEAR, -1) : ago(5, Unit.YEAR, -1);
      case CENTURY -> stretch ? new Counted(50, Unit.YEAR, -1) : ago(50, Unit.YEAR, -1);
      case HOUR -> stretch ? new Counted(30, Unit.MINUTE, -1) : ago(30, Unit.MINUTE, -1);
      default -> vague("half a " + unit.word() + " is no whole number of days");
    };
  }

  private static Said andAHalf(int n, Unit unit) {
    return switch (unit) {
      case YEAR -> ago(12 * n + 6, Unit.MONTH, -1);
      case DAY -> ago(24 * n + 12, Unit.HOUR, -1);
      case DECADE -> ago(10 * n + 5, Unit.YEAR, -1);
      case HOUR -> ago(60 * n + 30, Unit.MINUTE, -1);
      default -> vague("half a " + unit.word() + " is no whole number of days");
    };
  }

  private static void weekdaysAndMonths(List<Rule> rules) {
    weekday(rules, "last|past|this_past {weekday-english}", -1);
    weekday(rules, "next|coming|this_coming {weekday-english}", 1);
    weekday(rules, "{weekday-english}", 0);
    weekdayIn(rules, "this {weekday-english}", 0);
    weekdayIn(rules, "{weekday-english} of? last week", -1);
    weekdayIn(rules, "last week '|’ s {weekday-english}", -1);
    weekdayIn(rules, "{weekday-english} of? this week", 0);
    weekdayIn(rules, "{weekday-english} of? next week", 1);
    weekdayIn(rules, "{weekday-english} week", 1);
    rules.add(
        rule(
            "last|this|next {month}",
            (c, chart, at) -> {
              Token word = chart.token(at);
              int direction = word.is("last") ? -1 : word.is("next") ? 1 : 0;
              boolean verb =
                  Lexicon.isIn("month-verb", chart.token(at + 1))
                      && !chart.token(at + 1).isCapitalised();
              return verb ? null : new Said.MonthBeside(c.number("month"), direction);
            }));
    for (int offset = -1; offset <= 1; offset++) {
      int by = offset;
      rules.add(
          rule(
              List.of("last", "this", "next").get(offset + 1) + " {season}",
              (c, chart, at) ->
                  new Said.Season(Said.SeasonName.of(c.number("season")), null, null, by)));
    }
  }

  private static void weekday(List<Rule> rules, String template, int direction) {
    rules.add(
        rule(
            template,
            (c, chart, at) ->
                new Said.Weekday(DayOfWeek.of(c.number("weekday-english")), null, direction)));
  }

  private static void weekdayIn(List<Rule> rules, String template, int week) {
    rules.add(
        rule(
            template,
            (c, chart, at) ->
                new Said.Weekday(DayOfWeek.of(c.number("weekday-english")), week, 0)));
  }

  private static void backReferences(List<Rule> rules) {
    rules.add(
        rule(
            "then",
            (c, chart, at) ->
                chart.token(at - 1).isWord()
                        && List.of(
                                "since", "until", "till", "before", "after", "by", "from", "back")
                            .contains(chart.token(at - 1).word())
                    ? new Said.That(null, 0)
                    : null));
    rules.add(
        rule(
            "back_then|at_that_time|at_that_point|at_that_date|in_those_days|at_that_moment",
            (c, chart, at) -> new Said.That(null, 0)));
    rules.add(
        rule(
            "at the time",
            (c, chart, at) ->
                chart.token(c.end()).isWord() || chart.token(c.end()).isNumber()
                    ? null
                    : new Said.That(null, 0)));
    rules.add(
        rule(
            "that|the_same|same {unit}",
            (c, chart, at) -> {
              boolean plural = chart.token(c.end() - 1).word().endsWith("s");
              boolean said = !plural && isWhole(c) && !chart.token(c.end()).is("as");
              return said ? new Said.That(unit(c), 0) : null;
            }));
    rules.add(rule("that|the_same|same date", (c, chart, at) -> new Said.That(Unit.DAY, 0)));
    rules.add(
        rule(
            "the following|subsequent {unit}",
            (c, chart, at) -> isWhole(c) ? new Said.That(unit(c), 1) : null));
    rules.add(
        rule(
            "the preceding {unit}",
            (c, chart, at) -> isWhole(c) ? new Said.That(unit(c), -1) : null));
    rules.add(
        rule(
            "the {unit} after",
            (c, chart, at) ->
                isWhole(c) && isEnd(chart, c.end()) ? new Said.That(unit(c), 1) : null));
    rules.add(
        rule(
            "the {unit} before",
            (c, chart, at) ->
                isWhole(c) && isEnd(chart, c.end()) ? new Said.That(unit(c), -1) : null));
  }

  private static boolean isEnd(Chart chart, int at) {
    Token token = chart.token(at);
    return token.isEnd() || token.kind() == Token.Kind.MARK;
  }

  private static void vague(List<Rule> rules) {
    for (String recent :
        List.of(
            "recently",
            "lately",
            "of_late",
            "in_recent_years",
            "in_recent_months",
            "in_recent_weeks",
            "in_recent_times",
            "in_the_recent_past",
            "recent_years",
            "recent_months")) {
      rules.add(rule(recent, (c, chart, at) -> new Said.Recent(-1)));
    }
    for (String unclear :
        List.of(
            "the_other_day",
            "long_ago",
            "a_while_ago",
            "a_long_time_ago",
            "some_time_ago",
            "a_while_back",
            "in_the_near_future",
            "in_the_distant_past",
            "not_long_ago",
            "in_the_old_days",
            "years_ago",
            "months_ago",
            "weeks_ago",
            "decades_ago",
            "days_ago",
            "once_upon_a_time",
            "one_day_soon",
            "in_the_past",
            "in_former_times",
            "sometime_soon",
            "in_due_course")) {
      rules.add(rule(unclear, (c, chart, at) -> vague("it names no certain time")));
    }
    rules.add(
        rule(
            "the? last|past|next|coming few|several {unit}",
            (c, chart, at) -> vague("how many " + unit(c).word() + "s is not said")));
  }

  private static Said vague(String sentence) {
    return new Said.Unclear(Reason.VAGUE, sentence);
  }
}
