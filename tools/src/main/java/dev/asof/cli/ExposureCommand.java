package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Table;
import dev.asof.history.Answer;
import dev.asof.history.Exposure;
import dev.asof.history.History;
import dev.asof.id.StatementId;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.shown.Times;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "exposure",
    description = {
      "Shows for how long beliefs that a correction gave up would have been the answer.",
      "Of a transaction, such as that of a correction, or of one statement."
    },
    footer = {"  asof exposure @12", "  asof exposure --statement 16777867 --output json"})
final class ExposureCommand extends ReadCommand {

  @Parameters(
      paramLabel = "TRANSACTION",
      arity = "0..1",
      converter = Token.Converter.class,
      description = "The transaction, such as @12.")
  private @Nullable Token transaction;

  @Option(
      names = "--statement",
      order = 1,
      paramLabel = "ID",
      description = "One statement in place of a transaction.")
  private @Nullable Long statement;

  @Mixin private final PageOptions page = new PageOptions();

  @Override
  void check() {
    if ((transaction == null) == (statement == null)) {
      throw usage("Give a transaction, such as @12, or --statement");
    }
  }

  @Override
  int answer(Database database, TenantId tenant) {
    History history = new History(database);
    Answer<Exposure> answer =
        transaction != null
            ? history.exposure(tenant, transaction.sequence(), times().known(), page.page())
            : history.exposure(
                tenant,
                new StatementId(statement == null ? 0 : statement),
                times().known(),
                page.page());
    print(
        AnswerShown.of(
            answer,
            Table.of(
                answer.results(),
                column("document", exposure -> exposure.belief().document()),
                column("source", exposure -> exposure.belief().source()),
                column("scope", exposure -> exposure.belief().scope()),
                column("section", exposure -> exposure.belief().section()),
                column("was believed", exposure -> AnswerShown.holds(exposure.belief())),
                column("valid", exposure -> Times.shown(exposure.belief().valid())),
                column(
                    "known during",
                    exposure -> Times.seconds(exposure.belief().system()),
                    exposure -> Times.shown(exposure.belief().system())),
                column("for", exposure -> Times.shown(exposure.served()), Exposure::served),
                column("instead", exposure -> AnswerShown.holds(exposure.instead())))));
    return DONE;
  }
}
