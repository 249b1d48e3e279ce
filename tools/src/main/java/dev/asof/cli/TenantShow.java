package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.history.History;
import dev.asof.history.TenantSettings;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.shown.SettingValue;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
    name = "show",
    description = "Shows how a tenant is set, as known at a time.",
    footer = {"  asof tenant show --tenant acme", "  asof tenant show --known 2024-03-01"})
final class TenantShow extends ReadCommand {

  @Override
  int answer(Database database, TenantId tenant) {
    List<SettingValue> rows =
        SettingValue.of(
            new History(database).reader().snapshot(tenant, times().known(), TenantSettings::in));
    print(
        new Shown(
            rows,
            rows,
            rows.isEmpty()
                ? List.of("Nothing is set for the tenant " + tenantName() + ".")
                : List.of(),
            Table.of(
                rows,
                column("setting", SettingValue::setting),
                column("value", SettingValue::value)),
            List.of()));
    return DONE;
  }
}
