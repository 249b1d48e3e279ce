package dev.asof.cli;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.history.Counted;
import dev.asof.id.TenantId;
import dev.asof.index.CatchUp;
import dev.asof.index.PassageIndex;
import dev.asof.schema.Database;
import dev.asof.write.Store;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "rebuild",
    description = {
      "Throws the index of a tenant away and makes it again from the ledger.",
      "Nothing is lost by it: the index holds nothing that the database does not."
    },
    footer = "  asof index rebuild --tenant laws")
final class IndexRebuild extends AsofCommand {

  @Mixin private final TenantOption tenant = new TenantOption();

  /// What is told to a caller from whom documents may be hidden.
  record Value(long sequence) {}

  @Override
  public Integer call() {
    try (Database database = open();
        PassageIndex index = PassageIndex.of(database)) {
      String name = tenant.name(edge());
      TenantId id = new Store(database).tenant(name);
      CatchUp done = index.rebuild(id);
      boolean all = database.caller().seesEverything();
      Object value = all ? done : new Value(done.sequence());
      print(
          new Shown(
              value,
              List.of(value),
              List.of(
                  "Made the index of tenant "
                      + name
                      + " again"
                      + (all
                          ? ": "
                              + Counted.of(done.written(), "passage")
                              + " of "
                              + Counted.of(done.documents(), "document")
                              + ", at @"
                          : ", at @")
                      + done.sequence()
                      + "."),
              Table.of(List.of()),
              List.of()));
      return DONE;
    }
  }
}
