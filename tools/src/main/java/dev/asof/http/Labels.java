package dev.asof.http;

import static dev.asof.http.OfTenant.read;
import static dev.asof.http.OfTenant.write;
import static dev.asof.http.Parameter.Kind.TEXTS;
import static dev.asof.http.Parameter.field;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.DocumentLabels;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.write.Change;
import java.io.IOException;
import java.util.List;

/// Who may see a document: the access labels that it carries.
final class Labels {
  private Labels() {}

  private static final Parameter ADD =
      field("add", TEXTS, "[\"hr\"]", "Labels it shall carry, which the caller holds.");
  private static final Parameter REMOVE =
      field("remove", TEXTS, "[\"board\"]", "Labels it shall not carry any more; likewise.");

  static List<Route> routes() {
    return List.of(
        read(
            "labels",
            "labels",
            "The access labels that a document carries now.",
            Labels::labels,
            Parameters.DOCUMENT),
        write(
            "label",
            "label",
            "Changes who may see a document, at any time asked about.",
            Labels::label,
            List.of(Parameters.FOR_DOCUMENT, ADD, REMOVE)));
  }

  private static void labels(Exchange exchange) throws IOException {
    String document = exchange.text(Parameters.DOCUMENT);
    record Carried(DocumentLabels.Carried labels, long token) {}
    Carried found =
        new History(exchange.database())
            .reader()
            .snapshot(
                exchange.tenant(),
                Known.latest(),
                snapshot -> new Carried(DocumentLabels.of(snapshot, document), snapshot.token()));
    exchange.reply().token(found.token()).json(found.labels());
  }

  private static void label(Exchange exchange) throws IOException {
    Body body = exchange.body();
    List<String> add = body.texts(ADD);
    List<String> remove = body.texts(REMOVE);
    if (add.isEmpty() && remove.isEmpty()) {
      throw new CallerFault(Code.USAGE, "give the labels with add, remove or both");
    }
    Writes.write(
        exchange,
        "label",
        List.of(new Change.Label(body.text(Parameters.FOR_DOCUMENT), add, remove)));
  }
}
