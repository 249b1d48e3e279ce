package dev.asof.resolve;

import static dev.asof.resolve.Grammar.rule;

import dev.asof.resolve.Said.Yr;
import java.time.DayOfWeek;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Dates that are written out, in English, German, French, Spanish and Catalan, and in numbers.
final class DateRules {

  private static final String THE = "the|le|der|den|dem|el|l_'|l_’? ";
  private static final String WEEKDAY = "{dow}? ,|den|der|the|le|el? ";
  private static final String OF = " of|de|d_'|d_’? ";
  private static final String THEN = " ,|of|de|del|de_l_'|de_l_’|de_l_'_any|in? ";

  private DateRules() {}

  static void add(List<Rule> rules) {
    days(rules);
    numbers(rules);
    monthsAndYears(rules);
    partsOfYears(rules);
    rules.add(rule("{iso}", (c, chart, at) -> c.said("iso")));
  }

  private static void days(List<Rule> rules) {
    rules.add(
        rule(
            THE + WEEKDAY + "{day} .?" + OF + "{mon}" + THEN + "{year}",
            (c, chart, at) -> day(c, "year")));
    rules.add(rule(WEEKDAY + "{mon} the? {day} ,|of|in? {year}", (c, chart, at) -> day(c, "year")));
    rules.add(rule("{year} ,? {mon} {day}", (c, chart, at) -> day(c, "year")));
    rules.add(rule("{day} ~-|/ ~{mon} ~-|/ ~{year4:year}", (c, chart, at) -> day(c, "year")));
    rules.add(
        rule(
            THE + WEEKDAY + "{day}" + OF + "{mon}",
            (c, chart, at) -> isMonthOf(c, chart, at) ? withoutYear(c, chart) : null));
    rules.add(
        rule("den|dem|der? {day} . {month-german:mon}", (c, chart, at) -> withoutYear(c, chart)));
    rules.add(
        rule(
            WEEKDAY + "{mon} the? {day}",
            (c, chart, at) -> isMonthThere(chart, at) ? withoutYear(c, chart) : null));
    rules.add(
        rule(
            "christmas day? ,|of|in? {year}",
            (c, chart, at) -> new Said.Day(c.year("year"), 12, 25, null)));
    rules.add(
        rule(
            "christmas eve ,|of|in? {year}",
            (c, chart, at) -> new Said.Day(c.year("year"), 12, 24, null)));
    rules.add(
        rule("new year '|’ s? day|eve ,|of|in? {year}", (c, chart, at) -> newYear(c, chart, at)));
  }

  private static Said newYear(Captured c, Chart chart, int at) {
    boolean eve = false;
    for (int i = at; i < c.end(); i++) {
      eve |= chart.token(i).is("eve");
    }
    return new Said.Day(c.year("year"), eve ? 12 : 1, eve ? 31 : 1, null);
  }

  private static Said day(Captured c, String year) {
    Integer weekday = (Integer) (hasWeekday(c) ? c.orNull("dow") : null);
    return new Said.Day(
        c.year(year),
        c.number("mon"),
        c.number("day"),
        weekday == null ? null : DayOfWeek.of(weekday));
  }

  private static boolean hasWeekday(Captured c) {
    return c.template().toString().contains("{dow}");
  }

  private static @Nullable Said withoutYear(Captured c, Chart chart) {
    Token after = chart.token(c.end());
    boolean more =
        Guard.isCounted(chart, c.end())
            || (after.is(":") && chart.isGlued(c.end() + 1))
            || (chart.isGlued(c.end()) && (after.is("/") || after.isNumber()));
    if (more) {
      return null;
    }
    Integer weekday = (Integer) (hasWeekday(c) ? c.orNull("dow") : null);
    return new Said.Day(
        null, c.number("mon"), c.number("day"), weekday == null ? null : DayOfWeek.of(weekday));
  }

  /// `16 may`: of a month only behind a preposition, because people of 16 may do things.
  private static boolean isMonthOf(Captured c, Chart chart, int at) {
    Token last = chart.token(c.end() - 1);
    return !Lexicon.isIn("month-verb", last)
        || last.isCapitalised()
        || Lexicon.isIn("before-month", chart.token(at - 1));
  }

  private static boolean isMonthThere(Chart chart, int at) {
    int month = at;
    while (!Lexicon.isIn("month", chart.token(month))
        && !Lexicon.isIn("month-short", chart.token(month))) {
      month++;
    }
    return Guard.isMonth(chart, month, true);
  }

  private static void numbers(List<Rule> rules) {
    for (String mark : List.of("-", "/", ".")) {
      rules.add(
          rule(
              "{year4} ~" + mark + " ~{num:month} ~" + mark + " ~{num:day}",
              (c, chart, at) ->
                  isJoined(chart, at, c.end())
                      ? null
                      : new Said.Day(c.year("year4"), c.number("month"), c.number("day"), null)));
      rules.add(
          rule(
              "{num:a} ~" + mark + " ~{num:b} ~" + mark + " ~{year4}",
              (c, chart, at) ->
                  isJoined(chart, at, c.end()) || Guard.isNumbered(chart, at)
                      ? null
                      : new Said.Numeric(
                          c.number("a"), c.number("b"), c.year("year4").value(), 4)));
      rules.add(
          rule(
              "{num:a} ~" + mark + " ~{num:b} ~" + mark + " ~{num2:year}",
              (c, chart, at) -> shortNumeric(c, chart, at, mark)));
    }
    rules.add(
        rule(
            "{year4} . {num:month} . {num:day} ~.?",
            (c, chart, at) ->
                new Said.Day(c.year("year4"), c.number("month"), c.number("day"), null)));
    rules.add(
        rule(
            "{year4} ~- ~{num2:month}",
            (c, chart, at) ->
                isJoined(chart, at, c.end()) || c.number("month") > 12 || c.number("month") == 0
                    ? null
                    : new Said.Month(c.year("year4"), c.number("month"))));
    rules.add(
        rule(
            "{num2:month} ~/ ~{year4}",
            (c, chart, at) ->
                isJoined(chart, at, c.end())
                        || c.number("month") > 12
                        || c.number("month") == 0
                        || !Lexicon.isIn("before-month", chart.token(at - 1))
                    ? null
                    : new Said.Month(c.year("year4"), c.number("month"))));
    rules.add(
        rule(
            "{year4} -? ~w ~{num2:week} ~- ~{num1:day}",
            (c, chart, at) ->
                new Said.Week(c.year("year4"), c.number("week"), c.number("day"), true)));
    rules.add(
        rule(
            "{year4} -? ~w ~{num:week}",
            (c, chart, at) -> new Said.Week(c.year("year4"), c.number("week"), null, true)));
  }

  /// With two digits of a year the form is also that of section numbers: only behind a preposition,
  /// or with slashes.
  private static @Nullable Said shortNumeric(Captured c, Chart chart, int at, String mark) {
    boolean led =
        Lexicon.isIn("before-month", chart.token(at - 1))
            || Lexicon.isIn("lead-on", chart.token(at - 1))
            || mark.equals("/");
    return !led || isJoined(chart, at, c.end()) || Guard.isNumbered(chart, at)
        ? null
        : new Said.Numeric(c.number("a"), c.number("b"), c.number("year"), 2);
  }

  /// More letters or digits stand tightly before or behind it.
  private static boolean isJoined(Chart chart, int at, int end) {
    Token before = chart.token(at - 1);
    boolean left = chart.isGlued(at) && ("-/.:_+".contains(before.word()) || before.isNumber());
    Token after = chart.token(end);
    boolean more =
        chart.isGlued(end + 1)
            && (chart.token(end + 1).isNumber() || chart.token(end + 1).isWord());
    boolean right =
        chart.isGlued(end)
            && (after.isNumber()
                || ("-_+:".contains(after.word()) && more)
                || (after.is("/") && chart.token(end + 1).digits() < 4 && more)
                || (after.is(".") && chart.token(end + 1).isNumber() && more));
    return (left && !before.is(".") && !isInterval(chart, at)) || right;
  }

  /// The second date of `2024-01-01/2024-03-31`.
  private static boolean isInterval(Chart chart, int at) {
    return chart.token(at - 1).is("/") && chart.token(at).digits() == 4;
  }

  private static void monthsAndYears(List<Rule> rules) {
    rules.add(
        rule(
            "{mon} ,|of|de|del|-|/|de_l_'|in? {year}",
            (c, chart, at) -> new Said.Month(c.year("year"), c.number("mon"))));
    rules.add(
        rule(
            "{year} ,? {month}",
            (c, chart, at) -> new Said.Month(c.year("year"), c.number("month"))));
    rules.add(
        rule(
            "{month}",
            (c, chart, at) ->
                Guard.isMonth(chart, at, false) && !Guard.isCounted(chart, c.end())
                    ? new Said.Month(null, c.number("month"))
                    : null));
    rules.add(
        rule(
            "the? calendar? year|jahr|jahre|jahres|année|año|any {year4}",
            (c, chart, at) -> new Said.Year(c.year("year4"))));
    rules.add(rule("calendar|cy {year4}", (c, chart, at) -> new Said.Year(c.year("year4"))));
    rules.add(
        rule(
            "{year4}",
            (c, chart, at) -> Guard.isYear(chart, at) ? new Said.Year(c.year("year4")) : null));
    rules.add(rule("the? {year4} ~s", (c, chart, at) -> decade(c.year("year4").value())));
    rules.add(rule("the? {year4} ~'|’ ~s", (c, chart, at) -> decade(c.year("year4").value())));
    rules.add(
        rule(
            "the '|’|‘? {num2:tens} ~s",
            (c, chart, at) ->
                c.number("tens") % 10 == 0 ? new Said.Decade(c.number("tens"), true) : null));
    rules.add(
        rule(
            "the {decade-word}", (c, chart, at) -> new Said.Decade(c.number("decade-word"), true)));
    rules.add(rule("the {ord} century", (c, chart, at) -> new Said.Century(c.number("ord"))));
    rules.add(rule("{n} bc|bce|ah|b_._c|a_._h", (c, chart, at) -> calendar()));
    rules.add(rule("{year4} bc|bce|ah|b_._c|a_._h", (c, chart, at) -> calendar()));
  }

  private static @Nullable Said decade(int year) {
    return year % 10 == 0 ? new Said.Decade(year, false) : null;
  }

  private static Said calendar() {
    return new Said.Unclear(
        Reason.OUT_OF_RANGE, "only years 1000 to 2999 of the common calendar are read");
  }

  private static void partsOfYears(List<Rule> rules) {
    String then = " ,|of|in|/|-|of_the? ";
    rules.add(rule("q ~{num1}" + then + "{year}", (c, chart, at) -> quarter(c, c.year("year"))));
    rules.add(rule("{num1} ~q" + then + "{year}", (c, chart, at) -> quarter(c, c.year("year"))));
    rules.add(rule("{year4} ,|-|/? q ~{num1}", (c, chart, at) -> quarter(c, c.year("year4"))));
    rules.add(
        rule(
            "the? {ord:num1} quarter" + then + "{year}",
            (c, chart, at) -> quarter(c, c.year("year"))));
    rules.add(
        rule("quarter {n:num1}" + then + "{year}", (c, chart, at) -> quarter(c, c.year("year"))));
    rules.add(
        rule(
            "the? last|final quarter of|in? {year}",
            (c, chart, at) -> new Said.Quarter(c.year("year"), 4)));
    rules.add(rule("the? {ord:num1} quarter", (c, chart, at) -> quarter(c, null)));
    rules.add(
        rule(
            "q ~{num1}",
            (c, chart, at) ->
                (chart.isGlued(at) && !chart.token(at - 1).is("("))
                        || chart.token(c.end()).is(":")
                        || (chart.isGlued(c.end())
                            && (chart.token(c.end()).isWord() || chart.token(c.end()).is(".")))
                    ? null
                    : quarter(c, null)));
    rules.add(rule("h ~{num1}" + then + "{year}", (c, chart, at) -> half(c, c.year("year"))));
    rules.add(rule("{num1} ~h" + then + "{year}", (c, chart, at) -> half(c, c.year("year"))));
    rules.add(rule("{year4} ,|-|/? h ~{num1}", (c, chart, at) -> half(c, c.year("year4"))));
    rules.add(
        rule("the? {ord:num1} half" + then + "{year}", (c, chart, at) -> half(c, c.year("year"))));
    rules.add(
        rule(
            "the? iso? week|cw|kw|calendar_week {n:week} ,|of|in|/? {year}",
            (c, chart, at) ->
                new Said.Week(c.year("year"), c.number("week"), null, isIso(chart, at))));
    rules.add(
        rule(
            "the? {ord:week} week of? {year4}",
            (c, chart, at) -> new Said.Week(c.year("year4"), c.number("week"), null, false)));
    rules.add(
        rule(
            "the? {season} of|in|,? {year} ~/|- ~{num2:next}",
            (c, chart, at) -> season(c, c.number("next"))));
    rules.add(
        rule(
            "the? {season} of|in|,? {year4:year} ~/|- ~{year4:next}",
            (c, chart, at) -> season(c, c.year("next").value() % 100)));
    rules.add(
        rule(
            "the? {season} of|in|,? {year4:year} ~/|- ~{num2:next}",
            (c, chart, at) -> season(c, c.number("next"))));
    rules.add(rule("the? {season} of|in|,? {year}", (c, chart, at) -> season(c, null)));
    rules.add(
        rule(
            "the? {term-name} term|day? ,|of|in? {year}",
            (c, chart, at) -> new Said.Term(term(chart, at), c.year("year"))));
    rules.add(
        rule("the? {term-name} term", (c, chart, at) -> new Said.Term(term(chart, at), null)));
    rules.add(
        rule(
            "the? {season} semester|term|session ,|of|in? {year}",
            (c, chart, at) -> new Said.Term("the semester", c.year("year"))));
    rules.add(
        rule(
            "the? academic|school year ,|of|in? {year4} ~/|-? ~{num2:next}?",
            (c, chart, at) -> new Said.Term("the academic year", c.year("year4"))));
  }

  private static Said quarter(Captured c, @Nullable Yr year) {
    return new Said.Quarter(year, c.number("num1"));
  }

  private static Said half(Captured c, @Nullable Yr year) {
    return new Said.Half(year, c.number("num1"));
  }

  private static Said season(Captured c, @Nullable Integer next) {
    return new Said.Season(Said.SeasonName.of(c.number("season")), c.year("year"), next, 0);
  }

  private static boolean isIso(Chart chart, int at) {
    return chart.token(at).is("iso") || chart.token(at + 1).is("iso");
  }

  private static String term(Chart chart, int at) {
    return chart.token(chart.token(at).is("the") ? at + 1 : at).word();
  }
}
