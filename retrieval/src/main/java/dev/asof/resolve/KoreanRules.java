package dev.asof.resolve;

import static dev.asof.resolve.Grammar.rule;

import dev.asof.resolve.Said.Ago;
import dev.asof.resolve.Said.Counted;
import dev.asof.resolve.Said.Part;
import dev.asof.resolve.Said.Portion;
import dev.asof.resolve.Said.Relative;
import dev.asof.resolve.Said.Yr;
import java.time.DayOfWeek;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Times in Korean. Particles without meaning are gone before these rules see the words.
final class KoreanRules {

  private static final Portion[] PORTIONS = Portion.values();

  private KoreanRules() {}

  static void atoms(List<Rule> rules) {
    dates(rules);
    relative(rules);
    counted(rules);
    backReferences(rules);
  }

  private static void dates(List<Rule> rules) {
    rules.add(
        rule("{ko-yr} {num:month} 월 {num:day} 일|일자", (c, chart, at) -> day(c, c.year("ko-yr"))));
    rules.add(rule("{num:month} 월 {num:day} 일|일자", (c, chart, at) -> day(c, null)));
    rules.add(
        rule(
            "{ko-yr} {num:month} 월|월분",
            (c, chart, at) -> new Said.Month(c.year("ko-yr"), c.number("month"))));
    rules.add(rule("{num:month} 월|월분", (c, chart, at) -> new Said.Month(null, c.number("month"))));
    rules.add(rule("{ko-yr}", (c, chart, at) -> new Said.Year(c.year("ko-yr"))));
    rules.add(
        rule(
            "{ko-yr} 제? {num1} 분기|사분기",
            (c, chart, at) -> new Said.Quarter(c.year("ko-yr"), c.number("num1"))));
    rules.add(
        rule(
            "{ko-yr} {num1} / 4 분기",
            (c, chart, at) -> new Said.Quarter(c.year("ko-yr"), c.number("num1"))));
    rules.add(rule("{num1} 분기|사분기", (c, chart, at) -> new Said.Quarter(null, c.number("num1"))));
    rules.add(rule("{year4} 년대", (c, chart, at) -> decade(c.year("year4").value(), false)));
    rules.add(rule("{num2} 년대", (c, chart, at) -> decade(c.number("num2"), true)));
    rules.add(rule("{num} 세기", (c, chart, at) -> new Said.Century(c.number("num"))));
    rules.add(
        rule(
            "{ko-yr} 제? {num:week} 주|주차",
            (c, chart, at) -> new Said.Week(c.year("ko-yr"), c.number("week"), null, false)));
    rules.add(
        rule(
            "{ko-yr} {ko-season}",
            (c, chart, at) ->
                new Said.Season(
                    Said.SeasonName.of(c.number("ko-season")), c.year("ko-yr"), null, 0)));
    rules.add(rule("{ko-yr} 크리스마스", (c, chart, at) -> new Said.Day(c.year("ko-yr"), 12, 25, null)));
  }

  private static Said day(Captured c, @Nullable Yr year) {
    return new Said.Day(year, c.number("month"), c.number("day"), null);
  }

  private static @Nullable Said decade(int year, boolean brief) {
    return year % 10 == 0 ? new Said.Decade(year, brief) : null;
  }

  private static void relative(List<Rule> rules) {
    unit(rules, "ko-month", Unit.MONTH);
    unit(rules, "ko-week", Unit.WEEK);
    unit(rules, "ko-quarter", Unit.QUARTER);
    unit(rules, "ko-half", Unit.HALF);
    unit(rules, "ko-day", Unit.DAY);
    rules.add(
        rule(
            "{ko-month} {num:day} 일",
            (c, chart, at) ->
                new Said.Nth(
                    c.number("day"),
                    Unit.DAY,
                    null,
                    new Relative(Unit.MONTH, c.number("ko-month")))));
    rules.add(
        rule(
            "{ko-week} {ko-weekday}",
            (c, chart, at) ->
                new Said.Weekday(DayOfWeek.of(c.number("ko-weekday")), c.number("ko-week"), 0)));
    rules.add(
        rule(
            "지난 {ko-weekday}",
            (c, chart, at) -> new Said.Weekday(DayOfWeek.of(c.number("ko-weekday")), null, -1)));
    rules.add(
        rule(
            "다음 {ko-weekday}",
            (c, chart, at) -> new Said.Weekday(DayOfWeek.of(c.number("ko-weekday")), null, 1)));
    rules.add(
        rule(
            "{ko-weekday}",
            (c, chart, at) -> new Said.Weekday(DayOfWeek.of(c.number("ko-weekday")), null, 0)));
    rules.add(
        rule("지난 {num:month} 월", (c, chart, at) -> new Said.MonthBeside(c.number("month"), -1)));
    rules.add(
        rule("오는|다음 {num:month} 월", (c, chart, at) -> new Said.MonthBeside(c.number("month"), 1)));
    rules.add(
        rule(
            "지난|작년 {ko-season}",
            (c, chart, at) ->
                new Said.Season(
                    Said.SeasonName.of(c.number("ko-season")),
                    chart.token(at).is("작년") ? new Yr(-1, Yr.Form.RELATIVE) : null,
                    null,
                    -1)));
    rules.add(rule("{ko-now}", (c, chart, at) -> new Said.Now()));
    rules.add(rule("작년 이맘때|이맘때쯤|이때", (c, chart, at) -> new Said.SameTime(Unit.YEAR, -1)));
    rules.add(rule("지난달 이맘때", (c, chart, at) -> new Said.SameTime(Unit.MONTH, -1)));
    rules.add(rule("상반기", (c, chart, at) -> new Said.Half(null, 1)));
    rules.add(rule("하반기", (c, chart, at) -> new Said.Half(null, 2)));
  }

  private static void unit(List<Rule> rules, String name, Unit unit) {
    rules.add(rule("{" + name + "}", (c, chart, at) -> new Relative(unit, c.number(name))));
  }

  private static void counted(List<Rule> rules) {
    for (String back : List.of("전", "이전", "전에")) {
      rules.add(
          rule(
              "{ko-n} {ko-span} " + back,
              (c, chart, at) -> isNotice(chart, c.end()) ? null : ago(c, -1)));
      rules.add(
          rule(
              "{ko-days} " + back,
              (c, chart, at) ->
                  isNotice(chart, c.end()) ? null : new Ago(c.number("ko-days"), Unit.DAY, -1)));
      rules.add(rule("반년 " + back, (c, chart, at) -> new Ago(6, Unit.MONTH, -1)));
    }
    for (String ahead : List.of("후", "뒤", "이후")) {
      rules.add(rule("{ko-n} {ko-span} " + ahead, (c, chart, at) -> ago(c, 1)));
    }
    rules.add(rule("최근|지난 {ko-n} {ko-span}", (c, chart, at) -> stretch(c, -1)));
    rules.add(rule("향후|앞으로|다음 {ko-n} {ko-span}", (c, chart, at) -> stretch(c, 1)));
    rules.add(
        rule("최근|지난 {ko-days}", (c, chart, at) -> new Counted(c.number("ko-days"), Unit.DAY, -1)));
    rules.add(rule("{ko-recent}", (c, chart, at) -> new Said.Recent(-1)));
    rules.add(
        rule(
            "{ko-vague}",
            (c, chart, at) -> new Said.Unclear(Reason.VAGUE, "it names no certain time")));
  }

  /// `30일 전에 통지`: a term of notice, which is no time but what a text says.
  private static boolean isNotice(Chart chart, int end) {
    String word = chart.token(end).word();
    return List.of("통지", "고지", "공지", "알려", "안내", "신청", "통보", "예고", "알림", "까지", "사전").stream()
        .anyMatch(word::startsWith);
  }

  private static @Nullable Said ago(Captured c, int direction) {
    return c.number("ko-n") > 999
        ? null
        : new Ago(c.number("ko-n"), Unit.of(c.number("ko-span")), direction);
  }

  private static Said stretch(Captured c, int direction) {
    return new Counted(c.number("ko-n"), Unit.of(c.number("ko-span")), direction);
  }

  private static void backReferences(List<Rule> rules) {
    rules.add(rule("{ko-then}", (c, chart, at) -> that(c.number("ko-then"), 0)));
    rules.add(rule("{ko-after}", (c, chart, at) -> that(c.number("ko-after"), 1)));
    rules.add(rule("{ko-before}", (c, chart, at) -> that(c.number("ko-before"), -1)));
  }

  private static Said that(int unit, int offset) {
    return new Said.That(unit < 0 ? null : Unit.of(unit), offset);
  }

  static void moments(List<Rule> rules) {
    rules.add(
        rule(
            "{moment} {ko-portion}",
            (c, chart, at) -> new Part(PORTIONS[c.number("ko-portion")], c.said("moment"))));
    rules.add(
        rule("{moment} 마지막 날", (c, chart, at) -> new Part(Portion.LAST_DAY, c.said("moment"))));
    rules.add(
        rule(
            "{moment} {ko-approximate}", (c, chart, at) -> new Said.Approximate(c.said("moment"))));
    rules.add(
        rule(
            "{moment} {clock}",
            (c, chart, at) -> NestedRules.at(c.said("moment"), c.orNull("clock"), null)));
    rules.add(
        rule(
            "{city} 시간|시각|기준 {named}",
            (c, chart, at) ->
                new Said.InZone(c.said("named"), c.get("city", java.time.ZoneId.class))));
    rules.add(rule("{moment} {ko-n} {ko-span} 전", (c, chart, at) -> shift(c, -1)));
    rules.add(rule("{moment} {ko-n} {ko-span} 후|뒤", (c, chart, at) -> shift(c, 1)));
    for (int n = 1; n <= 5; n++) {
      int nth = n;
      rules.add(
          rule(
              "{moment} " + List.of("첫째", "둘째", "셋째", "넷째", "다섯째").get(n - 1) + " 주",
              (c, chart, at) -> new Said.Nth(nth, Unit.WEEK, null, c.said("moment"))));
    }
  }

  private static @Nullable Said shift(Captured c, int direction) {
    Unit unit = Unit.of(c.number("ko-span"));
    return unit.isClock()
        ? null
        : new Said.Shift(c.said("moment"), c.number("ko-n"), unit, direction);
  }

  static void phrases(List<Rule> rules) {
    after(rules, "이전", Bound.THROUGH);
    after(rules, "이후|이래|이래로", Bound.FROM);
    after(rules, "전|전에", Bound.BEFORE);
    after(rules, "후|뒤", Bound.AFTER);
    after(rules, "부터", Bound.FROM);
    after(rules, "까지", Bound.THROUGH);
    after(rules, "기준|현재|시점|당시|기점", Bound.AS_OF);
    after(rules, "자|부", Bound.ON);
    after(rules, "중|동안|내내|내|사이|간", Bound.DURING);
    range(rules, "{moment:a} 부터|에서|~|-|–|〜 {moment:b} 까지|사이|중|동안?");
    range(rules, "{moment:a} 와|과|하고 {moment:b} 사이|중|간");
    range(rules, "{year4:y} ~|∼|～|〜 {moment:b} 까지|사이?");
    rules.add(
        rule("{moment} 전후|이전과_이후|전과_후", (c, chart, at) -> Phrase.beforeAndAfter(c.said("moment"))));
    rules.add(
        rule(
            "{moment:a} 부터 현재|지금|오늘 까지?",
            (c, chart, at) -> Phrase.between("from", c.said("a"), new Said.Now(), false)));
    for (String word : List.of("이전|전|전에", "이후|후|뒤|부터|당시|까지")) {
      rules.add(
          rule(
              "{ko-event} " + word,
              (c, chart, at) ->
                  Phrase.of(Bound.ON, "event", new Said.Event(chart.token(at).text()))));
    }
  }

  private static void after(List<Rule> rules, String words, Bound bound) {
    rules.add(
        rule(
            "{moment} " + words,
            (c, chart, at) ->
                Phrase.of(
                    bound,
                    chart.token(c.end() - 1).word(),
                    bound == Bound.AS_OF ? lastDay(c.said("moment")) : c.said("moment"))));
  }

  /// `작년 말` is vague, `작년 말 기준` is the last day of the year.
  private static Said lastDay(Said said) {
    return said instanceof Part part && part.portion() == Portion.LATE
        ? new Part(Portion.LAST_DAY, part.of())
        : said;
  }

  private static void range(List<Rule> rules, String template) {
    rules.add(
        rule(
            template,
            (c, chart, at) ->
                Phrase.between(
                    "from",
                    template.contains("{year4:y}") ? new Said.Year(c.year("y")) : c.said("a"),
                    c.said("b"),
                    false)));
  }

  static void series(List<Rule> rules) {
    rules.add(
        rule(
            "{ko-each} {phrase}",
            (c, chart, at) ->
                PhraseRules.each(c.get("phrase", Phrase.class), c.number("ko-each"))));
    rules.add(
        rule(
            "{phrase} {ko-each}",
            (c, chart, at) ->
                PhraseRules.each(c.get("phrase", Phrase.class), c.number("ko-each"))));
  }
}
