package dev.asof.write;

import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a write did, or, for a dry run, would do.
///
/// @param sequence the transaction, which is also the token that repeats a read; where nothing was
///   written, the last one there was, as of which it was checked
/// @param systemTime of the transaction; null where nothing was written
/// @param opened beliefs that begin with this transaction
/// @param closed beliefs that end with it
/// @param notices what whoever asked for it has to know, as sentences; of a repeated one none
public record Receipt(
    Outcome outcome,
    long sequence,
    @Nullable Instant systemTime,
    List<Touched> opened,
    List<Touched> closed,
    List<String> notices) {

  Receipt at(long token, @Nullable Instant time) {
    return new Receipt(outcome, token, time, opened, closed, notices);
  }

  /// How it ended.
  public enum Outcome {
    WRITTEN,
    /// The request had been carried out before under the same idempotency key.
    REPEATED,
    /// Everything asked for was so already; nothing was written.
    UNCHANGED,
    DRY_RUN
  }

  /// A belief that was opened or closed.
  ///
  /// @param section key of the section for an override; null for a belief about the document
  /// @param label label of the version; null where nothing applies
  /// @param nothing why nothing applies; null where a version does
  public record Touched(
      String document,
      String source,
      String scope,
      ValidityState state,
      @Nullable String section,
      @Nullable String label,
      @Nullable String nothing,
      TimeRange valid,
      long statement) {}
}
