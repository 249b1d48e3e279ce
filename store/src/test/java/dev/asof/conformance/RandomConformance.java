package dev.asof.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import org.junit.jupiter.api.Test;

/// The long random run: 2,000 histories of 300 steps in memory, 200 through PostgreSQL.
/// `-Dasof.conformance.memory=N` and `-Dasof.conformance.stored=N` change the numbers.
class RandomConformance {

  @Test
  void everyHistoryIsWhatTheModelSaysAfterEveryStep() {
    long seed = Histories.seed();
    RandomRun.Figures memory = RandomRun.Figures.NONE;
    RandomRun.Figures stored;
    int histories = Integer.getInteger("asof.conformance.memory", 2_000);
    int through = Integer.getInteger("asof.conformance.stored", 200);
    for (int history = 0; history < histories; history++) {
      memory = memory.plus(RandomRun.inMemory(seed + history, 300));
    }
    try (TestDatabase home = TestDatabases.create()) {
      stored = RandomRun.stored(home.database(), through, seed, 300);
      for (int round = 0; round < through / 10; round++) {
        RandomRun.everyOrder(home.database(), "order-" + round, seed + round, 3);
      }
    }
    Figures.print(
        "random",
        "%d histories of 300 steps in memory, %.2f rows per correction; %d through PostgreSQL, %.2f rows per correction, %d answers asked again; no difference; seed %d"
            .formatted(
                memory.histories(),
                memory.rowsPerCorrection(),
                stored.histories(),
                stored.rowsPerCorrection(),
                stored.rereads(),
                seed));
    assertThat(memory.rowsPerCorrection()).isLessThanOrEqualTo(RandomRun.MOST_ROWS_PER_CORRECTION);
    assertThat(stored.rowsPerCorrection()).isLessThanOrEqualTo(RandomRun.MOST_ROWS_PER_CORRECTION);
  }
}
