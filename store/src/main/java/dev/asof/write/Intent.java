package dev.asof.write;

import org.jspecify.annotations.Nullable;

/// Who writes, why, and under which conditions.
///
/// @param kind what the ledger calls the transaction: import, assert, correct, ...
/// @param idempotencyKey the same key with the same request is carried out once; null: no key
/// @param expected the transaction the writer has seen last; the write fails where the lanes it
///   touches moved on since. Null: not checked
/// @param dryRun do everything but write
public record Intent(
    String kind,
    String actor,
    @Nullable String reason,
    @Nullable String idempotencyKey,
    @Nullable Long expected,
    boolean dryRun) {
  public static Intent of(String kind, String actor) {
    return new Intent(kind, actor, null, null, null, false);
  }

  public Intent because(@Nullable String why) {
    return new Intent(kind, actor, why, idempotencyKey, expected, dryRun);
  }

  public Intent under(@Nullable String key) {
    return new Intent(kind, actor, reason, key, expected, dryRun);
  }

  public Intent expecting(@Nullable Long transaction) {
    return new Intent(kind, actor, reason, idempotencyKey, transaction, dryRun);
  }

  public Intent dry(boolean only) {
    return new Intent(kind, actor, reason, idempotencyKey, expected, only);
  }
}
