package dev.asof.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TimingsTest {

  @Test
  void quantilesAreOfTheCallsThatWereMade() {
    long[] sorted = {10, 20, 30, 40};

    assertThat(Timings.quantile(sorted, 0.5)).isEqualTo(20);
    assertThat(Timings.quantile(sorted, 0.95)).isEqualTo(40);
    assertThat(Timings.quantile(sorted, 0)).isEqualTo(10);
  }

  @Test
  void aRatioIsOfTheSameRoundSoThatABusyMachineSpoilsOneRoundOnly() {
    Timings timings = new Timings();
    long[][] rounds = {{20, 10}, {60, 30}, {500, 10}};
    for (long[] round : rounds) {
      timings.add("easy", "lookup", "asof", new long[] {round[0]});
      timings.add("easy", "lookup", "plain", new long[] {round[1]});
    }

    assertThat(timings.ratio("easy", "lookup", "asof", "lookup", "plain"))
        .hasValue(new Timings.Ratio(2, 2, 50));
    assertThat(timings.ratio("easy", "lookup", "asof", "lookup", "absent")).isEmpty();
  }

  @Test
  void aWrongAnswerVoidsTheRun() {
    Rounds rounds =
        new Rounds(
            List.of(new XtdbSubject(XtdbSubject.Kept.MEMORY, Durability.NONE)),
            new Timings(),
            "easy");

    assertThatThrownBy(() -> rounds.ask("lookup", List.of("right"), (subject, i) -> "wrong"))
        .isInstanceOf(WrongAnswer.class)
        .hasMessage("easy/lookup: question 0: xtdb-memory answers wrong, and right is right");
  }
}
