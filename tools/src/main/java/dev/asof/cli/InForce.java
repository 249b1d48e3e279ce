package dev.asof.cli;

import dev.asof.cli.print.JsonLinesPrinter;
import dev.asof.history.Answer;
import dev.asof.history.Citation;
import dev.asof.history.Filter;
import dev.asof.history.History;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.time.State;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "in-force",
    description = {
      "Shows what applied at a time, as known at a time.",
      "Every source is asked; the tenant's order of authority decides which comes first. Ends with"
          + " exit code 1 where nothing is known to have applied."
    },
    footer = {
      "  asof in-force --document github/privacy-statement --about 2023-06-01",
      "  asof in-force -d github/privacy-statement --about 2023-06-01 --known 2023-05-15 --output"
          + " json",
      "  asof in-force --about 2023-06-01 --known @12 --output jsonl",
      "  asof in-force --about 2023-06-01 --limit 50"
    })
final class InForce extends ReadCommand {

  @Mixin private final FilterOptions filter = new FilterOptions();
  @Mixin private final AboutOption about = new AboutOption();
  @Mixin private final PageOptions page = new PageOptions();

  @Override
  int answer(Database database, TenantId tenant) {
    History history = new History(database);
    Filter wanted = filter.filter();
    if (output().isLines() && wanted.document() == null) {
      return stream(history, tenant, wanted);
    }
    Answer<Citation> answer =
        history.inForce(tenant, wanted, about.in(times()), times().known(), page.page());
    print(AnswerShown.ofCitations(answer));
    return isInForce(answer.results()) ? DONE : NO;
  }

  /// A whole tenant, document by document as it comes.
  private int stream(History history, TenantId tenant, Filter wanted) {
    JsonLinesPrinter lines = output().lines(edge());
    AtomicBoolean found = new AtomicBoolean();
    String next =
        history.inForce(
            tenant,
            wanted,
            about.in(times()),
            times().known(),
            page.page(),
            head -> lines.aside(AnswerShown.reading(head)),
            document -> {
              document.results().forEach(lines::record);
              lines.aside(AnswerShown.notices(document.notices()));
              if (isInForce(document.results())) {
                found.set(true);
              }
            });
    lines.aside(AnswerShown.next(next));
    return found.get() ? DONE : NO;
  }

  private static boolean isInForce(List<Citation> results) {
    return results.stream()
        .anyMatch(result -> result.state() != State.WITHDRAWN && result.state() != State.UNKNOWN);
  }
}
