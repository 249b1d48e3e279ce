package dev.asof.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TenantSettingTest {

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          zone,            Europe/London,   Europe/London
          question-zone,   +09:00,          +09:00
          fiscal-year,     10-01 END,       10-01 end
          numeric-dates,   DAY_FIRST,       day_first
          hemisphere,      Southern,        southern
          week-start,      Sunday,          sunday
          recent,          p90d,            P90D
          term.michaelmas, 10-01..12-17,    10-01..12-17
          term.학기,        03-02..06-21,    03-02..06-21
          term.the academic year, 10-01..06-30, 10-01..06-30
          """)
  void aValueIsKeptInOneForm(String name, String value, String kept) {
    assertThat(TenantSetting.canonical(name, value)).isEqualTo(kept);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          zone            | Mars/Phobos      | the zone "Mars/Phobos" is unknown
          fiscal-year     | 10-01            | fiscal-year cannot be "10-01"; write its first day and which year
          fiscal-year     | 13-01 end        | fiscal-year cannot be "13-01"; write a month and a day
          numeric-dates   | year_first       | numeric-dates cannot be "year_first"; write one of day_first, month_first
          hemisphere      | western          | hemisphere cannot be "western"; write one of northern, southern
          week-start      | mon              | week-start cannot be "mon"; write one of monday, tuesday
          recent          | 90 days          | recent cannot be "90 DAYS"; write a period
          recent          | P0D              | recent cannot be "P0D"; write a period that is not empty
          recent          | -P3M             | recent cannot be "-P3M"; write a period that is not empty
          term.michaelmas | 10-01            | term.michaelmas cannot be "10-01"; write its first and last day
          term.michaelmas | 10-01..02-30     | term.michaelmas cannot be "02-30"; write a month and a day
          term.Q1         | 10-01..12-17     | "Q1" cannot be the name of a term; use one word
          colour          | blue             | there is no setting "colour"; known: zone, question-zone
          """)
  void whatCannotBeOneIsRefusedWithTheMend(String name, String value, String said) {
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> TenantSetting.canonical(name, value))
        .satisfies(fault -> assertThat(fault.code()).isEqualTo(Code.BAD_INPUT))
        .withMessageContaining(said);
  }
}
