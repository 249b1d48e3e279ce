package dev.asof.shown;

import dev.asof.ledger.Checkpoint;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A checkpoint as JSON has it.
///
/// @param text the bytes to keep and to sign
/// @param file where they were written; null: nowhere
public record CheckpointValue(
    String tenant, long sequence, Instant time, String hash, String text, @Nullable Path file) {
  public static CheckpointValue of(Checkpoint checkpoint, @Nullable Path file) {
    return new CheckpointValue(
        checkpoint.tenant(),
        checkpoint.sequence(),
        checkpoint.time(),
        checkpoint.hash(),
        checkpoint.text(),
        file);
  }
}
