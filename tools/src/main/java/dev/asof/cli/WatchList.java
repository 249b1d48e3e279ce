package dev.asof.cli;

import dev.asof.schema.Database;
import dev.asof.write.Store;
import dev.asof.write.WatchedPages;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "list",
    description = {
      "Lists the pages that are watched, and how the last look at each went.",
      "A page that has moved for good is shown with where to; watch set --url follows it."
    },
    footer = {"  asof watch list", "  asof watch list --output jsonl"})
final class WatchList extends AsofCommand {

  @Option(
      names = {"-d", "--document"},
      order = 1,
      paramLabel = "KEY",
      description = "Key of one document; default all.")
  private @Nullable String document;

  @Option(
      names = {"-s", "--source"},
      order = 2,
      paramLabel = "NAME",
      description = "Pages of this source; default all.")
  private @Nullable String source;

  @Mixin private final TenantOption tenant = new TenantOption();

  @Override
  public Integer call() {
    try (Database database = open()) {
      print(
          WatchShown.list(
              new WatchedPages(database)
                  .list(new Store(database).tenant(tenant.name(edge())), document, source)));
      return DONE;
    }
  }
}
