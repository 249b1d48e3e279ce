package dev.asof.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TimeZone;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class TimeReaderPropertiesTest {

  private static final long SEED = Long.getLong("asof.test.seed", System.nanoTime() & 0xffffffL);
  private static final Reference REFERENCE =
      new Reference(Instant.parse("2024-05-15T09:00:00Z"), ZoneId.of("Europe/London"), false);

  private final Random random = new Random(SEED);
  private final TimeReader reader = new TimeReader(ReadingSettings.none());

  private static final Locale CATALAN = Locale.of("ca");
  private static final Locale SPANISH = Locale.of("es");

  private static final List<Function<LocalDate, String>> FORMATS =
      List.of(
          LocalDate::toString,
          day -> day.toString().replace('-', '/'),
          day -> day.toString().replace('-', '.'),
          pattern("d MMMM uuuu", Locale.ENGLISH),
          pattern("d MMM uuuu", Locale.ENGLISH),
          pattern("MMMM d, uuuu", Locale.ENGLISH),
          pattern("MMM. d, uuuu", Locale.ENGLISH),
          pattern("EEEE, d MMMM uuuu", Locale.ENGLISH),
          pattern("EEEE, MMMM d, uuuu", Locale.ENGLISH),
          pattern("dd-MMM-uuuu", Locale.ENGLISH),
          pattern("uuuu MMMM d", Locale.ENGLISH),
          day ->
              "the "
                  + ordinal(day.getDayOfMonth())
                  + pattern(" 'of' MMMM uuuu", Locale.ENGLISH).apply(day),
          pattern("d. MMMM uuuu", Locale.GERMAN),
          pattern("'am' d. MMMM uuuu", Locale.GERMAN),
          day ->
              "le "
                  + (day.getDayOfMonth() == 1 ? "1er" : day.getDayOfMonth())
                  + pattern(" MMMM uuuu", Locale.FRENCH).apply(day),
          day ->
              "el " + day.getDayOfMonth() + " de " + month(day, SPANISH) + " de " + day.getYear(),
          day -> "el " + day.getDayOfMonth() + catalan(day) + " del " + day.getYear(),
          pattern("uuuu'년' M'월' d'일'", Locale.ROOT),
          pattern("uuuu'년'M'월'd'일자'", Locale.ROOT),
          pattern("uuuu. M. d.", Locale.ROOT));

  private static Function<LocalDate, String> pattern(String pattern, Locale locale) {
    return DateTimeFormatter.ofPattern(pattern, locale)::format;
  }

  private static String ordinal(int day) {
    return day
        + (day % 10 == 1 && day != 11
            ? "st"
            : day % 10 == 2 && day != 12 ? "nd" : day % 10 == 3 && day != 13 ? "rd" : "th");
  }

  private static String month(LocalDate day, Locale locale) {
    return day.getMonth().getDisplayName(TextStyle.FULL_STANDALONE, locale);
  }

  private static String catalan(LocalDate day) {
    String month = month(day, CATALAN);
    return ("ao".indexOf(month.charAt(0)) >= 0 ? " d'" : " de ") + month;
  }

  private LocalDate day() {
    return LocalDate.of(1600, 1, 1).plusDays(random.nextInt(215_000));
  }

  @Test
  void aDateIsReadBackFromEveryFormat() {
    for (int i = 0; i < 150; i++) {
      LocalDate day = day();
      for (Function<LocalDate, String> format : FORMATS) {
        String written = format.apply(day);
        assertThat(Rendering.of(reader.read(written, REFERENCE)))
            .as("%s, seed %d", written, SEED)
            .isEqualTo("POINT; about " + day);
      }
    }
  }

  @Test
  void aNumericDateIsReadBackOrAsked() {
    for (int i = 0; i < 150; i++) {
      LocalDate day = day();
      String written = pattern("dd/MM/uuuu", Locale.ROOT).apply(day);
      QuestionTime reading = reader.read(written, REFERENCE);
      boolean certain = day.getDayOfMonth() > 12 || day.getDayOfMonth() == day.getMonthValue();
      assertThat(reading.isCertain()).as(written).isEqualTo(certain);
      assertThat(Rendering.of(reading)).as(written).contains(day.toString());
    }
  }

  private static final List<String> ENGLISH =
      List.of(
          "retention",
          "scraping",
          "cookies",
          "consent",
          "publisher",
          "liability",
          "encryption",
          "arbitration",
          "data",
          "wording",
          "clause",
          "recipients",
          "jurisdiction",
          "biometric",
          "unicorn",
          "subprocessors",
          "logs",
          "warranty",
          "indemnity",
          "GitHub",
          "Andorra");
  private static final List<String> KOREAN =
      List.of("약관", "개인정보", "처리방침", "보관", "책임", "쿠키", "동의", "관할", "이용자", "수집");

  @Test
  void wordsThatAreNoTimesNeverChangeAReading() {
    List<String> framed =
        List.of(
            "on 1 March 2024",
            "in 2019",
            "until 2025",
            "since March 2023",
            "last quarter",
            "between 2020 and 2023",
            "as known on 3 June 2023",
            "in early 2021",
            "3 months ago",
            "before 30 February 2024",
            "as of 03/04/2024",
            "from 1 Jan 2024 onward",
            "in the week of 5 May 2024",
            "at 10:00 UTC on 1 July 2024",
            "in FY2024",
            "before the policy change",
            "each year since 2021",
            "by 1 August 2023");
    for (int i = 0; i < 25; i++) {
      for (String time : framed) {
        unchanged(time, words(ENGLISH) + " ", " " + words(ENGLISH));
      }
      for (String time :
          List.of("작년 3월에", "2023년 3분기에", "2023년 3월 1일 이전", "지난달", "2020년부터 2023년까지")) {
        unchanged(time, words(KOREAN) + " ", " " + words(KOREAN));
      }
    }
  }

  private void unchanged(String time, String before, String after) {
    QuestionTime alone = reader.read(time, REFERENCE);
    QuestionTime within = reader.read(before + time + after, REFERENCE);
    assertThat(Rendering.of(within))
        .as("%s%s%s, seed %d", before, time, after, SEED)
        .isEqualTo(Rendering.of(alone));
  }

  private String words(List<String> from) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(4); i++) {
      words.add(from.get(random.nextInt(from.size())));
    }
    return String.join(" ", words);
  }

  @Test
  void noTextMakesItThrow() {
    List<String> pieces = new ArrayList<>();
    Expressions.rows().forEach(row -> pieces.addAll(List.of(row.expression().split("(?<= )"))));
    for (int i = 0; i < 2_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int j = 0; j < 1 + random.nextInt(12); j++) {
        String piece = pieces.get(random.nextInt(pieces.size()));
        text.append(piece);
        if (random.nextInt(4) == 0) {
          text.append(
              (char) (random.nextBoolean() ? random.nextInt(0x300) : random.nextInt(0x10000)));
        }
      }
      String hostile = text.toString();
      QuestionTime reading = reader.read(hostile, REFERENCE);
      for (ReadTime time : reading.about()) {
        assertThat(hostile).as("seed %d", SEED).contains(time.text());
        time.point();
        time.knownAt(REFERENCE.now());
      }
    }
  }

  @Test
  void aLongTextTakesTimeInProportionToItsLength() {
    for (String piece :
        List.of(
            "end of ",
            "since March 2023 ",
            "did we know on 3 June ",
            "between 2019 and ",
            "작년",
            "1",
            "the ",
            "2023년 3월 1일 ",
            "as known ",
            "2024-03-01/",
            "before the change ",
            "a.b.c. ",
            "'90s ",
            "3/4/")) {
      reader.read(piece.repeat(1_000), REFERENCE);
      Duration small = time(piece.repeat(1_000));
      Duration large = time(piece.repeat(8_000));
      assertThat(large).as(piece).isLessThan(small.multipliedBy(8 * 6).plus(Duration.ofSeconds(1)));
    }
  }

  private Duration time(String text) {
    long start = System.nanoTime();
    reader.read(text, REFERENCE);
    return Duration.ofNanos(System.nanoTime() - start);
  }

  @Test
  void noReadingDependsOnTheMachinesZoneOrLocale() {
    List<String> wanted =
        Expressions.rows().stream()
            .map(row -> Rendering.of(row.read()) + row.read().sentence())
            .toList();
    TimeZone zone = TimeZone.getDefault();
    Locale locale = Locale.getDefault();
    try {
      for (String other : List.of("Pacific/Kiritimati", "America/Los_Angeles", "Asia/Kathmandu")) {
        TimeZone.setDefault(TimeZone.getTimeZone(other));
        Locale.setDefault(Locale.forLanguageTag("tr-TR"));
        assertThat(
                Expressions.rows().stream()
                    .map(row -> Rendering.of(row.read()) + row.read().sentence())
                    .toList())
            .isEqualTo(wanted);
      }
    } finally {
      TimeZone.setDefault(zone);
      Locale.setDefault(locale);
    }
  }
}
