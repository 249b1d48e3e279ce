package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.shown.ReceiptValue;
import dev.asof.shown.ReceiptValue.Row;
import dev.asof.shown.StatedTimes;
import dev.asof.shown.Times;
import dev.asof.write.Receipt;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A receipt as every format shows it.
final class ReceiptShown {
  private ReceiptShown() {}

  static Shown of(Receipt receipt, List<StatedTimes.Read> reading) {
    ReceiptValue value = ReceiptValue.of(receipt, reading);
    List<Row> rows = new ArrayList<>(value.closed());
    rows.addAll(value.opened());
    return new Shown(
        value,
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
        Stream.concat(
                reading.stream().map(StatedTimes.Read::sentence),
                receipt.notices().stream().map(notice -> "Note: " + notice))
            .toList());
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
          "Dry run as of "
              + token
              + ", nothing was written. It would "
              + (nothingTouched ? "change no belief." : "close and open:");
      case UNCHANGED -> "Nothing was written: everything is so already, as of " + token + ".";
      case REPEATED ->
          "Nothing was written: this was done before under the same key, as transaction "
              + token
              + ".";
    };
  }
}
