package dev.asof.cli;

import dev.asof.ask.Permalinks;
import dev.asof.cite.Hit;
import dev.asof.cite.Permalink;
import dev.asof.schema.Database;
import dev.asof.write.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "cite",
    description = {
      "Repeats a citation from its permalink.",
      "Shows the passage that was cited, with its dates as they were known then. Fails where the"
          + " text is not the one that was cited."
    },
    footer = {
      "  asof cite \"asof:terms?about=2024-03-01T00:00:00Z&known=@12&source=site&section=notice"
          + "&passage=0\""
    })
final class CiteCommand extends AsofCommand {

  @Parameters(paramLabel = "LINK", description = "As an answer shows it.")
  private String link = "";

  @Mixin private final TenantOption tenant = new TenantOption();

  @Override
  public Integer call() {
    Permalink read = Permalink.parse(link);
    try (Database database = open()) {
      Hit hit =
          new Permalinks(database).open(new Store(database).tenant(tenant.name(edge())), read);
      print(AskedShown.of(hit, edge().width()));
      return DONE;
    }
  }
}
