package dev.asof.cli;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.schema.Database;
import dev.asof.write.Store;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "add",
    description = "Creates a tenant. One that is there already is left as it is.",
    footer = "  asof tenant add acme")
final class TenantAdd extends AsofCommand {

  @Parameters(
      paramLabel = "TENANT",
      description = "Up to 63 lower-case letters, digits, dots, underscores and hyphens.")
  private String name = "";

  record Value(String tenant, boolean created) {}

  @Override
  public Integer call() {
    try (Database database = open()) {
      Store store = new Store(database);
      boolean created = store.findTenant(name).isEmpty();
      store.createTenant(name);
      Value value = new Value(name, created);
      print(
          new Shown(
              value,
              List.of(value),
              List.of(
                  created
                      ? "Created the tenant " + name + "."
                      : "The tenant " + name + " was there."),
              Table.of(List.of()),
              List.of()));
      return DONE;
    }
  }
}
