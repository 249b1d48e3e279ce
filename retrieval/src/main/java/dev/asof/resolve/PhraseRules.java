package dev.asof.resolve;

import static dev.asof.resolve.Grammar.rule;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Times with the words that bound them, in the languages whose dates are read.
final class PhraseRules {

  private PhraseRules() {}

  static void phrases(List<Rule> rules) {
    rules.add(rule("{moment}", (c, chart, at) -> Phrase.of(Bound.ON, "", c.said("moment"))));
    lead(rules, "lead-on", Bound.ON);
    lead(rules, "lead-as-of", Bound.AS_OF);
    lead(rules, "lead-during", Bound.DURING);
    lead(rules, "lead-from", Bound.FROM);
    lead(rules, "lead-since", Bound.SINCE);
    lead(rules, "lead-before", Bound.BEFORE);
    lead(rules, "lead-after", Bound.AFTER);
    lead(rules, "lead-until", Bound.UNTIL);
    lead(rules, "lead-through", Bound.THROUGH);
    lead(rules, "lead-by", Bound.BY);
    rules.add(
        rule("{lead-about} the? {moment}", (c, chart, at) -> about(chart, at, c.said("moment"))));
    rules.add(
        rule("{both} the? {moment}", (c, chart, at) -> Phrase.beforeAndAfter(c.said("moment"))));
    openEnds(rules);
    ranges(rules);
    events(rules);
  }

  private static void lead(List<Rule> rules, String words, Bound bound) {
    lead(rules, words, "", bound);
    lead(rules, words, " the", bound);
  }

  private static void lead(List<Rule> rules, String words, String the, Bound bound) {
    rules.add(
        rule(
            "{" + words + "}" + the + " {moment}",
            (c, chart, at) -> {
              boolean name =
                  isYear(c.said("moment"))
                      && (Guard.isNamed(chart, c.end()) || Guard.isNamedBefore(chart, at));
              return name ? null : Phrase.of(bound, chart.token(at).word(), c.said("moment"));
            }));
  }

  private static boolean isYear(Said said) {
    return said instanceof Said.Year;
  }

  private static Phrase about(Chart chart, int at, Said said) {
    String word = chart.token(at).word();
    Bound bound =
        switch (word) {
          case "since" -> Bound.SINCE;
          case "from" -> Bound.FROM;
          case "until" -> Bound.UNTIL;
          case "before" -> Bound.BEFORE;
          case "after" -> Bound.AFTER;
          case "by" -> Bound.BY;
          default -> Bound.ON;
        };
    return Phrase.of(bound, word, new Said.Approximate(said));
  }

  private static void openEnds(List<Rule> rules) {
    rules.add(
        rule(
            "{moment} {onward}",
            (c, chart, at) -> Phrase.of(Bound.FROM, "from", c.said("moment"))));
    for (String lead : List.of("lead-from", "lead-since")) {
      rules.add(
          rule(
              "{" + lead + "} the? {moment} on",
              (c, chart, at) ->
                  chart.at(Chart.Layer.MOMENT, c.end()) == null
                      ? Phrase.of(Bound.FROM, "from", c.said("moment"))
                      : null));
    }
    for (String lead : List.of("lead-from", "lead-since", "lead-on")) {
      rules.add(
          rule(
              "{" + lead + "} the? {moment} {onward}",
              (c, chart, at) -> Phrase.of(Bound.FROM, "from", c.said("moment"))));
    }
    rules.add(
        rule(
            "in|on? {moment} {backward}",
            (c, chart, at) -> Phrase.of(Bound.THROUGH, "through", c.said("moment"))));
  }

  private static void ranges(List<Rule> rules) {
    rules.add(
        rule(
            "{between} the? {moment:a} {and} the? {moment:b}",
            (c, chart, at) -> Phrase.between("between", c.said("a"), c.said("b"), false)));
    rules.add(
        rule(
            "{from} the? {moment:a} {to} the? {moment:b}",
            (c, chart, at) -> Phrase.between("from", c.said("a"), c.said("b"), false)));
    rules.add(
        rule(
            "{from} the? {moment:a} {to-excluded} the? {moment:b}",
            (c, chart, at) -> Phrase.between("from", c.said("a"), c.said("b"), true)));
    rules.add(
        rule(
            "{moment:a} {to} the? {moment:b}",
            (c, chart, at) -> Phrase.between("", c.said("a"), c.said("b"), false)));
    rules.add(
        rule(
            "{moment:a} {to-excluded} the? {moment:b}",
            (c, chart, at) -> Phrase.between("", c.said("a"), c.said("b"), true)));
    rules.add(
        rule(
            "{moment:a} ~/ ~{moment:b}",
            (c, chart, at) ->
                isIsoDay(c.said("a")) && isIsoDay(c.said("b"))
                    ? Phrase.between("", c.said("a"), c.said("b"), false)
                    : null));
    rules.add(
        rule(
            "in|for|the|over|during? {year4:a} ~-|–|— ~{year4:b}",
            (c, chart, at) -> years(c, chart, at)));
    for (String to :
        List.of("{from}? {moment:a} {to} the? ", "{from}? {moment:a} {to-excluded} the? ")) {
      boolean excluded = to.contains("excluded");
      rules.add(
          rule(
              to + "{present}",
              (c, chart, at) -> Phrase.between("from", c.said("a"), new Said.Now(), excluded)));
    }
    rules.add(rule("{between} the? {day:a} {and} {atom:b}", (c, chart, at) -> days(c)));
    rules.add(rule("{from} the? {day:a} {to} {atom:b}", (c, chart, at) -> days(c)));
    rules.add(rule("{day:a} {to} {atom:b}", (c, chart, at) -> days(c)));
    rules.add(
        rule(
            "{from}? {mon} {day:a} {to} {day:b} ,? {year}",
            (c, chart, at) ->
                Phrase.between(
                    "from",
                    new Said.Day(c.year("year"), c.number("mon"), c.number("a"), null),
                    new Said.Day(c.year("year"), c.number("mon"), c.number("b"), null),
                    false)));
    rules.add(
        rule(
            "{from}? {mon:a} {to} {mon:b} ,|of|de|del? {year}",
            (c, chart, at) -> months(c, "from")));
    rules.add(
        rule(
            "{between} {mon:a} {and} {mon:b} ,|of|de|del? {year}",
            (c, chart, at) -> months(c, "between")));
    rules.add(
        rule(
            "{from}? q ~{num1:a} {to} q ~{num1:b} ,|of|in|/? {year}",
            (c, chart, at) ->
                Phrase.between(
                    "from",
                    new Said.Quarter(c.year("year"), c.number("a")),
                    new Said.Quarter(c.year("year"), c.number("b")),
                    false)));
  }

  private static Phrase months(Captured c, String lead) {
    return Phrase.between(
        lead,
        new Said.Month(c.year("year"), c.number("a")),
        new Said.Month(c.year("year"), c.number("b")),
        false);
  }

  private static boolean isIsoDay(Said said) {
    return said instanceof Said.Day || said instanceof Said.Iso || said instanceof Said.Month;
  }

  /// `2019-2021`, where it is no number of something and runs forward.
  private static @Nullable Phrase years(Captured c, Chart chart, int at) {
    int first = chart.token(at).isNumber() ? at : at + 1;
    int a = c.year("a").value();
    int b = c.year("b").value();
    boolean name =
        Guard.isNumbered(chart, first)
            || chart.isGlued(first)
            || (chart.isGlued(c.end())
                && (chart.token(c.end()).isWord() || chart.token(c.end() + 1).isNumber()))
            || chart.token(first - 1).isNumber();
    return name || a >= b || a < 1800 || b > 2199
        ? null
        : Phrase.between("from", new Said.Year(c.year("a")), new Said.Year(c.year("b")), false);
  }

  /// `1 to 31 March 2024`: the first day takes month and year from the second.
  private static @Nullable Phrase days(Captured c) {
    return c.said("b") instanceof Said.Day last
        ? Phrase.between(
            "from", new Said.Day(last.year(), last.month(), c.number("a"), null), last, false)
        : null;
  }

  private static void events(List<Rule> rules) {
    for (String lead :
        List.of(
            "before|prior_to|previous_to|ahead_of|pre|pre_-",
            "after|following|subsequent_to|post|post_-",
            "since|ever_since",
            "until|till|up_until",
            "as_of|as_at",
            "at_the_time_of|on_the_day_of|on_the_date_of|at_the_date_of",
            "in_the_wake_of|immediately_before|immediately_after|shortly_before|shortly_after")) {
      rules.add(
          rule(
              lead + " {event-phrase}",
              (c, chart, at) ->
                  Events.isDistance(chart, at)
                      ? null
                      : Phrase.of(Bound.ON, chart.token(at).word(), c.said("event-phrase"))));
    }
    rules.add(
        rule(
            "during {event-phrase}",
            (c, chart, at) -> Phrase.of(Bound.DURING, "during", c.said("event-phrase"))));
  }

  static void series(List<Rule> rules) {
    rules.add(
        rule(
            "in|for|at? {each} {unit} ,? {phrase}",
            (c, chart, at) -> each(c.get("phrase", Phrase.class), c.number("unit"))));
    rules.add(
        rule(
            "in|for|at? {each} of {phrase}",
            (c, chart, at) -> eachOf(c.get("phrase", Phrase.class))));
    rules.add(
        rule(
            "{unit} by|after|on {unit:again} ,? {phrase}",
            (c, chart, at) ->
                c.number("unit") == c.number("again")
                    ? each(c.get("phrase", Phrase.class), c.number("unit"))
                    : null));
    rules.add(
        rule(
            "by {unit} ,? {phrase}",
            (c, chart, at) -> each(c.get("phrase", Phrase.class), c.number("unit"))));
    rules.add(
        rule(
            "{each-unit} {phrase}",
            (c, chart, at) -> each(c.get("phrase", Phrase.class), c.number("each-unit"))));
    rules.add(
        rule(
            "{phrase} ,? by|per|each|every|for_each|for_every|in_each|in_every {unit}",
            (c, chart, at) -> each(c.get("phrase", Phrase.class), c.number("unit"))));
    rules.add(
        rule(
            "{phrase} ,? {unit} by|after {unit:again}",
            (c, chart, at) ->
                c.number("unit") == c.number("again")
                    ? each(c.get("phrase", Phrase.class), c.number("unit"))
                    : null));
  }

  static @Nullable Phrase each(Phrase phrase, int unit) {
    Unit by = Unit.of(unit);
    return by.isClock() || phrase.each() != null || phrase.beforeAndAfter()
        ? null
        : phrase.oneByOne(by);
  }

  private static @Nullable Phrase eachOf(Phrase phrase) {
    return phrase.first() instanceof Said.Counted counted
            && !counted.unit().isClock()
            && counted.direction() < 0
        ? Phrase.of(Bound.ON, phrase.lead(), new Said.Completed(counted.n(), counted.unit()))
            .oneByOne(counted.unit())
        : null;
  }
}
