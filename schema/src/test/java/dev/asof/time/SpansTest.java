package dev.asof.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.asof.fault.CallerFault;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpansTest {

  @ParameterizedTest
  @CsvSource({
    "PT6H, PT6H",
    "P1D, PT24H",
    "6h, PT6H",
    "1d12h, PT36H",
    "90s, PT90S",
    "0.5s, PT0.5S",
    "1h30m, PT90M"
  })
  void aSpanIsReadAsPeopleWriteIt(String written, Duration span) {
    assertThat(Spans.read("--every", written)).isEqualTo(span);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "6", "h", "soon", "P", "PT", "1y", "99999999999999999999h"})
  void whatIsNoneIsRefusedWithItsOption(String written) {
    assertThatThrownBy(() -> Spans.read("--every", written))
        .isInstanceOf(CallerFault.class)
        .hasMessageContaining("--every is '" + written + "'");
  }

  @Test
  void aSpanIsShownAsItIsWritten() {
    assertThat(Spans.shown(Duration.ofHours(36))).isEqualTo("1d12h");
    assertThat(Spans.shown(Duration.ofDays(2))).isEqualTo("2d");
    assertThat(Spans.shown(Duration.ofMinutes(90))).isEqualTo("1h30m");
  }
}
