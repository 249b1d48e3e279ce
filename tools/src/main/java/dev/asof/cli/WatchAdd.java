package dev.asof.cli;

import dev.asof.schema.Database;
import dev.asof.write.Store;
import dev.asof.write.WatchedPage;
import dev.asof.write.WatchedPages;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "add",
    description = {
      "Adds a page to those that are watched.",
      "This machine and private networks are not asked without --allow-private of asof watch run: a"
          + " page there is noted at once where its address says so, else its looks fail.",
      "It is due at once; asof watch run looks at it. A document may have one page of each source"
          + " and scope; one page may be watched for several documents, each with what it selects.",
      "HTML, plain text, Markdown, PDF, DOCX and ODT are read; the bytes are kept beside the text."
    },
    footer = {
      "  asof watch add https://example.org/terms -d example/terms -s crawler",
      "  asof watch add https://example.org/terms -d example/terms -s crawler --select .legal"
          + " --without .banner --every PT6H --must-contain \"Terms of service\""
    })
final class WatchAdd extends AsofCommand {

  @Parameters(paramLabel = "URL", description = "Address of the page, http or https.")
  private String url = "";

  @Mixin private final PlaceOptions place = new PlaceOptions();
  @Mixin private final WatchedPageOptions given = new WatchedPageOptions();
  @Mixin private final TenantOption tenant = new TenantOption();

  @Override
  public Integer call() {
    WatchedPage.Watch watch = given.watch(place.place(), url);
    try (Database database = open()) {
      print(
          WatchShown.page(
              "Watched from now on:",
              new WatchedPages(database)
                  .add(new Store(database).createTenant(tenant.name(edge())), watch)));
      return DONE;
    }
  }
}
