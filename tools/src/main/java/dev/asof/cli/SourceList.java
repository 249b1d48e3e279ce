package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.history.History;
import dev.asof.history.Sources;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.shown.SourceValue;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
    name = "list",
    description = {
      "Lists the sources and how each is set, highest authority first.",
      "One line for each part of valid time for which a source is set otherwise."
    },
    footer = {"  asof source list --tenant acme", "  asof source list --known 2024-03-01"})
final class SourceList extends ReadCommand {

  @Override
  int answer(Database database, TenantId tenant) {
    List<SourceValue> rows =
        new History(database)
            .reader()
            .snapshot(
                tenant,
                times().known(),
                snapshot -> Sources.in(snapshot).settings().stream().map(SourceValue::of).toList());
    print(
        new Shown(
            rows,
            rows,
            rows.isEmpty() ? List.of("The tenant has no source yet.") : List.of(),
            Table.of(
                rows,
                column("source", SourceValue::source),
                column("kind", SourceValue::kind),
                column("zone", SourceValue::zone),
                column("rank", SourceValue::authorityRank),
                column("display", SourceValue::display),
                column("words", SourceValue::excerptWords),
                column("publisher", SourceValue::publisher),
                column("language", SourceValue::language),
                column("dates", SourceValue::numericDates),
                column("retention", SourceValue::retention),
                column("valid", SourceValue::validShown)),
            List.of()));
    return DONE;
  }
}
