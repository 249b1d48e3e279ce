package dev.asof.resolve;

import static dev.asof.resolve.Grammar.rule;

import dev.asof.resolve.Said.Fiscal;
import dev.asof.resolve.Said.Yr;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Fiscal years and their parts, in English and Korean.
final class FiscalRules {

  private FiscalRules() {}

  static void add(List<Rule> rules) {
    years(rules, "", Unit.YEAR, "");
    for (String part :
        List.of("q ~{num1} ", "the? {ord:num1} quarter of|in? ", "quarter {n:num1} of? ")) {
      years(rules, part, Unit.QUARTER, "");
    }
    for (String part : List.of("h ~{num1} ", "the? {ord:num1} half of|in? ")) {
      years(rules, part, Unit.HALF, "");
    }
    years(rules, "", Unit.QUARTER, " ,|-|/? q ~{num1}");
    years(rules, "", Unit.HALF, " ,|-|/? h ~{num1}");
    rules.add(
        rule(
            "fiscal q ~{num1} of|,? {year}",
            (c, chart, at) -> new Fiscal(Unit.QUARTER, c.number("num1"), c.year("year"), 0, null)));
    offsets(rules, "last|previous|prior", -1);
    offsets(rules, "the? previous|prior", -1);
    offsets(rules, "this|current", 0);
    offsets(rules, "the? current", 0);
    offsets(rules, "the? next|coming|upcoming", 1);
    korean(rules);
  }

  private static void years(List<Rule> rules, String before, Unit part, String after) {
    rules.add(
        rule(
            before + "the? {fiscal} of|,? {year}" + after,
            (c, chart, at) -> of(c, part, c.year("year"), null)));
    rules.add(
        rule(
            before + "the? {fiscal} of|,? {year4} ~/|-|– ~{num2}" + after,
            (c, chart, at) -> of(c, part, c.year("year4"), c.number("num2"))));
    rules.add(
        rule(
            before + "the? {fiscal} of|,? {year4} ~/|-|– ~{year4:next}" + after,
            (c, chart, at) -> of(c, part, c.year("year4"), c.year("next").value() % 100)));
    rules.add(
        rule(
            before + "{fiscal} {num2}" + after,
            (c, chart, at) ->
                Guard.isCounted(chart, c.end())
                    ? null
                    : of(c, part, new Yr(c.number("num2"), Yr.Form.TWO_DIGITS), null)));
    rules.add(
        rule(
            before + "{fiscal} ~{num2:first} ~/|- ~{num2}" + after,
            (c, chart, at) ->
                of(c, part, new Yr(c.number("first"), Yr.Form.TWO_DIGITS), c.number("num2"))));
  }

  private static Said of(Captured c, Unit part, Yr year, @Nullable Integer second) {
    return new Fiscal(part, part == Unit.YEAR ? 1 : c.number("num1"), year, 0, second);
  }

  private static void offsets(List<Rule> rules, String word, int offset) {
    rules.add(
        rule(
            word + " {fiscal}",
            (c, chart, at) ->
                chart.token(c.end() - 1).is("year") || chart.token(c.end() - 1).is("fy")
                    ? new Fiscal(Unit.YEAR, 1, null, offset, null)
                    : null));
    rules.add(
        rule(
            word + " fiscal|financial quarter",
            (c, chart, at) -> new Fiscal(Unit.QUARTER, 0, null, offset, null)));
    rules.add(
        rule(
            "the? {ord:num1} quarter of " + word + " {fiscal}",
            (c, chart, at) -> new Fiscal(Unit.QUARTER, c.number("num1"), null, offset, null)));
  }

  private static void korean(List<Rule> rules) {
    rules.add(rule("{ko-yr} 회계연도|회계 연도?", (c, chart, at) -> koreanYear(c.year("ko-yr"))));
    rules.add(rule("{year4} 회계연도", (c, chart, at) -> koreanYear(c.year("year4"))));
    rules.add(rule("회계연도 {year4} 년?", (c, chart, at) -> koreanYear(c.year("year4"))));
    rules.add(
        rule(
            "{ko-fiscal}",
            (c, chart, at) -> new Fiscal(Unit.YEAR, 1, null, c.number("ko-fiscal"), null)));
    rules.add(
        rule(
            "{year4} 회계연도 {num1} 분기",
            (c, chart, at) ->
                new Fiscal(Unit.QUARTER, c.number("num1"), c.year("year4"), 0, null)));
  }

  private static Said koreanYear(Yr year) {
    return year.form() == Yr.Form.RELATIVE
        ? new Fiscal(Unit.YEAR, 1, null, year.value(), null)
        : new Fiscal(Unit.YEAR, 1, year, 0, null);
  }
}
