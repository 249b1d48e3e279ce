package dev.asof.cli;

import static dev.asof.cli.print.Table.column;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.history.DocumentLabels;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.write.Change;
import dev.asof.write.Receipt;
import dev.asof.write.Store;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "label",
    description = {
      "Changes who may see a document, or shows the access labels it carries.",
      "Only callers that hold every label of a document see it, at any time asked about: permission"
          + " is today's. You add and remove labels that you hold yourself, as --labels says."
    },
    footer = {
      "  asof label --document salaries --add hr --labels hr",
      "  asof label --document salaries --add board --remove hr --labels hr,board",
      "  asof label --document salaries --labels board"
    })
final class LabelCommand extends AsofCommand {

  @Option(
      names = {"-d", "--document"},
      order = 1,
      required = true,
      paramLabel = "KEY",
      description = "Key of the document.")
  private String document = "";

  @Option(
      names = "--add",
      order = 2,
      split = ",",
      paramLabel = "LABEL",
      description = "A label it shall carry; several with commas between them.")
  private List<String> add = List.of();

  @Option(
      names = "--remove",
      order = 3,
      split = ",",
      paramLabel = "LABEL",
      description = "A label it shall not carry any more.")
  private List<String> remove = List.of();

  @Mixin private final TenantOption tenant = new TenantOption();
  @Mixin private final WriteOptions write = new WriteOptions();

  /// A label of a document.
  record Row(String label) {}

  @Override
  public Integer call() {
    try (Database database = open()) {
      Store store = new Store(database);
      TenantId id = store.tenant(tenant.name(edge()));
      if (add.isEmpty() && remove.isEmpty()) {
        show(database, id);
      } else {
        Receipt receipt =
            store.write(
                id,
                write.intent("label", edge()),
                List.of(new Change.Label(document, add, remove)));
        print(ReceiptShown.of(receipt, List.of()));
      }
      return DONE;
    }
  }

  private void show(Database database, TenantId id) {
    DocumentLabels.Carried carried =
        new History(database)
            .reader()
            .snapshot(id, Known.latest(), snapshot -> DocumentLabels.of(snapshot, document));
    List<Row> rows = carried.labels().stream().map(Row::new).toList();
    print(
        new Shown(
            carried,
            rows,
            rows.isEmpty()
                ? List.of("The document " + carried.document() + " carries no label.")
                : List.of(),
            Table.of(rows, column("label", Row::label)),
            List.of()));
  }
}
