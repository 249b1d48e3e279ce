package dev.asof.cli;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.history.Counted;
import dev.asof.id.TenantId;
import dev.asof.index.IndexStatus;
import dev.asof.index.PassageIndex;
import dev.asof.schema.Database;
import dev.asof.shown.IndexValue;
import dev.asof.write.Store;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "status",
    description = {
      "Shows how far the index has followed the ledger.",
      "It never has to be up to date: a question that asks about more lets it catch up first."
    },
    footer = "  asof index status --tenant laws")
final class IndexStatusCommand extends AsofCommand {

  @Mixin private final TenantOption tenant = new TenantOption();

  @Override
  public Integer call() {
    try (Database database = open();
        PassageIndex index = PassageIndex.of(database)) {
      String name = tenant.name(edge());
      TenantId id = new Store(database).tenant(name);
      IndexStatus status = index.status(id);
      boolean all = database.caller().seesEverything();
      IndexValue value = IndexValue.of(status, database.caller());
      print(
          new Shown(
              value,
              List.of(value),
              List.of(
                  "Index "
                      + status.folder()
                      + ", tenant "
                      + name
                      + ": "
                      + (status.usable()
                          ? (all ? Counted.of(status.passages(), "passage") + ", at @" : "at @")
                              + status.applied()
                          : "nothing usable yet")
                      + "; the ledger is at @"
                      + status.head()
                      + "."),
              Table.of(List.of()),
              List.of()));
      return DONE;
    }
  }
}
