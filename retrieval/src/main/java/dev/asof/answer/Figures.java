package dev.asof.answer;

import com.ibm.icu.text.DateFormatSymbols;
import com.ibm.icu.text.RuleBasedNumberFormat;
import java.text.Normalizer;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.MonthDay;
import java.time.YearMonth;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The numbers and dates of a text, each in one form however it is written: `1,000` is `1000`, `30
/// days` and `thirty days` have `30`, `1 March 2024`, `2024-03-01`, `1. März 2024` and `2024년 3월
/// 1일` are one day.
final class Figures {
  private static final List<Locale> LANGUAGES =
      List.of(
          Locale.ENGLISH,
          Locale.GERMAN,
          Locale.FRENCH,
          Locale.of("es"),
          Locale.of("ca"),
          Locale.ITALIAN,
          Locale.of("pt"),
          Locale.of("nl"));

  private static final Map<String, Integer> MONTHS = months();
  private static final String MONTH = "(?<month>" + anyOf(MONTHS.keySet()) + ")\\.?";
  private static final String DAY = "(?<!\\d)(?<day>\\d{1,2})";
  private static final String ORDINAL = "(?:st|nd|rd|th|er|º|\\.)?";
  private static final String YEAR = "(?<year>\\d{4})(?!\\d)";

  /// The longer before what they hold.
  private static final List<Pattern> DATES =
      List.of(
          date("(?<!\\d)" + "(?<year>\\d{4})-(?<number>\\d{2})-(?<day>\\d{2})(?!\\d)"),
          date(
              "(?<!\\d)(?<year>\\d{4})\\s*[년年]\\s*(?<number>\\d{1,2})\\s*[월月]\\s*(?<day>\\d{1,2})\\s*[일日]"),
          date("(?<!\\d)(?<year>\\d{4})\\.\\s*(?<number>\\d{1,2})\\.\\s*(?<day>\\d{1,2})(?!\\d)"),
          date(DAY + "\\.(?<number>\\d{1,2})\\." + YEAR),
          date(
              DAY
                  + ORDINAL
                  + "\\s+(?:of\\s+|de\\s+|d['’]\\s*)?"
                  + MONTH
                  + ",?\\s+(?:de\\s+|del\\s+)?"
                  + YEAR),
          date("(?<!\\p{L})" + MONTH + "\\s+(?<day>\\d{1,2})" + ORDINAL + ",?\\s+" + YEAR),
          date("(?<!\\d)(?<year>\\d{4})\\s*[년年]\\s*(?<number>\\d{1,2})\\s*[월月]"),
          date("(?<!\\p{L})" + MONTH + ",?\\s+(?:de\\s+|del\\s+)?" + YEAR),
          date(DAY + ORDINAL + "\\s+(?:of\\s+|de\\s+|d['’]\\s*)?" + MONTH + "(?!\\p{L})"),
          date("(?<!\\p{L})" + MONTH + "\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?(?![\\d\\p{L}])"));

  private static final Pattern NUMBER =
      Pattern.compile("(?<!\\d)\\d{1,3}(?:[ \\u2009]\\d{3})+(?!\\d)|\\d+(?:[.,'’]\\d+)*");

  private static final Map<String, Integer> SPELLED = spelled();
  private static final Pattern SPELLED_NUMBER =
      Pattern.compile("(?<![\\p{L}\\d-])(?:" + anyOf(SPELLED.keySet()) + ")(?!\\p{L})");

  private final Map<String, String> found = new LinkedHashMap<>();
  private final Set<String> parts = new TreeSet<>();

  private Figures() {}

  /// Linear in the length of the text.
  static Figures of(String text) {
    Figures figures = new Figures();
    String rest = Normalizer.normalize(text, Normalizer.Form.NFKC);
    for (Pattern date : DATES) {
      rest = date.matcher(rest).replaceAll(match -> figures.take(match));
    }
    String lower = rest.toLowerCase(Locale.ROOT);
    NUMBER.matcher(lower).results().map(MatchResult::group).forEach(figures::number);
    SPELLED_NUMBER
        .matcher(lower)
        .results()
        .map(MatchResult::group)
        .forEach(word -> figures.found.putIfAbsent(String.valueOf(SPELLED.get(word)), word));
    return figures;
  }

  /// Those, as they are written here, that `others` do not have; a month or a year is had where a
  /// day of it is.
  List<String> notIn(Figures others) {
    return found.entrySet().stream()
        .filter(figure ->
            !others.found.containsKey(figure.getKey()) && !others.parts.contains(figure.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  /// Takes the date out, or leaves what is none.
  private String take(MatchResult match) {
    String key = date(match);
    if (key == null) {
      return Matcher.quoteReplacement(match.group());
    }
    found.putIfAbsent(key, match.group().strip());
    return " ; ";
  }

  private @Nullable String date(MatchResult match) {
    Map<String, Integer> groups = match.namedGroups();
    String year = group(match, groups, "year");
    String day = group(match, groups, "day");
    String number = group(match, groups, "number");
    String named = group(match, groups, "month");
    if ((number == null && named == null) || ("may".equals(named) && year == null)) {
      return null;
    }
    int month =
        number != null
            ? Integer.parseInt(number)
            : MONTHS.getOrDefault(String.valueOf(named).toLowerCase(Locale.ROOT), 0);
    try {
      if (year == null) {
        return part(MonthDay.of(month, Integer.parseInt(String.valueOf(day))));
      }
      YearMonth of = YearMonth.of(Integer.parseInt(year), month);
      parts.add(year);
      if (day == null) {
        return of.toString();
      }
      LocalDate whole = of.atDay(Integer.parseInt(day));
      parts.add(of.toString());
      part(MonthDay.from(whole));
      return whole.toString();
    } catch (DateTimeException e) {
      return null;
    }
  }

  private String part(MonthDay day) {
    parts.add(day.toString());
    parts.add(Integer.toString(day.getDayOfMonth()));
    return day.toString();
  }

  private static @Nullable String group(
      MatchResult match, Map<String, Integer> groups, String name) {
    return groups.containsKey(name) ? match.group(name) : null;
  }

  private void number(String written) {
    found.putIfAbsent(canonical(written), written);
  }

  /// Digits without separators of thousands, with a point before what is behind the whole.
  static String canonical(String written) {
    String[] groups = written.split("[^\\d]", -1);
    StringBuilder whole = new StringBuilder(groups[0]);
    int at = 1;
    while (at < groups.length && groups[at].length() == 3 && groups[0].length() <= 3) {
      whole.append(groups[at++]);
    }
    String integer = whole.toString().replaceFirst("^0+(?=\\d)", "");
    if (at == groups.length) {
      return integer;
    }
    String behind = String.join(".", Arrays.copyOfRange(groups, at, groups.length));
    String fraction = at == groups.length - 1 ? behind.replaceFirst("0+$", "") : behind;
    return fraction.isEmpty() ? integer : integer + "." + fraction;
  }

  private static Pattern date(String pattern) {
    return Pattern.compile(pattern, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  }

  private static String anyOf(Set<String> words) {
    return words.stream()
        .sorted(Comparator.comparingInt(String::length).reversed())
        .map(Pattern::quote)
        .collect(Collectors.joining("|"));
  }

  private static Map<String, Integer> months() {
    Map<String, Integer> months = new TreeMap<>();
    for (Locale language : LANGUAGES) {
      DateFormatSymbols symbols = new DateFormatSymbols(language);
      for (int context : new int[] {DateFormatSymbols.FORMAT, DateFormatSymbols.STANDALONE}) {
        for (int width : new int[] {DateFormatSymbols.WIDE, DateFormatSymbols.ABBREVIATED}) {
          String[] names = symbols.getMonths(context, width);
          for (int i = 0; i < 12; i++) {
            String name = names[i].toLowerCase(Locale.ROOT).replaceFirst("\\.$", "");
            months.putIfAbsent(name.replaceFirst("^(?:de |d['’])", ""), i + 1);
          }
        }
      }
    }
    return months;
  }

  /// From three on, because two of anything are counted without being written; English and German.
  private static Map<String, Integer> spelled() {
    Map<String, Integer> spelled = new HashMap<>();
    for (Locale language : List.of(Locale.ENGLISH, Locale.GERMAN)) {
      RuleBasedNumberFormat words =
          new RuleBasedNumberFormat(language, RuleBasedNumberFormat.SPELLOUT);
      for (int number = 3; number <= 1_000; number++) {
        spelled.putIfAbsent(
            words.format(number).replace("\u00AD", "").toLowerCase(Locale.ROOT), number);
      }
    }
    return spelled;
  }
}
