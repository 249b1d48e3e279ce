package dev.asof.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// The long stability run: three minutes, or `-Dasof.conformance.seconds=N`.
class StabilityConformance {

  @Test
  void whatAReaderWasToldItIsToldAgainWhateverIsWrittenMeanwhile() throws Exception {
    int seconds = Integer.getInteger("asof.conformance.seconds", 180);
    long seed = Histories.seed();
    try (TestDatabase home = TestDatabases.create()) {
      StabilityRun.Figures figures = StabilityRun.run(home, Duration.ofSeconds(seconds), seed);
      assertThat(figures.rereads()).isGreaterThan(figures.answers());
      Figures.print(
          "stability",
          "%d s, %d transactions (%d slow ones), clock moved %d times; %d answers (%d at the present), asked again %d times, all identical; %d snapshots show a ledger without gaps; commit order is system time order; seed %d"
              .formatted(
                  seconds,
                  figures.transactions(),
                  figures.slow(),
                  figures.jumps(),
                  figures.answers(),
                  figures.present(),
                  figures.rereads(),
                  figures.snapshots(),
                  seed));
    }
  }
}
