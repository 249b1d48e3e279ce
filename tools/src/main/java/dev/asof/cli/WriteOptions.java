package dev.asof.cli;

import dev.asof.write.Intent;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Who writes, why, and under which conditions.
final class WriteOptions {

  @Mixin private final ActorOptions actor = new ActorOptions();

  @Option(
      names = "--idempotency-key",
      order = 602,
      paramLabel = "KEY",
      description = "Do it once, however often it is asked for under this key.")
  private @Nullable String idempotencyKey;

  @Option(
      names = "--expect",
      order = 603,
      paramLabel = "TOKEN",
      converter = Token.Converter.class,
      description = "Fail if what is changed has moved on since this transaction, such as @12.")
  private @Nullable Token expect;

  @Option(
      names = "--dry-run",
      order = 604,
      description = "Write nothing; show which ranges would be closed and opened.")
  private boolean dryRun;

  /// A dry run needs no reason: it leaves nothing that could be asked about.
  boolean lacksReason() {
    return !dryRun && !actor.hasReason();
  }

  Intent intent(String kind, Edge edge) {
    return actor
        .intent(kind, edge)
        .under(idempotencyKey)
        .expecting(expect == null ? null : expect.sequence())
        .dry(dryRun);
  }
}
