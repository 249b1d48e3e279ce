package dev.asof.rank;

import static dev.asof.rank.Told.day;
import static dev.asof.rank.Told.days;
import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.time.TimeRange;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// How TimelyRAG takes the event time of a question from its words.
class QueryTimeTest {
  private static final Instant ASKED = day("2024-06-15");

  @ParameterizedTest
  @CsvSource({
    "2022년의 규정은?,                      YEAR,  2022-01-01, 2023-01-01",
    "2022년 6월에 적용된 요율은?,           MONTH, 2022-06-01, 2022-07-01",
    "2022-06 요율,                          MONTH, 2022-06-01, 2022-07-01",
    "2022년 6월 3일에는?,                   DAY,   2022-06-03, 2022-06-04",
    "2022-06-03 기준,                       DAY,   2022-06-03, 2022-06-04",
    "2022.6.3 기준,                         DAY,   2022-06-03, 2022-06-04",
    "3월 1일에 적용된 규정은?,              DAY,   2024-03-01, 2024-03-02",
    "What applied in 2019?,                 YEAR,  2019-01-01, 2020-01-01"
  })
  void aFormGivesAPeriodAndItsLevel(String question, Granularity level, String from, String to) {
    assertThat(QueryTime.read(question, ASKED, ZoneOffset.UTC))
        .contains(new EventTime(days(from, to), level));
  }

  @Test
  void theFinestLevelWinsThenTheLeftmost() {
    assertThat(QueryTime.read("2020년 규정과 2021년 5월 규정", ASKED, ZoneOffset.UTC))
        .contains(new EventTime(days("2021-05-01", "2021-06-01"), Granularity.MONTH));
    assertThat(QueryTime.read("2021년 5월과 2020년 4월", ASKED, ZoneOffset.UTC))
        .contains(new EventTime(days("2021-05-01", "2021-06-01"), Granularity.MONTH));
  }

  @Test
  void wordsOfDirectionAreIgnored() {
    assertThat(QueryTime.read("2022년 6월 이전의 요율", ASKED, ZoneOffset.UTC))
        .isEqualTo(QueryTime.read("2022년 6월 이후의 요율", ASKED, ZoneOffset.UTC))
        .isEqualTo(QueryTime.read("2022년 6월의 요율", ASKED, ZoneOffset.UTC));
  }

  @Test
  void anHourIsReadInTheZone() {
    assertThat(QueryTime.read("2022년 6월 3일 오후 3시", ASKED, ZoneId.of("Asia/Seoul")))
        .contains(
            new EventTime(
                TimeRange.between(
                    Instant.parse("2022-06-03T06:00:00Z"), Instant.parse("2022-06-03T07:00:00Z")),
                Granularity.HOUR));
  }

  @Test
  void anImpossibleDayFallsBackToItsMonth() {
    assertThat(QueryTime.read("2023년 2월 31일", ASKED, ZoneOffset.UTC))
        .contains(new EventTime(days("2023-02-01", "2023-03-01"), Granularity.MONTH));
  }

  @ParameterizedTest
  @ValueSource(strings = {"요율은 얼마인가?", "What is the fee?", "제230조", "5월에는?", "99월 80일", "12022345"})
  void whatIsNoTimeIsNotRead(String question) {
    assertThat(QueryTime.read(question, ASKED, ZoneOffset.UTC)).isEmpty();
  }
}
