package dev.asof.shown;

import dev.asof.index.IndexStatus;
import dev.asof.schema.Caller;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// How far the index has followed the ledger, as JSON has it.
///
/// @param passages indexed; null for a caller from whom some may be hidden
public record IndexValue(
    Path folder,
    long applied,
    long head,
    boolean usable,
    @Nullable Long passages,
    long generation) {
  public static IndexValue of(IndexStatus status, Caller caller) {
    return new IndexValue(
        status.folder(),
        status.applied(),
        status.head(),
        status.usable(),
        caller.seesEverything() ? status.passages() : null,
        status.generation());
  }
}
