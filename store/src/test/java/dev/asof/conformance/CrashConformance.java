package dev.asof.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// The long crash run: 50 rounds, or `-Dasof.conformance.rounds=N`.
class CrashConformance {

  @Test
  void whatWasAcknowledgedIsThereAfterAKillAndNothingHalfWrittenIs() throws Exception {
    int rounds = Integer.getInteger("asof.conformance.rounds", 50);
    long seed = Histories.seed();
    CrashRun.Figures figures = CrashRun.run(rounds, seed);
    assertThat(figures.unacknowledged()).isBetween(0L, (long) rounds);
    Figures.print(
        "crash",
        "%d rounds, server killed %d times, client %d times; %d transactions acknowledged, none missing; %d committed without being told; nothing half-written; verify passes after each; seed %d"
            .formatted(
                figures.rounds(),
                figures.servers(),
                figures.clients(),
                figures.acknowledged(),
                figures.unacknowledged(),
                seed));
  }
}
