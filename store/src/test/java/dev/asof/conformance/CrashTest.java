package dev.asof.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// The short form of the crash run.
class CrashTest {

  @Test
  void whatWasAcknowledgedIsThereAfterAKillAndNothingHalfWrittenIs() throws Exception {
    CrashRun.Figures figures = CrashRun.run(3, Histories.seed());

    assertThat(figures.acknowledged()).isPositive();
    // At most the one transaction in flight of each round.
    assertThat(figures.unacknowledged()).isBetween(0L, 3L);
  }
}
