package dev.asof.resolve;

import dev.asof.resolve.Said.Yr;
import java.time.LocalTime;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The classes of tokens and phrases that templates name: those of `words.tsv`, and these.
final class Classes {

  /// A time of day as written.
  record ClockTime(LocalTime time, Unit precision, boolean endOfDay) {}

  private static final Pattern ISO =
      Pattern.compile(
          "(\\d{4}-\\d\\d-\\d\\d)[Tt ](\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,18})?)?)"
              + "(?: ?([Zz]|[+-]\\d\\d(?::?\\d\\d)?))?(\\[[A-Za-z_/+-]{1,60}])?(?![\\d:])");

  private static final int LONGEST_ISO = 120;

  private Classes() {}

  static Map<String, TokenClass> all() {
    Map<String, TokenClass> all = new HashMap<>();
    for (String name : Lexicon.classes()) {
      all.put(name, (chart, at) -> Lexicon.take(name, chart, at));
    }
    all.put("term-name", Classes::term);
    all.put("num", Classes::num);
    all.put("num1", (chart, at) -> digits(chart, at, 1));
    all.put("num2", (chart, at) -> digits(chart, at, 2));
    all.put("num3", (chart, at) -> digits(chart, at, 3));
    all.put("n", Classes::count);
    all.put("ko-n", Classes::koreanCount);
    all.put("ord", Classes::ordinal);
    all.put("day", Classes::day);
    all.put("mon", Classes::month);
    all.put("dow", Classes::weekday);
    all.put("year4", Classes::year4);
    all.put("year", Classes::year);
    all.put("ko-yr", Classes::koreanYear);
    all.put("clock", Classes::clock);
    all.put("iso", Classes::iso);
    all.put("zone", Zones::named);
    all.put("city", Zones::city);
    all.put("atom", (chart, at) -> chart.at(Chart.Layer.ATOM, at));
    all.put("named", (chart, at) -> chart.at(Chart.Layer.NAMED, at));
    all.put("moment", (chart, at) -> chart.at(Chart.Layer.MOMENT, at));
    all.put("event-phrase", Events::at);
    all.put("phrase", (chart, at) -> chart.at(Chart.Layer.PHRASE, at));
    return all;
  }

  /// The name of a term: one that is set, or a known one.
  private static @Nullable Taken term(Chart chart, int at) {
    return chart.isTerm(at) ? new Taken(1, at + 1, 0) : Lexicon.take("term-name", chart, at);
  }

  private static @Nullable Taken num(Chart chart, int at) {
    Token token = chart.token(at);
    return token.isNumber() && token.digits() <= 2 ? new Taken(token.value(), at + 1, 0) : null;
  }

  private static @Nullable Taken digits(Chart chart, int at, int digits) {
    Token token = chart.token(at);
    return token.isNumber() && token.digits() == digits
        ? new Taken(token.value(), at + 1, 0)
        : null;
  }

  /// A number of things: digits or a word.
  private static @Nullable Taken count(Chart chart, int at) {
    Token token = chart.token(at);
    if (token.isNumber() && token.digits() <= 4) {
      return new Taken(token.value(), at + 1, 0);
    }
    return Lexicon.take("cardinal", chart, at);
  }

  private static @Nullable Taken koreanCount(Chart chart, int at) {
    Token token = chart.token(at);
    if (token.isNumber() && token.digits() <= 3) {
      return new Taken(token.value(), at + 1, 0);
    }
    return Lexicon.take("ko-cardinal", chart, at);
  }

  /// `first`, `1st`.
  private static @Nullable Taken ordinal(Chart chart, int at) {
    Token token = chart.token(at);
    if (token.isNumber() && token.digits() <= 2 && hasSuffix(chart, at)) {
      return new Taken(token.value(), at + 2, 0);
    }
    return Lexicon.take("ordinal", chart, at);
  }

  private static boolean hasSuffix(Chart chart, int at) {
    return chart.isGlued(at + 1) && Lexicon.isIn("ordinal-suffix", chart.token(at + 1));
  }

  /// A day of a month; whether there is such a day is not asked here, because 32 March 2024 is no
  /// reason to read March 2024.
  private static @Nullable Taken day(Chart chart, int at) {
    Token token = chart.token(at);
    if (token.isNumber()) {
      boolean part = token.digits() > 2 || Guard.isNumbered(chart, at) || isDecimal(chart, at);
      if (part) {
        return null;
      }
      int end = hasSuffix(chart, at) ? at + 2 : at + 1;
      return new Taken(token.value(), end, 0);
    }
    return Lexicon.take("ordinal", chart, at);
  }

  /// Tightly behind another number, as the 1 in 3.1.
  private static boolean isDecimal(Chart chart, int at) {
    Token mark = chart.token(at - 1);
    return chart.isGlued(at)
        && (mark.is(".") || mark.is(",") || mark.is(":") || mark.is("/"))
        && chart.isGlued(at - 1)
        && chart.token(at - 2).isNumber();
  }

  /// A month by name, or by a short name with or without its dot.
  private static @Nullable Taken month(Chart chart, int at) {
    Taken full = Lexicon.take("month", chart, at);
    if (full != null) {
      int end = full.end();
      boolean dot =
          chart.token(end).is(".") && chart.isGlued(end) && chart.token(end + 1).isNumber();
      return dot ? new Taken(full.value(), end + 1, 0) : full;
    }
    Taken brief = Lexicon.take("month-short", chart, at);
    if (brief == null) {
      return null;
    }
    boolean dotted = chart.token(brief.end()).is(".") && chart.isGlued(brief.end());
    return new Taken(brief.value(), dotted ? brief.end() + 1 : brief.end(), 0);
  }

  private static @Nullable Taken weekday(Chart chart, int at) {
    Taken full = Lexicon.take("weekday", chart, at);
    if (full != null) {
      return full;
    }
    Taken brief = Lexicon.take("weekday-short", chart, at);
    boolean dotted = brief != null && chart.token(brief.end()).is(".");
    return brief == null ? null : new Taken(brief.value(), dotted ? at + 2 : at + 1, 0);
  }

  private static @Nullable Taken year4(Chart chart, int at) {
    Token token = chart.token(at);
    return token.isNumber() && token.digits() == 4 && token.value() >= 1000
        ? new Taken(new Yr(token.value(), Yr.Form.FULL), at + 1, 0)
        : null;
  }

  /// `2024`, `'24`, `last year`.
  private static @Nullable Taken year(Chart chart, int at) {
    Taken full = year4(chart, at);
    if (full != null) {
      return isStartOfMore(chart, at + 1) ? null : full;
    }
    Token token = chart.token(at);
    boolean apostrophe = token.is("'") || token.is("’") || token.is("‘");
    if (apostrophe && chart.isGlued(at + 1)) {
      Taken two = digits(chart, at + 1, 2);
      return two == null || (chart.isGlued(two.end()) && chart.token(two.end()).isWord())
          ? null
          : new Taken(new Yr((Integer) two.value(), Yr.Form.TWO_DIGITS), two.end(), 0);
    }
    int offset = token.is("last") || token.is("previous") ? -1 : token.is("next") ? 1 : 0;
    boolean relative = offset != 0 || token.is("this") || token.is("current");
    return relative && chart.token(at + 1).is("year")
        ? new Taken(new Yr(offset, Yr.Form.RELATIVE), at + 2, 0)
        : koreanYear(chart, at);
  }

  /// The year is only the first part of a name such as 2019/790 or 2019-1234.
  private static boolean isStartOfMore(Chart chart, int next) {
    Token mark = chart.token(next);
    return (mark.is("/") || mark.is("-") || mark.is("."))
        && !mark.spaced()
        && !chart.token(next + 1).spaced()
        && chart.token(next + 1).isNumber()
        && chart.token(next + 1).digits() != 4
        && !(mark.is(".") && chart.token(next + 1).isEnd());
  }

  /// `2023년`, `작년`.
  private static @Nullable Taken koreanYear(Chart chart, int at) {
    Taken relative = Lexicon.take("ko-year", chart, at);
    if (relative != null) {
      return new Taken(new Yr((Integer) relative.value(), Yr.Form.RELATIVE), relative.end(), 0);
    }
    Taken year = year4(chart, at);
    if (year == null) {
      return koreanShortYear(chart, at);
    }
    Token unit = chart.token(year.end());
    return unit.is("년") || unit.is("년도") ? new Taken(year.value(), year.end() + 1, 0) : null;
  }

  /// `23년` with its month: 23년 alone is as likely a length.
  private static @Nullable Taken koreanShortYear(Chart chart, int at) {
    Taken two = digits(chart, at, 2);
    boolean dated =
        two != null
            && chart.token(at + 1).is("년")
            && chart.token(at + 2).isNumber()
            && chart.token(at + 3).is("월");
    return dated ? new Taken(new Yr(chart.token(at).value(), Yr.Form.TWO_DIGITS), at + 2, 0) : null;
  }

  private static @Nullable Taken clock(Chart chart, int at) {
    Token token = chart.token(at);
    if (token.is("midnight")) {
      return new Taken(new ClockTime(LocalTime.MIDNIGHT, Unit.MINUTE, false), at + 1, 0);
    }
    if (token.is("noon") || token.is("midday")) {
      return new Taken(new ClockTime(LocalTime.NOON, Unit.MINUTE, false), at + 1, 0);
    }
    Taken korean = KoreanClock.at(chart, at);
    if (korean != null) {
      return korean;
    }
    if (!token.isNumber() || token.digits() > 2 || Guard.isNumbered(chart, at)) {
      return null;
    }
    return digitalClock(chart, at);
  }

  /// `10:00`, `10:00:30`, `10 am`, `10.30 pm`.
  private static @Nullable Taken digitalClock(Chart chart, int at) {
    int end = at + 1;
    int minute = -1;
    int second = -1;
    boolean colon = chart.token(end).is(":") || chart.token(end).is(".");
    if (colon && chart.isGlued(end) && chart.isGlued(end + 1)) {
      Taken minutes = digits(chart, end + 1, 2);
      if ((minutes != null && !chart.isGlued(end + 2))
          || (minutes != null && !chart.token(end + 2).is("."))) {
        minute = (Integer) minutes.value();
        end = minutes.end();
        Taken seconds = chart.token(end).is(":") ? digits(chart, end + 1, 2) : null;
        second = seconds == null ? -1 : (Integer) seconds.value();
        end = seconds == null ? end : seconds.end();
      }
    }
    boolean dotted = chart.token(at + 1).is(".");
    int half = meridiem(chart, end);
    if (half < 0 && (minute < 0 || dotted)) {
      return null;
    }
    int after = half < 0 ? end : end + meridiemLength(chart, end);
    return time(chart.token(at).value(), minute, second, half, after);
  }

  private static @Nullable Taken time(int hour, int minute, int second, int half, int end) {
    boolean endOfDay = hour == 24 && minute <= 0 && second <= 0 && half < 0;
    int most = half < 0 ? 23 : 12;
    if ((!endOfDay && (hour > most || (half >= 0 && hour == 0))) || minute > 59 || second > 59) {
      return new Taken(new Said.Unclear(Reason.IMPOSSIBLE, "there is no such time of day"), end, 0);
    }
    int at = endOfDay ? 0 : half < 0 ? hour : hour % 12 + half;
    Unit precision = second >= 0 ? Unit.SECOND : minute >= 0 ? Unit.MINUTE : Unit.HOUR;
    return new Taken(
        new ClockTime(
            LocalTime.of(at, Math.max(minute, 0), Math.max(second, 0)), precision, endOfDay),
        end,
        0);
  }

  /// 0 for am, 12 for pm, -1 for neither.
  private static int meridiem(Chart chart, int at) {
    Token token = chart.token(at);
    boolean dotted =
        chart.token(at + 1).is(".") && chart.token(at + 2).is("m") && chart.isGlued(at + 2);
    boolean upper =
        token.is("am")
            && token.spaced()
            && !"AM".equals(token.text())
            && chart.token(at + 1).isNumber();
    if (upper) {
      return -1;
    }
    return token.is("am") || (token.is("a") && dotted)
        ? 0
        : token.is("pm") || (token.is("p") && dotted) ? 12 : -1;
  }

  private static int meridiemLength(Chart chart, int at) {
    if (chart.token(at).word().length() == 2) {
      return 1;
    }
    return chart.token(at + 3).is(".") && chart.isGlued(at + 3) ? 4 : 3;
  }

  private static @Nullable Taken iso(Chart chart, int at) {
    Token token = chart.token(at);
    if (!token.isNumber() || token.digits() != 4) {
      return null;
    }
    Matcher iso =
        ISO.matcher(chart.text())
            .region(token.start(), Math.min(chart.text().length(), token.start() + LONGEST_ISO));
    if (!iso.lookingAt()) {
      return null;
    }
    String offset = offset(iso.group(3));
    String zone = iso.group(4) == null ? "" : iso.group(4);
    int end = at;
    while (!chart.token(end).isEnd() && chart.token(end).start() < iso.end()) {
      end++;
    }
    return new Taken(new Said.Iso(iso.group(1) + "T" + iso.group(2) + offset + zone), end, 0);
  }

  /// `+0900` and `+09` as `+09:00`.
  private static String offset(@Nullable String written) {
    if (written == null) {
      return "";
    }
    String digits = written.replace(":", "");
    return switch (digits.length()) {
      case 1 -> "Z";
      case 3 -> digits + ":00";
      default -> digits.substring(0, 3) + ":" + digits.substring(3);
    };
  }
}
