package dev.asof.cli;

import dev.asof.schema.Database;
import dev.asof.write.Store;
import dev.asof.write.WatchedPages;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "set",
    description = {
      "Changes how a page is watched.",
      "What is not named stays; \"\" unsets. Unless only the cadence changes, the page is due at"
          + " once. A text that differs only because other elements are selected is marked"
          + " technical."
    },
    footer = {
      "  asof watch set -d example/terms -s crawler --every 12h",
      "  asof watch set -d example/terms -s crawler --select \"main .legal\" --must-contain \"\"",
      "  asof watch set -d example/terms -s crawler --url https://example.org/legal/terms"
    })
final class WatchSet extends AsofCommand {

  @Mixin private final PlaceOptions place = new PlaceOptions();

  @Option(
      names = "--url",
      order = 9,
      paramLabel = "URL",
      description = "Where the page is now; the document stays the same.")
  private @Nullable String url;

  @Mixin private final WatchedPageOptions given = new WatchedPageOptions();
  @Mixin private final TenantOption tenant = new TenantOption();

  @Override
  public Integer call() {
    if (url == null && !given.isGiven()) {
      throw usage("Name what is to be changed, such as --every or --select");
    }
    try (Database database = open()) {
      print(
          WatchShown.page(
              "Watched so from now on:",
              new WatchedPages(database)
                  .set(
                      new Store(database).tenant(tenant.name(edge())),
                      place.place(),
                      before -> given.over(before, url))));
      return DONE;
    }
  }
}
