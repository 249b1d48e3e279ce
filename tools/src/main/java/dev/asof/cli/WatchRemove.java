package dev.asof.cli;

import dev.asof.schema.Database;
import dev.asof.write.Store;
import dev.asof.write.WatchedPages;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "remove",
    description = {"Watches a page no longer.", "Everything that was recorded of it stays."},
    footer = "  asof watch remove -d example/terms -s crawler")
final class WatchRemove extends AsofCommand {

  @Mixin private final PlaceOptions place = new PlaceOptions();
  @Mixin private final TenantOption tenant = new TenantOption();

  @Override
  public Integer call() {
    try (Database database = open()) {
      print(
          WatchShown.page(
              "Watched no longer:",
              new WatchedPages(database)
                  .remove(new Store(database).tenant(tenant.name(edge())), place.place())));
      return DONE;
    }
  }
}
