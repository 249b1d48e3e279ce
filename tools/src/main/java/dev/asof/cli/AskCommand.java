package dev.asof.cli;

import dev.asof.cite.Ask;
import dev.asof.cite.Asked;
import dev.asof.eligible.StatePolicy;
import dev.asof.id.TenantId;
import dev.asof.index.PassageIndex;
import dev.asof.schema.Database;
import dev.asof.time.State;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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

  @Parameters(paramLabel = "QUESTION", arity = "1..*", description = "Words to look for.")
  private List<String> question = List.of();

  @Mixin private final FilterOptions filter = new FilterOptions();
  @Mixin private final AboutOption about = new AboutOption();

  @Option(
      names = {"-k", "--top"},
      order = 10,
      paramLabel = "K",
      description = "Most passages of the answer, 1 to 1000; default 5.")
  private int top = 5;

  @Option(
      names = "--state",
      order = 11,
      split = ",",
      paramLabel = "STATE",
      description =
          "Only what is asserted, observed, presumed or unknown; several with commas. Default all.")
  private Set<State> states = EnumSet.noneOf(State.class);

  @Override
  int answer(Database database, TenantId tenant) {
    try (PassageIndex index = PassageIndex.of(database)) {
      Asked asked =
          new Ask(database, index)
              .ask(
                  tenant,
                  String.join(" ", question),
                  about.in(times()),
                  times().known(),
                  top,
                  filter.filter(),
                  states.isEmpty() ? StatePolicy.standard() : new StatePolicy(states));
      print(AskedShown.of(asked, edge().width()));
      return asked.results().isEmpty() ? NO : DONE;
    }
  }
}
