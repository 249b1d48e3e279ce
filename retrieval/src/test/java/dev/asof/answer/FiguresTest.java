package dev.asof.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          thirty days                  | within 30 days
          30 days                      | thirty days' notice
          dreißig Tage                 | 30 Tage
          a thirty-day term            | thirty days
          forty-two                    | 42
          1,000 euro                   | 1000 euro
          1.000 Euro                   | 1,000 euro
          1 000 euro                   | 1000
          3,5 %                        | 3.5 percent
          3.50                         | 3.5
          on 1 March 2024              | from 2024-03-01 on
          on March 1, 2024             | am 1. März 2024
          le 1er mars 2024             | 2024년 3월 1일
          el 1 de marzo de 2024        | 2024. 3. 1.
          l'1 de març de 2024          | 01.03.2024
          in March 2024                | since 15 March 2024
          in 2024                      | since 15 March 2024
          on 1 March                   | since 1 March 2024
          ３０ days                     | 30 days
          both of two parties          | nothing
          we may 5                     | 5
          """)
  void whatIsWrittenOtherwiseIsTheSame(String sentence, String passage) {
    assertThat(Figures.of(sentence).notIn(Figures.of(passage))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sixty days                   | within 30 days            | sixty
          60 days                      | thirty days               | 60
          1,001 euro                   | 1000 euro                 | 1,001
          1,000 euro                   | 1 euro                    | 1,000
          3.5 percent                  | 35 percent                | 3.5
          on 1 April 2024              | 1 March 2024, April, 2024 | 1 April 2024
          since 1 March 2025           | 1 March 2024 to 31 December 2025 | 1 March 2025
          am 2. März 2024              | 1. März 2024              | 2. März 2024
          2024년 3월 2일부터             | 2024년 3월 1일              | 2024년 3월 2일
          in April 2024                | 1 March 2024              | April 2024
          on 2 March                   | since 1 March 2024        | 2 March
          100 or three hundred         | 100                       | three hundred
          """)
  void whatIsNotThereIsNamedAsItIsWritten(String sentence, String passage, String missing) {
    assertThat(Figures.of(sentence).notIn(Figures.of(passage))).isEqualTo(List.of(missing));
  }
}
