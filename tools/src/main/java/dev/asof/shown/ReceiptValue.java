package dev.asof.shown;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.asof.history.Span;
import dev.asof.id.RowIds;
import dev.asof.time.State;
import dev.asof.write.Receipt;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A receipt as JSON has it.
///
/// @param reading how the times of the change were read
/// @param outcome written, repeated, unchanged or dry_run
/// @param known system time of the transaction; null where nothing was written
/// @param token the transaction; repeats a read as of after it; null of a dry run
/// @param checkedAt of a dry run, the last transaction there was, for whoever wants the change only
///   as it was shown (`expect`); else null
/// @param notices what has to be known of it; left out where there is nothing
public record ReceiptValue(
    List<StatedTimes.Read> reading,
    String outcome,
    @Nullable Instant known,
    @Nullable Long token,
    @Nullable Long checkedAt,
    List<Row> closed,
    List<Row> opened,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> notices) {

  public static ReceiptValue of(Receipt receipt, List<StatedTimes.Read> reading) {
    boolean dry = receipt.outcome() == Receipt.Outcome.DRY_RUN;
    return new ReceiptValue(
        reading,
        receipt.outcome().name().toLowerCase(Locale.ROOT),
        receipt.systemTime(),
        dry ? null : receipt.sequence(),
        dry ? receipt.sequence() : null,
        receipt.closed().stream().map(row -> Row.of("closed", row, receipt.sequence())).toList(),
        receipt.opened().stream().map(row -> Row.of("opened", row, receipt.sequence())).toList(),
        receipt.notices());
  }

  /// @param change closed or opened
  /// @param statement id to recall; null of a statement that a dry run did not make
  public record Row(
      String change,
      String document,
      @Nullable String section,
      String source,
      String scope,
      String state,
      @Nullable String label,
      @Nullable String nothing,
      Span valid,
      @Nullable Long statement) {

    static Row of(String change, Receipt.Touched touched, long last) {
      return new Row(
          change,
          touched.document(),
          touched.section(),
          touched.source(),
          touched.scope(),
          touched.nothing() == null ? touched.state().word() : State.WITHDRAWN.word(),
          touched.label(),
          touched.nothing(),
          Times.span(touched.valid()),
          RowIds.sequenceOf(touched.statement()) > last ? null : touched.statement());
    }

    /// The label of what it holds, or why it holds nothing.
    public String holds() {
      return nothing == null ? String.valueOf(label) : "nothing (" + nothing + ")";
    }
  }
}
