package dev.asof.http;

import static dev.asof.http.OfTenant.read;
import static dev.asof.http.OfTenant.write;
import static dev.asof.http.Parameter.Kind.TEXT;
import static dev.asof.http.Parameter.field;
import static dev.asof.http.Route.JSON;
import static dev.asof.http.Route.LINES;

import dev.asof.history.OnHold;
import dev.asof.write.Change;
import java.io.IOException;
import java.util.List;

/// Legal holds: while there is one, nothing of the document can be erased.
final class Holds {
  private Holds() {}

  private static final Parameter MATTER =
      field(
              "matter",
              TEXT,
              "Smith v Acme",
              "The matter: a case, an investigation. Several may hold one document.")
          .needed();

  static List<Route> routes() {
    List<Parameter> hold = List.of(Parameters.FOR_DOCUMENT, MATTER);
    return List.of(
        read(
                "holds",
                "holds",
                "The documents that are on legal hold, and for which matters.",
                exchange -> Reads.dated(exchange, OnHold::in),
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES)
            .answering(JSON, LINES),
        write("hold", "hold", "Puts a document on legal hold for a matter.", Holds::hold, hold),
        write(
            "release",
            "release",
            "Releases a document from legal hold for a matter; every other one stays.",
            Holds::release,
            hold));
  }

  private static void hold(Exchange exchange) throws IOException {
    Body body = exchange.body();
    Writes.write(
        exchange,
        "hold",
        List.of(new Change.Hold(body.text(Parameters.FOR_DOCUMENT), body.text(MATTER))));
  }

  private static void release(Exchange exchange) throws IOException {
    Body body = exchange.body();
    Writes.write(
        exchange,
        "release",
        List.of(new Change.Release(body.text(Parameters.FOR_DOCUMENT), body.text(MATTER))));
  }
}
