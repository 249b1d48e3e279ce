package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.cli.print.Times;
import dev.asof.history.Span;
import dev.asof.time.State;
import dev.asof.write.Receipt;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A receipt as every format shows it.
final class ReceiptShown {
  private ReceiptShown() {}

  /// @param reading how the times of the command were read
  /// @param outcome written, repeated, unchanged or dry_run
  /// @param known system time of the transaction; null where none was needed
  /// @param token the transaction; repeats a read as of after it
  record Value(
      List<StatedTimes.Read> reading,
      String outcome,
      @Nullable Instant known,
      long token,
      List<Row> closed,
      List<Row> opened) {}

  /// @param change closed or opened
  /// @param statement id to recall
  record Row(
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

    private String holds() {
      return nothing == null ? String.valueOf(label) : "nothing (" + nothing + ")";
    }
  }

  static Shown of(Receipt receipt, List<StatedTimes.Read> reading) {
    List<Row> closed = receipt.closed().stream().map(row -> Row.of("closed", row)).toList();
    List<Row> opened = receipt.opened().stream().map(row -> Row.of("opened", row)).toList();
    List<Row> rows = new ArrayList<>(closed);
    rows.addAll(opened);
    return new Shown(
        new Value(
            reading,
            receipt.outcome().name().toLowerCase(Locale.ROOT),
            receipt.systemTime(),
            receipt.sequence(),
            closed,
            opened),
        rows,
        List.of(sentence(receipt, rows.isEmpty())),
        Table.of(
            rows,
            column("change", Row::change),
            column("document", Row::document),
            column("section", Row::section),
            column("source", Row::source),
            column("scope", Row::scope),
            column("state", Row::state),
            column("version", Row::holds),
            column("valid", row -> Times.shown(row.valid())),
            column("statement", Row::statement)),
        reading.stream().map(StatedTimes.Read::sentence).toList());
  }

  private static String sentence(Receipt receipt, boolean nothingTouched) {
    String token = "@" + receipt.sequence();
    Instant time = receipt.systemTime();
    return switch (receipt.outcome()) {
      case WRITTEN ->
          "Written as transaction "
              + token
              + (time == null ? "" : " at " + Times.shown(time))
              + (nothingTouched ? "; no belief changed." : ".");
      case DRY_RUN ->
          "Dry run, nothing was written. As transaction "
              + token
              + (nothingTouched ? " it would change no belief." : " it would close and open:");
      case UNCHANGED -> "Nothing was written: everything is so already, as of " + token + ".";
      case REPEATED ->
          "Nothing was written: this was done before under the same key, as transaction "
              + token
              + ".";
    };
  }
}
