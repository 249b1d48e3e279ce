package dev.asof.shown;

import dev.asof.history.Span;
import dev.asof.write.ImportReport;
import java.time.Duration;
import java.util.List;

/// The report of an import as JSON has it.
///
/// @param sources what each source was read as
/// @param read good records read
/// @param held records the tenant held already
/// @param erased records whose text was legally erased
/// @param written records written
/// @param transactions ledger transactions written
/// @param leftOut lines left out; `refused` lists the first thousand of them
/// @param seconds the time it took
public record ImportValue(
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
    double seconds) {

  public static ImportValue of(
      ImportReport report, String tenant, String systemTime, Duration taken) {
    return new ImportValue(
        tenant,
        systemTime,
        report.kinds().entrySet().stream()
            .map(entry -> new Source(entry.getKey(), entry.getValue().word()))
            .toList(),
        report.read(),
        report.held(),
        report.erased(),
        report.written(),
        report.transactions(),
        report.leftOut(),
        report.refused(),
        report.superseded().stream().map(Superseded::of).toList(),
        taken.toMillis() / 1000.0);
  }

  public record Source(String source, String kind) {}

  /// A statement that a later record of the same page closed although it stated another range.
  public record Superseded(String document, String source, String byLabel, Span closed, Span by) {
    static Superseded of(ImportReport.Superseded superseded) {
      return new Superseded(
          superseded.document(),
          superseded.source(),
          superseded.byLabel(),
          Times.span(superseded.closed()),
          Times.span(superseded.by()));
    }

    public String sentence() {
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
}
