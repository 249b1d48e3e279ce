package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Table;
import dev.asof.history.Answer;
import dev.asof.history.Documents;
import dev.asof.history.History;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "documents",
    description = "Lists the keys of the documents.",
    footer = {"  asof documents", "  asof documents --like privacy --output jsonl"})
final class DocumentsCommand extends ReadCommand {

  @Option(
      names = "--like",
      order = 1,
      paramLabel = "PART",
      description = "Only keys that hold this, whatever its case.")
  private @Nullable String like;

  @Mixin private final PageOptions page = new PageOptions();

  @Override
  int answer(Database database, TenantId tenant) {
    History history = new History(database);
    Answer<Documents.Key> answer = history.documents(tenant, like, times().known(), page.page());
    print(
        AnswerShown.of(
            answer, Table.of(answer.results(), column("document", Documents.Key::document))));
    return DONE;
  }
}
