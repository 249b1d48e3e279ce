package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Table;
import dev.asof.history.Answer;
import dev.asof.history.History;
import dev.asof.history.HistoryLine;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.shown.Times;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "history",
    description = {
      "Shows everything that was ever believed about a document.",
      "One line for each belief: what, for when, since when, until when, by which statement."
    },
    footer = {
      "  asof history --document github/privacy-statement",
      "  asof history -d github/privacy-statement --raw --output jsonl"
    })
final class HistoryCommand extends ReadCommand {

  @Mixin private final DocumentOptions filter = new DocumentOptions();
  @Mixin private final PageOptions page = new PageOptions();

  @Option(
      names = "--raw",
      order = 10,
      description = "Rows as they are stored, without joining adjacent ones that hold the same.")
  private boolean raw;

  @Override
  int answer(Database database, TenantId tenant) {
    History history = new History(database);
    Answer<HistoryLine> answer =
        history.history(tenant, filter.filter(), times().known(), raw, page.page());
    print(
        AnswerShown.of(
            answer,
            Table.of(
                answer.results(),
                column("source", line -> line.belief().source()),
                column("scope", line -> line.belief().scope()),
                column("section", line -> line.belief().section()),
                column("state", line -> line.belief().state().word()),
                column("version", line -> AnswerShown.holds(line.belief())),
                column("valid", line -> Times.shown(line.belief().valid())),
                column(
                    "known",
                    line -> Times.seconds(line.belief().system()),
                    line -> Times.shown(line.belief().system())),
                column("by", line -> line.operation() + " @" + line.opened().transaction()),
                column("statement", line -> line.belief().statement()))));
    return DONE;
  }
}
