package dev.asof.shown;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.asof.history.Span;
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
/// @param known system time of the transaction; null where none was needed
/// @param token the transaction; repeats a read as of after it
/// @param notices what has to be known of it; left out where there is nothing
public record ReceiptValue(
    List<StatedTimes.Read> reading,
    String outcome,
    @Nullable Instant known,
    long token,
    List<Row> closed,
    List<Row> opened,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> notices) {

  public static ReceiptValue of(Receipt receipt, List<StatedTimes.Read> reading) {
    return new ReceiptValue(
        reading,
        receipt.outcome().name().toLowerCase(Locale.ROOT),
        receipt.systemTime(),
        receipt.sequence(),
        receipt.closed().stream().map(row -> Row.of("closed", row)).toList(),
        receipt.opened().stream().map(row -> Row.of("opened", row)).toList(),
        receipt.notices());
  }

  /// @param change closed or opened
  /// @param statement id to recall
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
      long statement) {

    static Row of(String change, Receipt.Touched touched) {
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
          touched.statement());
    }

    /// The label of what it holds, or why it holds nothing.
    public String holds() {
      return nothing == null ? String.valueOf(label) : "nothing (" + nothing + ")";
    }
  }
}
