package dev.asof.cli;

import dev.asof.history.History;
import dev.asof.id.TenantId;
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

  @Override
  int answer(History history, TenantId tenant) {
    print(AnswerShown.ofCitations(history.timeline(tenant, filter.filter(), times().known())));
    return DONE;
  }
}
