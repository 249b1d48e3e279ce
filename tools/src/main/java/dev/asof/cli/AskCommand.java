package dev.asof.cli;

import dev.asof.answer.AskedInWords;
import dev.asof.answer.InWords;
import dev.asof.answer.Wording;
import dev.asof.answer.WordsSettings;
import dev.asof.ask.Ask;
import dev.asof.ask.Asked;
import dev.asof.ask.Request;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "ask",
    description = {
      "Answers a question with the passages that were in force at a time.",
      "Times in the question are read, in English and Korean, unless they are given; what is not"
          + " certain is asked back. Time decides first, then words and meaning rank inside what"
          + " was in force; every passage is verified in the database before it is cited. Ends with"
          + " exit code 1 where no passage answers or something is asked back.",
      "With --words a language model of yours says it in sentences besides, from these passages"
          + " alone; what does not hold of a sentence is marked under it. Where the model fails,"
          + " the passages stand without it."
    },
    footer = {
      "  asof ask \"may I scrape public profiles\" --about 2023-06-01",
      "  asof ask \"how much notice did they give in 2022 compared with 2023\"",
      "  asof ask \"what did we know on 3 June 2023 about the fees of 1 May 2023\" --explain",
      "  asof ask \"retention of logs\" --about 2023-06-01 --known 2023-05-15 --top 3 --output"
          + " json",
      "  asof ask \"subprocessors\" --document github/privacy-statement --state asserted",
      "  asof ask \"how long is the notice\" --about 2023-06-01 --words"
    })
final class AskCommand extends QuestionCommand {

  @Option(
      names = "--words",
      order = 15,
      description =
          "Have the model of words-url say it in sentences, each with its citations checked.")
  private boolean words;

  @Mixin private final WordsOptions wording = new WordsOptions();

  @Override
  int answer(Database database, TenantId tenant, Ask ask, Request request) {
    Wording wanted = wanted(database);
    Asked asked = ask.ask(tenant, request);
    InWords said = wanted == null ? null : wanted.of(tenant, asked);
    print(
        said == null
            ? AskedShown.of(asked, edge().width())
            : AskedShown.of(new AskedInWords(asked, said), edge().width()));
    return asked.results().isEmpty() ? NO : DONE;
  }

  /// Null: no words are. Throws where no model is configured, before anything is asked.
  private @Nullable Wording wanted(Database database) {
    if (!words) {
      return null;
    }
    WordsSettings settings = wording.settings(edge(), database.settings());
    return new Wording(database, settings);
  }
}
