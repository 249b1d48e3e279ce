package dev.asof.shown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.time.LocalTimes;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimesTest {

  @ParameterizedTest
  @CsvSource({
    "2024-03-01T00:00:00Z, 2024-03-01T00:00Z",
    "2024-03-01T10:20:30Z, 2024-03-01T10:20:30Z",
    "2024-03-01T10:20:00.000001Z, 2024-03-01T10:20:00.000001Z",
    "0990-01-01T00:00:00Z, 0990-01-01T00:00Z"
  })
  void aTimeIsShownWithoutNoiseAndCanBeGivenBack(Instant instant, String shown) {
    assertThat(Times.shown(instant)).isEqualTo(shown);
    assertThat(LocalTimes.parseKnown(shown, ZoneOffset.UTC, false).instant()).isEqualTo(instant);
  }

  @Test
  void durationsAreShownInTheUnitThatFits() {
    assertThat(Times.shown(Duration.ofMillis(1_234))).isEqualTo("1.2 s");
    assertThat(Times.shown(Duration.ofSeconds(125))).isEqualTo("2 min 5 s");
  }
}
