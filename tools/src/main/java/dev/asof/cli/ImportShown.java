package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.history.Counted;
import dev.asof.shown.ImportValue;
import dev.asof.shown.ImportValue.Source;
import dev.asof.shown.ImportValue.Superseded;
import dev.asof.shown.Times;
import dev.asof.write.ImportReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The report of an import as every format shows it.
final class ImportShown {
  private static final int MOST_SENTENCES = 20;

  private ImportShown() {}

  static Shown of(ImportReport report, String tenant, String systemTime, Duration taken) {
    ImportValue value = ImportValue.of(report, tenant, systemTime, taken);
    return new Shown(
        value,
        List.of(value),
        List.of(counts(report, tenant, taken)),
        Table.of(
            value.sources(), column("source", Source::source), column("read as", Source::kind)),
        details(report, value.superseded()));
  }

  private static String counts(ImportReport report, String tenant, Duration taken) {
    return String.format(
        Locale.ROOT,
        "Read %s into tenant %s in %s: %,d written in %s, %,d held already," + " %,d left out%s.",
        Counted.of(report.read(), "record"),
        tenant,
        Times.shown(taken),
        report.written(),
        Counted.of(report.transactions(), "transaction"),
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
