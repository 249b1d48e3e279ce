package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.cli.print.Times;
import dev.asof.history.Span;
import dev.asof.write.ImportReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The report of an import as every format shows it.
final class ImportShown {
  private static final int MOST_SENTENCES = 20;

  private ImportShown() {}

  /// @param sources what each source was read as
  /// @param read good records read
  /// @param held records the tenant held already
  /// @param erased records whose text was legally erased
  /// @param written records written
  /// @param transactions ledger transactions written
  /// @param leftOut lines left out; `refused` lists the first thousand of them
  /// @param seconds the time it took
  record Value(
      String tenant,
      String systemTime,
      List<Source> sources,
      long read,
      long held,
      long erased,
      long written,
      long transactions,
      long leftOut,
      List<ImportReport.Refused> refused,
      List<Superseded> superseded,
      double seconds) {}

  record Source(String source, String kind) {}

  /// A statement that a later record of the same page closed although it stated another range.
  record Superseded(String document, String source, String byLabel, Span closed, Span by) {
    static Superseded of(ImportReport.Superseded superseded) {
      return new Superseded(
          superseded.document(),
          superseded.source(),
          superseded.byLabel(),
          Times.span(superseded.closed()),
          Times.span(superseded.by()));
    }

    String sentence() {
      return document
          + " of "
          + source
          + ": "
          + byLabel
          + ", which states "
          + Times.shown(by)
          + ", took the place of the statement "
          + Times.shown(closed);
    }
  }

  static Shown of(ImportReport report, String tenant, String systemTime, Duration taken) {
    List<Source> sources =
        report.kinds().entrySet().stream()
            .map(entry -> new Source(entry.getKey(), entry.getValue().word()))
            .toList();
    List<Superseded> superseded = report.superseded().stream().map(Superseded::of).toList();
    Value value =
        new Value(
            tenant,
            systemTime,
            sources,
            report.read(),
            report.held(),
            report.erased(),
            report.written(),
            report.transactions(),
            report.leftOut(),
            report.refused(),
            superseded,
            taken.toMillis() / 1000.0);
    return new Shown(
        value,
        List.of(value),
        List.of(counts(report, tenant, taken)),
        Table.of(sources, column("source", Source::source), column("read as", Source::kind)),
        details(report, superseded));
  }

  private static String counts(ImportReport report, String tenant, Duration taken) {
    return String.format(
        Locale.ROOT,
        "Read %,d records into tenant %s in %s: %,d written in %,d transactions, %,d held already,"
            + " %,d left out%s.",
        report.read(),
        tenant,
        Times.shown(taken),
        report.written(),
        report.transactions(),
        report.held(),
        report.leftOut(),
        report.erased() == 0
            ? ""
            : String.format(Locale.ROOT, ", %,d not stored again after erasure", report.erased()));
  }

  private static List<String> details(ImportReport report, List<Superseded> superseded) {
    List<String> lines = new ArrayList<>();
    report.refused().stream()
        .limit(MOST_SENTENCES)
        .forEach(left ->
            lines.add("Left out " + left.file() + " " + left.place() + ": " + left.reason()));
    if (report.leftOut() > MOST_SENTENCES) {
      lines.add(
          String.format(
              Locale.ROOT,
              "... and %,d more left out; --output json lists %s",
              report.leftOut() - MOST_SENTENCES,
              report.leftOut() > report.refused().size()
                  ? String.format(
                      Locale.ROOT,
                      "the first %,d, and not the other %,d",
                      report.refused().size(),
                      report.leftOut() - report.refused().size())
                  : "them all"));
    }
    superseded.stream()
        .limit(MOST_SENTENCES)
        .forEach(one -> lines.add("Superseded: " + one.sentence()));
    more(lines, superseded.size());
    return lines;
  }

  private static void more(List<String> lines, int all) {
    if (all > MOST_SENTENCES) {
      lines.add("... and " + (all - MOST_SENTENCES) + " more; --output json lists them all");
    }
  }
}
