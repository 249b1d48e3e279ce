package dev.asof.cli;

import dev.asof.history.History;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "timeline",
    description = "Shows what is believed about a document along valid time.",
    footer = {
      "  asof timeline --document github/privacy-statement",
      "  asof timeline -d github/privacy-statement --known 2023-05-15"
    })
final class Timeline extends ReadCommand {

  @Mixin private final DocumentOptions filter = new DocumentOptions();
  @Mixin private final PageOptions page = new PageOptions();

  @Override
  int answer(Database database, TenantId tenant) {
    History history = new History(database);
    print(
        AnswerShown.ofCitations(
            history.timeline(tenant, filter.filter(), times().known(), page.page())));
    return DONE;
  }
}
