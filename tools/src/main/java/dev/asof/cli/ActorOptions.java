package dev.asof.cli;

import dev.asof.write.Intent;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Who writes, and why.
final class ActorOptions {

  @Option(
      names = "--reason",
      order = 600,
      paramLabel = "WORDS",
      description = "Why; kept in the ledger. What gives up a belief needs one.")
  private @Nullable String reason;

  @Mixin private final ActorOption actor = new ActorOption();

  boolean hasReason() {
    return reason != null && !reason.isBlank();
  }

  Intent intent(String kind, Edge edge) {
    return Intent.of(kind, actor.name(edge)).because(reason);
  }
}
