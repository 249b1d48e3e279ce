package dev.asof.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExpressionsTest {

  static List<Expressions.Row> rows() {
    return Expressions.rows();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void anExpressionIsReadAsTheTableWants(Expressions.Row row) {
    assertThat(Rendering.of(row.read())).isEqualTo(row.wanted());
  }

  @ParameterizedTest
  @MethodSource("rows")
  void whatIsReadIsStatedAndWhatIsNotIsAsked(Expressions.Row row) {
    QuestionTime reading = row.read();

    assertThat(reading.sentence()).endsWith(".").hasSizeGreaterThan(10);
    reading
        .about()
        .forEach(time ->
            assertThat(time.sentence())
                .contains(
                    "valid time", time.zone().getId().equals("Z") ? "UTC" : time.zone().getId()));
    reading.known().forEach(time -> assertThat(time.sentence()).contains("system time"));
    reading.asks().forEach(ask -> assertThat(reading.sentence()).contains(ask.sentence()));
    assertThat(reading.isCertain()).isEqualTo(reading.asks().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("rows")
  void spansPointIntoTheQuestion(Expressions.Row row) {
    QuestionTime reading = row.read();

    reading
        .about()
        .forEach(time ->
            assertThat(row.expression().substring(time.span().start(), time.span().end()))
                .isEqualTo(time.text()));
    reading
        .asks()
        .forEach(ask ->
            assertThat(row.expression().substring(ask.span().start(), ask.span().end()))
                .isEqualTo(ask.text()));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void everyChoiceIsReadForCertainInThePlaceOfThePhrase(Expressions.Row row) {
    for (AskBack ask : row.read().asks()) {
      for (Choice choice : ask.choices()) {
        String mended =
            row.expression().substring(0, ask.span().start())
                + choice.write()
                + row.expression().substring(ask.span().end());
        QuestionTime reading = new TimeReader(row.settings()).read(mended, row.reference());
        assertThat(reading.asks())
            .as(mended)
            .noneMatch(again ->
                again.reason() == ask.reason() && again.span().start() == ask.span().start());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void theSameArgumentsGiveTheSameReading(Expressions.Row row) {
    assertThat(row.read()).isEqualTo(row.read());
  }

  @Test
  void theTableIsLarge() {
    assertThat(rows()).hasSizeGreaterThan(25 + 150);
  }
}
