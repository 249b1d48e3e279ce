package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.history.SourceAt;
import dev.asof.history.Sources;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.write.Store;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "list",
    description = "Lists the sources and how each is set now, highest authority first.",
    footer = "  asof source list --tenant acme")
final class SourceList extends AsofCommand {

  @Mixin private final TenantOption tenant = new TenantOption();

  /// A source with the words of the command line.
  record Row(
      String source,
      String kind,
      @Nullable String zone,
      @Nullable Integer authorityRank,
      String display,
      @Nullable Integer excerptWords,
      @Nullable String publisher) {
    static Row of(SourceAt set) {
      return new Row(
          set.name(),
          set.kind(),
          set.zoneAssumed() ? null : set.zone().getId(),
          set.rank(),
          set.display(),
          set.excerptWords(),
          set.publisher());
    }
  }

  @Override
  public Integer call() {
    try (Database database = open()) {
      String name = tenant.name(edge());
      TenantId id = new Store(database).tenant(name);
      List<Row> rows =
          new History(database)
              .reader()
              .snapshot(
                  id,
                  Known.latest(),
                  snapshot -> Sources.in(snapshot).all().stream().map(Row::of).toList());
      print(
          new Shown(
              rows,
              rows,
              rows.isEmpty() ? List.of("The tenant " + name + " has no source yet.") : List.of(),
              Table.of(
                  rows,
                  column("source", Row::source),
                  column("kind", Row::kind),
                  column("zone", Row::zone),
                  column("rank", Row::authorityRank),
                  column("display", Row::display),
                  column("words", Row::excerptWords),
                  column("publisher", Row::publisher)),
              List.of()));
      return DONE;
    }
  }
}
