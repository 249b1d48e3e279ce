package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.history.History;
import dev.asof.history.TenantSettings;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

@Command(
    name = "show",
    description = "Shows how a tenant is set, as known at a time.",
    footer = {"  asof tenant show --tenant acme", "  asof tenant show --known 2024-03-01"})
final class TenantShow extends ReadCommand {

  record Row(String setting, String value) {}

  @Override
  int answer(Database database, TenantId tenant) {
    List<Row> rows =
        new History(database)
                .reader()
                .snapshot(tenant, times().known(), TenantSettings::in)
                .values()
                .entrySet()
                .stream()
                .sorted(Map.Entry.comparingByKey())
                .map(setting -> new Row(setting.getKey(), setting.getValue()))
                .toList();
    print(
        new Shown(
            rows,
            rows,
            rows.isEmpty()
                ? List.of("Nothing is set for the tenant " + tenantName() + ".")
                : List.of(),
            Table.of(rows, column("setting", Row::setting), column("value", Row::value)),
            List.of()));
    return DONE;
  }
}
