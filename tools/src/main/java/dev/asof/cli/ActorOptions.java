package dev.asof.cli;

import dev.asof.write.Intent;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Who writes, and why.
final class ActorOptions {

  @Option(
      names = "--reason",
      order = 600,
      paramLabel = "WORDS",
      description = "Why; kept in the ledger. What gives up a belief needs one.")
  private @Nullable String reason;

  @Option(
      names = "--actor",
      order = 601,
      paramLabel = "NAME",
      description = "Who; default the user of the operating system.")
  private @Nullable String actor;

  boolean hasReason() {
    return reason != null && !reason.isBlank();
  }

  Intent intent(String kind, Edge edge) {
    return Intent.of(kind, actor == null ? edge.user() : actor).because(reason);
  }
}
