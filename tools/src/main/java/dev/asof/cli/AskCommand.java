package dev.asof.cli;

import dev.asof.cite.Ask;
import dev.asof.cite.Asked;
import dev.asof.id.TenantId;
import dev.asof.index.PassageIndex;
import dev.asof.schema.Database;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "ask",
    description = {
      "Answers a question with the passages that were in force at a time.",
      "Time decides first, then words rank inside what was in force; every passage is verified in"
          + " the database before it is cited. Ends with exit code 1 where no passage answers."
    },
    footer = {
      "  asof ask \"may I scrape public profiles\" --about 2023-06-01",
      "  asof ask \"retention of logs\" --about 2023-06-01 --known 2023-05-15 --top 3 --output"
          + " json",
      "  asof ask \"subprocessors\" --document github/privacy-statement --state asserted"
    })
final class AskCommand extends ReadCommand {

  @Mixin private final QuestionOptions question = new QuestionOptions();

  @Override
  int answer(Database database, TenantId tenant) {
    try (PassageIndex index = index(database)) {
      Asked asked =
          new Ask(database, index)
              .ask(
                  tenant,
                  question.question(),
                  question.about(times()),
                  times().known(),
                  question.top(),
                  question.filter(),
                  question.states());
      print(AskedShown.of(asked, edge().width()));
      return asked.results().isEmpty() ? NO : DONE;
    }
  }
}
