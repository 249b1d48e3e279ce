package dev.asof.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a tenant has set decides how its questions are read, and only that.
class ReadingSettingsTest {

  private static final Reference REFERENCE =
      new Reference(Instant.parse("2024-05-15T09:00:00Z"), ZoneId.of("Europe/London"), false);

  private static QuestionTime read(String question, Map<String, String> settings) {
    return new TimeReader(ReadingSettings.of(settings)).read(question, REFERENCE);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          FY2024,                fiscal-year,     10-01 end,     2023-10-01..2024-10-01
          FY2024,                fiscal-year,     10-01 start,   2024-10-01..2025-10-01
          03/04/2024,            numeric-dates,   day_first,     2024-04-03..2024-04-04
          03/04/2024,            numeric-dates,   month_first,   2024-03-04..2024-03-05
          in the summer of 2019, hemisphere,      northern,      2019-06-01..2019-09-01
          in the winter of 2019, hemisphere,      southern,      2019-06-01..2019-09-01
          Michaelmas 2021,       term.michaelmas, 10-01..12-17,  2021-10-01..2021-12-18
          """)
  void whatIsAskedBackIsReadWhereItIsSet(String question, String name, String value, String read) {
    assertThat(read(question, Map.of()).asks()).isNotEmpty();
    assertThat(dates(read(question, Map.of(name, value)))).isEqualTo(read);
  }

  @Test
  void aTermOfTheTenantsOwnIsATimeAndElseAWord() {
    assertThat(read("fees of the wattle term 2021", Map.of()).about()).isEmpty();
    assertThat(dates(read("fees of the wattle term 2021", Map.of("term.wattle", "11-01..01-31"))))
        .isEqualTo("2021-11-01..2022-02-01");
  }

  @Test
  void weeksAndRecentHaveADefaultThatASettingReplaces() {
    assertThat(dates(read("the week of 5 May 2024", Map.of()))).isEqualTo("2024-04-29..2024-05-06");
    assertThat(dates(read("the week of 5 May 2024", Map.of("week-start", "sunday"))))
        .isEqualTo("2024-05-05..2024-05-12");
    assertThat(dates(read("what changed recently", Map.of()))).isEqualTo("2024-02-15..2024-05-16");
    assertThat(dates(read("what changed recently", Map.of("recent", "P10D"))))
        .isEqualTo("2024-05-05..2024-05-16");
  }

  @Test
  void settingsThatAreNotAboutQuestionsChangeNothing() {
    assertThat(ReadingSettings.of(Map.of("zone", "Asia/Seoul", "question-zone", "Asia/Seoul")))
        .isEqualTo(ReadingSettings.none());
  }

  @Test
  void oneQuestionCanBeReadOtherwise() {
    ReadingSettings set =
        ReadingSettings.of(
            Map.of("hemisphere", "northern", "recent", "P10D", "term.lent", "01-10..03-20"));
    ReadingSettings over =
        ReadingSettings.of(Map.of("hemisphere", "southern", "term.easter", "04-20..06-10"));

    assertThat(set.with(over))
        .isEqualTo(
            ReadingSettings.of(
                Map.of(
                    "hemisphere",
                    "southern",
                    "recent",
                    "P10D",
                    "term.lent",
                    "01-10..03-20",
                    "term.easter",
                    "04-20..06-10")));
    assertThat(set.with(ReadingSettings.none())).isEqualTo(set);
  }

  private static String dates(QuestionTime reading) {
    assertThat(reading.asks()).isEmpty();
    DateRange dates = reading.about().getFirst().dates();
    return dates == null ? "" : dates.from() + ".." + dates.to();
  }
}
