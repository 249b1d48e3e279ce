package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.cli.print.Times;
import dev.asof.history.History;
import dev.asof.history.SourceAt;
import dev.asof.history.Sources;
import dev.asof.history.Span;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.time.TimeRange;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

@Command(
    name = "list",
    description = {
      "Lists the sources and how each is set, highest authority first.",
      "One line for each part of valid time for which a source is set otherwise."
    },
    footer = {"  asof source list --tenant acme", "  asof source list --known 2024-03-01"})
final class SourceList extends ReadCommand {

  /// A source with the words of the command line.
  ///
  /// @param valid the part of valid time for which it is set so
  record Row(
      String source,
      String kind,
      @Nullable String zone,
      @Nullable Integer authorityRank,
      String display,
      @Nullable Integer excerptWords,
      @Nullable String publisher,
      @Nullable String language,
      @Nullable String numericDates,
      @Nullable String retention,
      Span valid) {
    static Row of(Sources.Setting setting) {
      SourceAt set = setting.source();
      TimeRange during = setting.during();
      return new Row(
          set.name(),
          set.kind(),
          set.zoneAssumed() ? null : set.zone().getId(),
          set.rank(),
          set.display(),
          set.excerptWords(),
          set.publisher(),
          set.language(),
          set.numericDates(),
          set.retention(),
          new Span(during.fromOrNull(), during.toOrNull()));
    }

    @Nullable String validShown() {
      return valid.from() == null && valid.to() == null ? null : Times.shown(valid);
    }
  }

  @Override
  int answer(Database database, TenantId tenant) {
    List<Row> rows =
        new History(database)
            .reader()
            .snapshot(
                tenant,
                times().known(),
                snapshot -> Sources.in(snapshot).settings().stream().map(Row::of).toList());
    print(
        new Shown(
            rows,
            rows,
            rows.isEmpty() ? List.of("The tenant has no source yet.") : List.of(),
            Table.of(
                rows,
                column("source", Row::source),
                column("kind", Row::kind),
                column("zone", Row::zone),
                column("rank", Row::authorityRank),
                column("display", Row::display),
                column("words", Row::excerptWords),
                column("publisher", Row::publisher),
                column("language", Row::language),
                column("dates", Row::numericDates),
                column("retention", Row::retention),
                column("valid", Row::validShown)),
            List.of()));
    return DONE;
  }
}
