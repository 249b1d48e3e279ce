package dev.asof.cli;

import dev.asof.cli.print.Shown;
import dev.asof.history.Counted;
import dev.asof.intake.law.LawReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The report of an import of Akoma Ntoso as every format shows it.
final class LawShown {
  private static final int MOST_SENTENCES = 20;

  private LawShown() {}

  /// @param imported the report of the import itself
  /// @param files read, those in archives too
  /// @param documents met in them, each time
  /// @param dated versions of which a file says when they apply
  /// @param unknown versions of which none does
  /// @param sections with times of their own
  /// @param passedOver files that are no XML, and expressions in other languages
  /// @param leftOut statements about times that were not used; the first thousand are named
  record Value(
      Object imported,
      long files,
      long documents,
      long dated,
      long unknown,
      long sections,
      long passedOver,
      long leftOut,
      List<LawReport.Left> left) {}

  static Shown of(Shown imported, LawReport report) {
    Value value =
        new Value(
            imported.value(),
            report.files(),
            report.documents(),
            report.dated(),
            report.unknown(),
            report.sections(),
            report.passedOver(),
            report.leftOut(),
            report.left());
    List<String> above = new ArrayList<>(imported.above());
    above.add(
        String.format(
            Locale.ROOT,
            "Read %s in %s: %s with a time from which it applies, %,d without; %s with times of"
                + " their own.",
            Counted.of(report.documents(), "document"),
            Counted.of(report.files(), "file"),
            Counted.of(report.dated(), "version"),
            report.unknown(),
            Counted.of(report.sections(), "section")));
    List<String> below = new ArrayList<>(imported.below());
    report.left().stream()
        .limit(MOST_SENTENCES)
        .forEach(one -> below.add("Not used: " + one.place() + ": " + one.reason()));
    if (report.leftOut() > MOST_SENTENCES) {
      below.add(
          String.format(
              Locale.ROOT,
              "... and %,d more that were not used",
              report.leftOut() - MOST_SENTENCES));
    }
    return new Shown(value, List.of(value), above, imported.table(), imported.text(), below);
  }
}
