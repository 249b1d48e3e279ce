package dev.asof.bench;

import java.util.Locale;
import java.util.Random;

/// What is done to every system.
enum Workload {
  /// Many documents with ten changes each, one transaction a change, then batches.
  EASY {
    @Override
    void run(Sizes sizes, Random random, Rounds rounds, PostgresServer server) throws Exception {
      new Easy(sizes, random).run(rounds);
    }
  };

  abstract void run(Sizes sizes, Random random, Rounds rounds, PostgresServer server)
      throws Exception;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Picocli shows and reads it so.
  @Override
  public String toString() {
    return word();
  }
}
