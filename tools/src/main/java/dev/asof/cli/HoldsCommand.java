package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.history.History;
import dev.asof.history.OnHold;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.shown.Times;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
    name = "holds",
    description = "Lists the documents that are on legal hold, and for which matters.",
    footer = {"  asof holds --tenant acme", "  asof holds --known 2026-03-01"})
final class HoldsCommand extends ReadCommand {

  @Override
  int answer(Database database, TenantId tenant) {
    List<OnHold> holds =
        new History(database).reader().snapshot(tenant, times().known(), OnHold::in);
    print(
        new Shown(
            holds,
            holds,
            holds.isEmpty() ? List.of("No document is on hold.") : List.of(),
            Table.of(
                holds,
                column("document", OnHold::document),
                column("matter", OnHold::matter),
                column("since", hold -> Times.shown(hold.since())),
                column("transaction", hold -> "@" + hold.transaction())),
            List.of()));
    return DONE;
  }
}
