package dev.asof.split;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NormalisedTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "a  b|a b",
        "a\u00A0\u3000b|a b",
        " a b |a b",
        "\"Terms\"|“Terms”",
        "don't|don’t",
        "2020-2023|2020–2023",
        "non-profit|non\u2011profit",
        "and so on...|and so on…",
        "Cafe\u0301|Café",
        "in\u200Bform|inform",
        "in\u00ADform|inform",
        "第一條，本法（草案）|第一條,本法(草案)",
        "ｱ|ア",
      })
  void typographyChangesNothing(String one, String other) {
    assertThat(Normalised.sha256(one)).hasSize(32).isEqualTo(Normalised.sha256(other));
  }

  @ParameterizedTest
  @CsvSource({
    "may, must",
    "100 m², 100 m2",
    "a b, ab",
    "Terms, terms",
    "1.000, 1000",
    "5, -5",
    "①, 1",
  })
  void aChangeOfWordsOrNumbersShows(String one, String other) {
    assertThat(Normalised.sha256(one)).isNotEqualTo(Normalised.sha256(other));
  }

  @Test
  void lineEndsAndReflowedLinesChangeNothing() {
    assertThat(Normalised.sha256("The fee\r\nis due.\r\n"))
        .isEqualTo(Normalised.sha256("The fee is due."));
  }

  @Test
  void aHostileRunOfMarksTakesNoQuadraticTime() {
    byte[] hash =
        Assertions.assertTimeoutPreemptively(
            Duration.ofSeconds(60),
            () -> Normalised.sha256("a" + "\u0301\u0316".repeat(1_000_000)));

    assertThat(hash).hasSize(32);
  }
}
