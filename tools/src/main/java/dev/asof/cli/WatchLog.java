package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Table;
import dev.asof.history.Answer;
import dev.asof.history.LookLog;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.shown.Times;
import java.time.temporal.ChronoUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "log",
    description = {
      "Shows the looks that are recorded, of watched pages and in any other way, the last one"
          + " first.",
      "Failures too, with the reason."
    },
    footer = {
      "  asof watch log --document example/terms",
      "  asof watch log --failed --last 20",
      "  asof watch log --known 2024-03-01 --output jsonl"
    })
final class WatchLog extends ReadCommand {

  @Mixin private final FilterOptions filter = new FilterOptions();

  @Option(names = "--failed", order = 10, description = "Only looks that failed.")
  private boolean failed;

  @Option(
      names = "--last",
      order = 11,
      paramLabel = "N",
      description = "How many at most; default 100.")
  private int last = 100;

  @Override
  void check() {
    if (last < 1) {
      throw usage("--last takes a number from 1");
    }
  }

  @Override
  int answer(Database database, TenantId tenant) {
    Answer<LookLog.Look> answer =
        new LookLog(database).looks(tenant, filter.filter(), failed, last, times().known());
    print(
        AnswerShown.of(
            answer,
            Table.of(
                answer.results(),
                column(
                    "looked", look -> Times.shown(look.looked().truncatedTo(ChronoUnit.SECONDS))),
                column("document", LookLog.Look::document),
                column("source", LookLog.Look::source),
                column("scope", LookLog.Look::scope),
                column("status", LookLog.Look::status),
                column("version", LookLog.Look::label),
                column("note", LookLog.Look::note))));
    return DONE;
  }
}
