package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.schema.Database;
import dev.asof.shown.TenantValue;
import dev.asof.write.Store;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
    name = "list",
    description = "Lists the tenants that this login may reach.",
    footer = "  asof tenant list --output jsonl")
final class TenantList extends AsofCommand {

  @Override
  public Integer call() {
    try (Database database = open()) {
      List<TenantValue> rows =
          new Store(database).tenants().stream().map(TenantValue::new).toList();
      print(
          new Shown(
              rows,
              rows,
              rows.isEmpty()
                  ? List.of("There is no tenant yet; create one with: asof tenant add NAME")
                  : List.of(),
              Table.of(rows, column("tenant", TenantValue::tenant)),
              List.of()));
      return DONE;
    }
  }
}
