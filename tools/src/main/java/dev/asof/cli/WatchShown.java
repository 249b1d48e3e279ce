package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.intake.watch.Addresses;
import dev.asof.intake.watch.Look;
import dev.asof.intake.watch.WatchReport;
import dev.asof.shown.Times;
import dev.asof.time.Spans;
import dev.asof.write.WatchedPage;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Watched pages and looks at them as every format shows them.
final class WatchShown {

  private WatchShown() {}

  /// @param every as ISO-8601
  /// @param found by the last look: changed, technical, unchanged, gone or failed; null: there was
  ///   none
  /// @param failures since the last look that found a text, or that the page is gone
  record Row(
      String document,
      String source,
      String scope,
      String url,
      @Nullable String select,
      @Nullable String without,
      @Nullable String mustContain,
      @Nullable String title,
      @Nullable String language,
      List<String> allows,
      Duration every,
      @Nullable Instant looked,
      @Nullable String found,
      @Nullable String note,
      @Nullable String foundAt,
      @Nullable String movedTo,
      int failures,
      Instant nextDue,
      boolean underWay) {
    static Row of(WatchedPage page) {
      WatchedPage.Watch watch = page.watch();
      WatchedPage.Standing standing = page.standing();
      WatchedPage.Outcome outcome = standing.outcome();
      return new Row(
          watch.place().document(),
          watch.place().source(),
          watch.place().scope(),
          watch.url().toString(),
          watch.selector(),
          watch.without(),
          watch.mustContain(),
          watch.title(),
          watch.language(),
          watch.allows().stream().map(WatchedPage.Allowance::word).sorted().toList(),
          watch.every(),
          standing.looked(),
          outcome == null ? null : outcome.word(),
          standing.note(),
          standing.finalUrl(),
          standing.movedTo(),
          standing.failures(),
          standing.nextDue(),
          standing.underWay());
    }

    @Nullable String lookedShown() {
      return looked == null ? null : Times.shown(looked.truncatedTo(ChronoUnit.MINUTES));
    }

    String dueShown() {
      return underWay ? "under way" : Times.shown(nextDue.truncatedTo(ChronoUnit.MINUTES));
    }
  }

  static Shown page(String sentence, WatchedPage page) {
    Row row = Row.of(page);
    return new Shown(
        row,
        List.of(row),
        List.of(sentence),
        table(List.of(row)),
        Addresses.isPrivateAsWritten(page.watch().url())
            ? List.of(
                "Note: "
                    + page.watch().url().getHost()
                    + " is of this machine or of a private network, so that each look at it fails"
                    + " unless asof watch run is told --allow-private")
            : List.of());
  }

  static Shown list(List<WatchedPage> pages) {
    List<Row> rows = pages.stream().map(Row::of).toList();
    List<String> below = new ArrayList<>();
    for (Row row : rows) {
      if (row.movedTo() != null) {
        below.add(
            "Moved for good: "
                + row.url()
                + " to "
                + row.movedTo()
                + " (asof watch set -d "
                + row.document()
                + " -s "
                + row.source()
                + " --url follows it)");
      }
    }
    return new Shown(
        rows,
        rows,
        rows.isEmpty() ? List.of("No page is watched; asof watch add adds one.") : List.of(),
        table(rows),
        below);
  }

  private static Table table(List<Row> rows) {
    return Table.of(
        rows,
        column("document", Row::document),
        column("source", Row::source),
        column("scope", Row::scope),
        column("url", Row::url),
        column("select", Row::select),
        column("without", Row::without),
        column("every", row -> Spans.shown(row.every())),
        column("looked", Row::lookedShown),
        column("found", Row::found),
        column("note", Row::note),
        column("failures", row -> row.failures() == 0 ? null : row.failures()),
        column("next due", Row::dueShown));
  }

  static Shown report(WatchReport report) {
    List<Look> told =
        report.looks().stream().filter(look -> !look.found().equals("unchanged")).toList();
    return new Shown(
        report,
        report.looks(),
        List.of(
            String.format(
                Locale.ROOT,
                "%,d pages looked at: %,d changed (%,d of them technical), %,d unchanged, %,d gone,"
                    + " %,d failed; %,d put off.",
                report.looked(),
                report.changed(),
                report.technical(),
                report.unchanged(),
                report.gone(),
                report.failed(),
                report.putOff())),
        Table.of(
            told,
            column("document", Look::document),
            column("source", Look::source),
            column("scope", Look::scope),
            column("found", Look::found),
            column("note", Look::note),
            column("moved to", Look::movedTo)),
        List.of());
  }

  /// One look, for people who follow them.
  static List<String> lines(Look look) {
    Instant looked = look.looked();
    return List.of(
        (looked == null ? "" : Times.shown(looked.truncatedTo(ChronoUnit.SECONDS)) + " ")
            + look.found()
            + " "
            + look.document()
            + " at "
            + look.source()
            + (look.note() == null ? "" : ": " + look.note())
            + (look.movedTo() == null ? "" : " (moved to " + look.movedTo() + ")"));
  }
}
