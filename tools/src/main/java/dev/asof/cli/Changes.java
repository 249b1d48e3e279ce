package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.JsonLinesPrinter;
import dev.asof.cli.print.Table;
import dev.asof.history.BeliefChange;
import dev.asof.history.Compared;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.history.Recorded;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.shown.Times;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "changes",
    description = {
      "Shows what came to be believed differently between two times of knowing.",
      "Ends with exit code 0 whether or not something changed."
    },
    footer = {
      "  asof changes --since 2023-05-15",
      "  asof changes --since @12 --known @20 --output jsonl"
    })
final class Changes extends ReadCommand {

  @Mixin private final FilterOptions filter = new FilterOptions();
  @Mixin private final PageOptions page = new PageOptions();

  @Option(
      names = "--since",
      order = 10,
      required = true,
      paramLabel = "TIME",
      description = "The earlier time of knowing, or its token; the later one is --known.")
  private String since = "";

  @Override
  int answer(Database database, TenantId tenant) {
    History history = new History(database);
    Known earlier = times().known(since);
    Known later = times().known();
    if (output().isLines()) {
      JsonLinesPrinter lines = output().lines(edge());
      String next =
          history.changes(
              tenant,
              filter.filter(),
              earlier,
              later,
              page.page(),
              head -> {
                lines.aside(AnswerShown.reading(head));
                lines.aside(AnswerShown.notices(head.notices()));
              },
              lines::record);
      lines.aside(AnswerShown.next(next));
      return DONE;
    }
    Compared<BeliefChange> answer =
        history.changes(tenant, filter.filter(), earlier, later, page.page());
    print(
        AnswerShown.of(
            answer,
            Table.of(
                answer.results(),
                column("document", BeliefChange::document),
                column("source", BeliefChange::source),
                column("scope", BeliefChange::scope),
                column("section", BeliefChange::section),
                column("state", change -> change.lane().word()),
                column("valid", change -> Times.shown(change.valid())),
                column("before", change -> AnswerShown.holds(change.before())),
                column("after", change -> AnswerShown.holds(change.after())),
                column("by", Changes::by)),
            answer.results().isEmpty() ? List.of("Nothing is believed differently.") : List.of()));
    return DONE;
  }

  private static String by(BeliefChange change) {
    return change.recorded().stream().map(Changes::by).collect(Collectors.joining(", "));
  }

  private static String by(Recorded recorded) {
    return recorded.kind() + " @" + recorded.transaction();
  }
}
