package dev.asof.cli;

import dev.asof.ask.Ask;
import dev.asof.ask.Asked;
import dev.asof.ask.Request;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import picocli.CommandLine.Command;

@Command(
    name = "ask",
    description = {
      "Answers a question with the passages that were in force at a time.",
      "Times in the question are read, in English and Korean, unless they are given; what is not"
          + " certain is asked back. Time decides first, then words and meaning rank inside what"
          + " was in force; every passage is verified in the database before it is cited. Ends with"
          + " exit code 1 where no passage answers or something is asked back."
    },
    footer = {
      "  asof ask \"may I scrape public profiles\" --about 2023-06-01",
      "  asof ask \"how much notice did they give in 2022 compared with 2023\"",
      "  asof ask \"what did we know on 3 June 2023 about the fees of 1 May 2023\" --explain",
      "  asof ask \"retention of logs\" --about 2023-06-01 --known 2023-05-15 --top 3 --output"
          + " json",
      "  asof ask \"subprocessors\" --document github/privacy-statement --state asserted"
    })
final class AskCommand extends QuestionCommand {

  @Override
  int answer(Database database, TenantId tenant, Ask ask, Request request) {
    Asked asked = ask.ask(tenant, request);
    print(AskedShown.of(asked, edge().width()));
    return asked.results().isEmpty() ? NO : DONE;
  }
}
