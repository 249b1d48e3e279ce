package dev.asof.resolve;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A start that a text counts from its own publication: "30 days after its publication", "am Tag
/// nach der Verkündung", "공포 후 6개월이 경과한 날". The day follows once the publication is known.
///
/// @param count of units after the day of publication, from 0
/// @param unit days, weeks, months or years
/// @param elapsed the day after the last of them, because the text says that they have to be over
/// @param firstOfMonth the first day of that month, not the day itself
public record RelativeStart(int count, ChronoUnit unit, boolean elapsed, boolean firstOfMonth) {

  private static final String PUBLISHED_EN =
      "(?:(?:the date of )?(?:its|their|the|this \\w+'s)? ?)?(?:official"
          + " )?(?:publication|promulgation)|(?:it is|they are|being|having been)"
          + " (?:published|promulgated)";
  private static final String PUBLISHED_DE =
      "(?:der|ihrer|seiner|dieser) (?:Verkündung|Veröffentlichung|Bekanntmachung)";
  private static final String PUBLISHED_FR = "(?:sa|la|leur) publication";
  private static final String PUBLISHED_ES = "(?:su|la) (?:completa )?publicación";
  private static final String PUBLISHED_CA =
      "(?:la (?:seva )?publicació|publicar-se|ser publicad?[aet]s?|ser publicades)";

  private static final Map<String, Integer> NUMBERS = numbers();
  private static final Map<String, ChronoUnit> UNITS = units();
  private static final String NUMBER =
      "(?<count>\\d{1,3}|"
          + NUMBERS.keySet().stream()
              .sorted((one, other) -> other.length() - one.length())
              .collect(Collectors.joining("|"))
          + ")(?:\\s*\\(\\d{1,3}\\))?";
  private static final String UNIT =
      "(?<unit>"
          + UNITS.keySet().stream()
              .sorted((one, other) -> other.length() - one.length())
              .collect(Collectors.joining("|"))
          + ")";

  /// How a phrase is counted.
  private enum Counting {
    THE_DAY,
    DAY_AFTER,
    COUNTED,
    NTH_DAY,
    ELAPSED,
    FIRST_OF_NEXT_MONTH
  }

  private record Form(Counting counting, Pattern pattern) {
    static Form of(Counting counting, String... phrases) {
      return new Form(
          counting,
          Pattern.compile(
              Arrays.stream(phrases).map(RelativeStart::spaced).collect(Collectors.joining("|")),
              Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.UNICODE_CHARACTER_CLASS));
    }
  }

  /// Those that say more come first: "the date of publication" is in "30 days after the date of
  /// publication". A group may be named once in a pattern, so what is counted has a form a phrase.
  private static final List<Form> FORMS =
      List.of(
          Form.of(
              Counting.ELAPSED,
              "공포\\s?(?:한 날부터|일부터|후)\\s?"
                  + NUMBER
                  + "\\s?"
                  + UNIT
                  + "(?:이|가)?\\s?(?:경과한|지난) (?:날|때)"),
          Form.of(
              Counting.NTH_DAY,
              "\\bon the (?<count>\\d{1,3})(?:st|nd|rd|th) day"
                  + " (?:after|following) (?:"
                  + PUBLISHED_EN
                  + ")"),
          Form.of(
              Counting.COUNTED,
              "\\b"
                  + NUMBER
                  + " (?:calendar )?"
                  + UNIT
                  + " (?:after|following|from) (?:"
                  + PUBLISHED_EN
                  + ")"),
          Form.of(Counting.COUNTED, "\\b" + NUMBER + " " + UNIT + " nach " + PUBLISHED_DE),
          Form.of(
              Counting.COUNTED,
              "\\b" + NUMBER + " " + UNIT + " (?:après|suivant|à compter de) " + PUBLISHED_FR),
          Form.of(Counting.COUNTED, "\\ba l[oa]s " + NUMBER + " " + UNIT + " de " + PUBLISHED_ES),
          Form.of(
              Counting.COUNTED,
              "\\b" + NUMBER + " " + UNIT + " (?:después|a partir|a contar) de " + PUBLISHED_ES),
          Form.of(
              Counting.COUNTED,
              "\\b(?:als|al cap de) " + NUMBER + " " + UNIT + " de " + PUBLISHED_CA),
          Form.of(
              Counting.COUNTED,
              "\\b" + NUMBER + " " + UNIT + " (?:després|a comptar|a partir) de " + PUBLISHED_CA),
          Form.of(
              Counting.FIRST_OF_NEXT_MONTH,
              "\\bam ersten Tag des auf die (?:Verkündung|Veröffentlichung) folgenden"
                  + " (?:Kalender)?monats",
              "\\bam ersten Tag des Monats nach " + PUBLISHED_DE,
              "\\bon the first day of the month (?:after|following) (?:" + PUBLISHED_EN + ")",
              "\\ble premier jour du mois (?:suivant|qui suit) (?:celui de )?" + PUBLISHED_FR,
              "\\bel (?:día )?(?:primero|primer día) del mes siguiente al? de " + PUBLISHED_ES,
              "\\bel primer dia del mes següent (?:al|a) de " + PUBLISHED_CA),
          Form.of(
              Counting.DAY_AFTER,
              "\\b(?:on )?the (?:first )?(?:day|date) (?:after|following) (?:" + PUBLISHED_EN + ")",
              "\\bam (?:ersten )?Tage? nach " + PUBLISHED_DE,
              "\\b(?:le|dès le|au) lendemain de " + PUBLISHED_FR,
              "\\ble jour suivant " + PUBLISHED_FR,
              "\\b(?:el|al) día siguiente (?:al )?de " + PUBLISHED_ES,
              "\\b(?:a (?:comptar|partir) de )?l['’]endemà de " + PUBLISHED_CA),
          Form.of(
              Counting.THE_DAY,
              "\\b(?:on )?the (?:day|date) of (?:" + PUBLISHED_EN + ")",
              "\\b(?:immediately )?(?:up)?on (?:" + PUBLISHED_EN + ")",
              "\\b(?:am Tage?|mit dem Tage?|mit) " + PUBLISHED_DE,
              "\\b(?:dès|le jour (?:même )?de|à compter de) " + PUBLISHED_FR,
              "\\b(?:el (?:mismo )?día de|en el momento de) " + PUBLISHED_ES,
              "\\b(?:el mateix dia de|en el moment de|el dia de) " + PUBLISHED_CA,
              "공포\\s?(?:한|된)?\\s?(?:날|일)(?=\\s?(?:부터|에))"));

  /// Where a sentence says it.
  record Said(RelativeStart start, TextSpan span) {}

  private static String spaced(String phrase) {
    return phrase.replace(" ", "\\s+").replace("\\s+?", "\\s*");
  }

  private static Map<String, Integer> numbers() {
    Map<String, Integer> numbers = new HashMap<>();
    String[][] words = {
      {"1", "one", "ein", "eine", "einen", "einem", "einer", "un", "une", "uno", "una"},
      {"2", "two", "zwei", "deux", "dos", "dues"},
      {"3", "three", "drei", "trois", "tres"},
      {"4", "four", "vier", "quatre", "cuatro"},
      {"5", "five", "fünf", "cinq", "cinco", "cinc"},
      {"6", "six", "sechs", "seis", "sis"},
      {"7", "seven", "sieben", "sept", "siete", "set"},
      {"8", "eight", "acht", "huit", "ocho", "vuit"},
      {"9", "nine", "neun", "neuf", "nueve", "nou"},
      {"10", "ten", "zehn", "dix", "diez", "deu"},
      {"12", "twelve", "zwölf", "douze", "doce", "dotze"},
      {"14", "fourteen", "vierzehn", "quatorze"},
      {"15", "fifteen", "fünfzehn", "quinze", "quince"},
      {"18", "eighteen", "achtzehn", "dix-huit", "dieciocho", "divuit"},
      {"20", "twenty", "zwanzig", "vingt", "veinte", "vint"},
      {"30", "thirty", "dreißig", "dreissig", "trente", "treinta", "trenta"},
      {"45", "forty-five"},
      {"60", "sixty", "sechzig", "soixante", "sesenta", "seixanta"},
      {"90", "ninety", "neunzig", "noventa", "noranta"}
    };
    for (String[] one : words) {
      for (int i = 1; i < one.length; i++) {
        numbers.put(one[i], Integer.parseInt(one[0]));
      }
    }
    return Map.copyOf(numbers);
  }

  private static Map<String, ChronoUnit> units() {
    Map<String, ChronoUnit> units = new HashMap<>();
    for (String day : List.of("days?", "tage?n?", "jours?", "días?", "dies", "dia", "일")) {
      units.put(day, ChronoUnit.DAYS);
    }
    for (String week :
        List.of("weeks?", "wochen?", "semaines?", "semanas?", "setman(?:a|es)", "주")) {
      units.put(week, ChronoUnit.WEEKS);
    }
    for (String month : List.of("months?", "monate?n?", "mois", "mes(?:es|os)?", "개월")) {
      units.put(month, ChronoUnit.MONTHS);
    }
    for (String year : List.of("years?", "jahre?n?", "ans?", "années?", "años?", "anys?", "년")) {
      units.put(year, ChronoUnit.YEARS);
    }
    return Map.copyOf(units);
  }

  /// What a sentence counts from its publication, in the order in which it is said; where two forms
  /// read the same words, the earlier one.
  static List<Said> in(String sentence) {
    List<Said> found = new ArrayList<>();
    for (Form form : FORMS) {
      Matcher matcher = form.pattern().matcher(sentence);
      while (matcher.find()) {
        TextSpan span = new TextSpan(matcher.start(), matcher.end());
        if (found.stream().noneMatch(one -> overlaps(one.span(), span))) {
          found.add(new Said(of(form.counting(), matcher), span));
        }
      }
    }
    found.sort((one, other) -> Integer.compare(one.span().start(), other.span().start()));
    return found;
  }

  private static boolean overlaps(TextSpan one, TextSpan other) {
    return one.start() < other.end() && other.start() < one.end();
  }

  private static RelativeStart of(Counting counting, Matcher matcher) {
    return switch (counting) {
      case THE_DAY -> new RelativeStart(0, ChronoUnit.DAYS, false, false);
      case DAY_AFTER -> new RelativeStart(1, ChronoUnit.DAYS, false, false);
      case FIRST_OF_NEXT_MONTH -> new RelativeStart(1, ChronoUnit.MONTHS, false, true);
      case NTH_DAY ->
          new RelativeStart(number(matcher.group("count")), ChronoUnit.DAYS, false, false);
      case COUNTED ->
          new RelativeStart(
              number(matcher.group("count")), unit(matcher.group("unit")), false, false);
      case ELAPSED ->
          new RelativeStart(
              number(matcher.group("count")), unit(matcher.group("unit")), true, false);
    };
  }

  private static int number(@Nullable String written) {
    String word = String.valueOf(written).toLowerCase(Locale.ROOT);
    Integer named = NUMBERS.get(word);
    return named != null ? named : Integer.parseInt(word);
  }

  private static ChronoUnit unit(@Nullable String written) {
    return UNITS.entrySet().stream()
        .filter(entry ->
            Pattern.compile(entry.getKey(), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE)
                .matcher(String.valueOf(written))
                .matches())
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow();
  }

  /// The day, of a text that was published on `published`.
  public LocalDate from(LocalDate published) {
    LocalDate day = published.plus(count, unit);
    if (firstOfMonth) {
      return day.withDayOfMonth(1);
    }
    return elapsed ? day.plusDays(1) : day;
  }

  /// The rule in words: `6 months after publication`.
  public String words() {
    if (firstOfMonth) {
      return "the first day of the month after publication";
    }
    if (count == 0) {
      return "the day of publication";
    }
    String units = unit.name().toLowerCase(Locale.ROOT);
    String counted = count + " " + (count == 1 ? units.substring(0, units.length() - 1) : units);
    return elapsed
        ? "the day after " + counted + " from publication have passed"
        : counted + " after publication";
  }
}
