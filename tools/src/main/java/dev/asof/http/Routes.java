package dev.asof.http;

import static dev.asof.http.Route.JSON;
import static dev.asof.http.Route.LINES;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.write.token.TokenRole.Right;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Every route of the server.
final class Routes {
  private Routes() {}

  private static final String T = "/v1/tenants/{tenant}/";

  static List<Route> all(Metrics metrics) {
    List<Route> routes = new ArrayList<>();
    routes.addAll(reads());
    routes.addAll(ledger());
    routes.addAll(writes());
    routes.addAll(server(metrics));
    List<Route> described = List.copyOf(routes);
    routes.add(
        Route.get(
            "/v1/openapi.json",
            "openapi",
            "This interface, as OpenAPI 3.1.",
            null,
            exchange -> exchange.reply().json(OpenApi.of(described))));
    // Last: they take what nothing else takes.
    routes.add(
        Route.get("/", "page", "The page.", null, PageFiles::index).answering("text/html", "*/*"));
    routes.add(
        Route.get(
                "/lib/{library}/<file>",
                "library",
                "A library of the page.",
                null,
                PageFiles::library)
            .answering("*/*"));
    routes.add(
        Route.get(
                "/<file>",
                "file",
                "A file of the page.",
                null,
                exchange -> {
                  String path = exchange.context().path();
                  if (described.stream().anyMatch(route -> route.takes(path))) {
                    throw unmatched(path, described);
                  }
                  PageFiles.file(exchange);
                })
            .answering("*/*"));
    return routes;
  }

  static CallerFault noRoute(String path) {
    return new CallerFault(
        Code.NO_ROUTE,
        "there is nothing at "
            + Problem.shortened(path)
            + "; /v1/openapi.json lists what there is");
  }

  /// Why nothing answers at `path`: another method would, or none.
  static RuntimeException unmatched(String path, List<Route> routes) {
    String allowed =
        routes.stream()
            .filter(route -> route.takes(path))
            .map(route -> route.method().name())
            .distinct()
            .collect(Collectors.joining(", "));
    return allowed.isEmpty() ? noRoute(path) : new Gate.WrongMethod(allowed);
  }

  private static Route read(
      String name, String operation, String summary, Route.Handling handling, Parameter... more) {
    List<Parameter> parameters = new ArrayList<>(List.of(Parameters.TENANT));
    parameters.addAll(List.of(more));
    return Route.get(
        T + name, operation, summary, Right.READ, handling, parameters.toArray(Parameter[]::new));
  }

  private static List<Route> reads() {
    return List.of(
        Route.get(
                "/v1/tenants",
                "tenants",
                "The tenants that the caller may ask.",
                Right.READ,
                Reads::tenants)
            .answering(JSON, LINES),
        read(
                "in-force",
                "inForce",
                "What applied at a time, as known at a time.",
                Reads::inForce,
                Parameters.ONE_DOCUMENT,
                Parameters.SOURCE,
                Parameters.SCOPE,
                Parameters.ABOUT,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES,
                Parameters.LIMIT,
                Parameters.AFTER)
            .answering(JSON, LINES)
            .takingLong(),
        read(
                "history",
                "history",
                "Everything that was ever believed about a document.",
                Reads::history,
                Parameters.DOCUMENT,
                Parameters.SOURCE,
                Parameters.SCOPE,
                Parameters.RAW,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES,
                Parameters.LIMIT,
                Parameters.AFTER)
            .answering(JSON, LINES),
        read(
                "timeline",
                "timeline",
                "What is believed about a document along valid time.",
                Reads::timeline,
                Parameters.DOCUMENT,
                Parameters.SOURCE,
                Parameters.SCOPE,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES,
                Parameters.LIMIT,
                Parameters.AFTER)
            .answering(JSON, LINES),
        read(
                "learned",
                "learned",
                "How the belief about one time changed as more became known.",
                Reads::learned,
                Parameters.DOCUMENT,
                Parameters.SOURCE,
                Parameters.SCOPE,
                Parameters.ABOUT,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES,
                Parameters.LIMIT,
                Parameters.AFTER)
            .answering(JSON, LINES),
        read(
                "changes",
                "changes",
                "What came to be believed differently between two times of knowing.",
                Reads::changes,
                Parameters.SINCE,
                Parameters.ONE_DOCUMENT,
                Parameters.SOURCE,
                Parameters.SCOPE,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES,
                Parameters.LIMIT,
                Parameters.AFTER)
            .answering(JSON, LINES)
            .takingLong(),
        read(
                "diff",
                "diff",
                "What differs between two points: documents, sections, words.",
                Reads::diff,
                Parameters.ONE_DOCUMENT,
                Parameters.SOURCE,
                Parameters.SCOPE,
                Parameters.ABOUT,
                Parameters.BEFORE_ABOUT,
                Parameters.BEFORE_KNOWN,
                Parameters.ONLY,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES,
                Parameters.LIMIT,
                Parameters.AFTER)
            .answering(JSON, LINES)
            .takingLong(),
        read(
                "exposure",
                "exposure",
                "For how long beliefs that a correction gave up would have been the answer.",
                Reads::exposure,
                Parameters.TRANSACTION,
                Parameters.STATEMENT_ASKED,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES,
                Parameters.LIMIT,
                Parameters.AFTER)
            .answering(JSON, LINES),
        read(
                "documents",
                "documents",
                "The keys of the documents.",
                Reads::documents,
                Parameters.LIKE,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES,
                Parameters.LIMIT,
                Parameters.AFTER)
            .answering(JSON, LINES),
        read(
                "sources",
                "sources",
                "The sources and how each is set, highest authority first.",
                Reads::sources,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES)
            .answering(JSON, LINES),
        read(
            "resolve",
            "resolve",
            "How the times in a question are read.",
            Questions::resolve,
            Parameters.QUESTION,
            Parameters.NOW,
            Parameters.AS_KNOWN,
            Parameters.ZONE_OF_TIMES),
        read(
                "ask",
                "ask",
                "Answers a question with the passages that were in force at a time.",
                Questions::ask,
                Parameters.QUESTION,
                Parameters.ABOUT,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES,
                Parameters.NOW,
                Parameters.K,
                Parameters.ONE_DOCUMENT,
                Parameters.SOURCE,
                Parameters.SCOPE,
                Parameters.STATE,
                Parameters.RANKER,
                Parameters.EXPLAIN,
                Parameters.WORDS_TOO)
            .answering(JSON, LINES),
        read(
            "cite",
            "cite",
            "Repeats a citation from its permalink.",
            Questions::cite,
            Parameters.PERMALINK),
        read(
            "version",
            "version",
            "What is kept of one version.",
            Versions::version,
            Parameters.DOCUMENT,
            Parameters.SOURCE,
            Parameters.SCOPE,
            Parameters.VERSION_LABEL,
            Parameters.ABOUT,
            Parameters.AS_KNOWN,
            Parameters.ZONE_OF_TIMES),
        read(
                "text",
                "text",
                "The exact text of one version; of a point, a memento (RFC 7089).",
                Versions::text,
                Parameters.DOCUMENT,
                Parameters.SOURCE,
                Parameters.SCOPE,
                Parameters.VERSION_LABEL,
                Parameters.ABOUT,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES)
            .answering(Mementos.TEXT),
        read(
                "original",
                "original",
                "The bytes that the text of a version was taken from.",
                Versions::original,
                Parameters.DOCUMENT,
                Parameters.SOURCE,
                Parameters.SCOPE,
                Parameters.VERSION_LABEL,
                Parameters.ABOUT,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES)
            .answering("*/*")
            .takingLong(),
        read(
                "timegate",
                "timeGate",
                "Leads to the text that applied at Accept-Datetime (RFC 7089, valid axis).",
                Mementos::timeGate,
                Parameters.DOCUMENT,
                Parameters.SOURCE,
                Parameters.SCOPE,
                Parameters.AXIS,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES,
                Parameters.ACCEPT_DATETIME)
            .answering("*/*"),
        read(
                "timemap",
                "timeMap",
                "All texts of a document with the datetimes from which they apply (RFC 7089).",
                Mementos::timeMap,
                Parameters.DOCUMENT,
                Parameters.SOURCE,
                Parameters.SCOPE,
                Parameters.AXIS,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES)
            .answering(Mementos.LINK_FORMAT));
  }

  private static List<Route> ledger() {
    return List.of(
        read(
                "holds",
                "holds",
                "The documents that are on legal hold, and for which matters.",
                Reads::holds,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES)
            .answering(JSON, LINES),
        read(
                "transactions",
                "transactions",
                "The ledger: one entry for each transaction.",
                Trust::transactions,
                Parameters.ORDER,
                Parameters.LIMIT,
                Parameters.AFTER_SEQUENCE,
                Parameters.AS_KNOWN,
                Parameters.ZONE_OF_TIMES)
            .answering(JSON, LINES),
        read(
            "transactions/{sequence}",
            "transaction",
            "One entry of the ledger.",
            Trust::transaction,
            Parameters.SEQUENCE,
            Parameters.AS_KNOWN,
            Parameters.ZONE_OF_TIMES),
        read(
            "checkpoint",
            "checkpoint",
            "The hash that seals the ledger now, to be kept elsewhere.",
            Trust::checkpoint),
        audit(
            "verify",
            "verify",
            "Verifies the ledger's hash chain, every content hash and every belief.",
            Trust::verify,
            Parameters.CHECKPOINT,
            Parameters.FROM_CHECKPOINT),
        read(
            "prove",
            "prove",
            "One citation as a proof that anybody can check alone.",
            Trust::prove,
            Parameters.DOCUMENT,
            Parameters.SOURCE,
            Parameters.SCOPE,
            Parameters.SECTION,
            Parameters.ABOUT,
            Parameters.AS_KNOWN,
            Parameters.ZONE_OF_TIMES,
            Parameters.CHECKPOINT.needed()),
        read("index", "index", "How far the index has followed the ledger.", Questions::index),
        audit(
                "export",
                "export",
                "Everything of the tenant as JSON Lines, both axes.",
                Trust::export,
                Parameters.RESTRICTED)
            .answering(LINES));
  }

  private static Route audit(
      String name, String operation, String summary, Route.Handling handling, Parameter... more) {
    List<Parameter> parameters = new ArrayList<>(List.of(Parameters.TENANT));
    parameters.addAll(List.of(more));
    return Route.get(
            T + name,
            operation,
            summary,
            Right.AUDIT,
            handling,
            parameters.toArray(Parameter[]::new))
        .takingLong();
  }

  @SafeVarargs
  private static Route write(
      String name, String summary, Route.Handling handling, List<Parameter>... fields) {
    List<Parameter> parameters = new ArrayList<>(List.of(Parameters.TENANT));
    for (List<Parameter> some : fields) {
      parameters.addAll(some);
    }
    parameters.addAll(Writes.WRITE);
    return Route.post(T + name, name, summary, handling, parameters);
  }

  private static List<Route> writes() {
    List<Parameter> section = List.of(Parameters.ONE_SECTION);
    List<Parameter> stored = List.of(Parameters.STORED_LABEL);
    List<Parameter> range =
        List.of(Parameters.FROM.needed(), Parameters.TO, Parameters.ZONE_STATED);
    List<Parameter> text =
        Stream.concat(
                Stream.of(Parameters.THE_TEXT.needed()),
                Writes.TEXT.stream().filter(field -> !field.equals(Parameters.THE_TEXT)))
            .toList();
    return List.of(
        write(
            "put",
            "Stores a version of which nobody says when it applies.",
            Writes::put,
            Writes.PLACE,
            text),
        write(
            "assert",
            "States that a version applies from a start on.",
            Writes::assertion,
            Writes.PLACE,
            section,
            stored,
            Writes.TEXT,
            range,
            List.of(Parameters.UNTIL_FURTHER_NOTICE)),
        write(
            "correct",
            "Replaces what is believed during a range, retroactively.",
            Writes::correct,
            Writes.PLACE,
            section,
            stored,
            Writes.TEXT,
            range),
        write(
            "restate",
            "Replaces everything a source asserts about a document by a whole timeline.",
            Writes::restate,
            Writes.PLACE,
            List.of(Parameters.TIMELINE, Parameters.ZONE_STATED)),
        write(
            "terminate",
            "States that nothing applies from an instant on, as a repeal does.",
            Writes::terminate,
            Writes.PLACE,
            section,
            List.of(Parameters.FROM.needed(), Parameters.ZONE_STATED)),
        write(
            "retract",
            "Gives up what is believed during a range.",
            Writes::retract,
            Writes.PLACE,
            section,
            Writes.RANGE),
        write(
            "recall",
            "Takes back a statement as if it had not been made.",
            Writes::recall,
            List.of(Parameters.STATEMENT)),
        write(
            "override",
            "States for one section what applies to it, whatever its document says.",
            Writes::override,
            Writes.PLACE,
            List.of(Parameters.ONE_SECTION.needed(), Parameters.NOT_IN_FORCE),
            stored,
            Writes.TEXT,
            range),
        write(
            "observe",
            "Logs a look at a source.",
            Writes::observe,
            Writes.PLACE,
            Writes.TEXT,
            List.of(Parameters.GONE, Parameters.FAILED, Parameters.LOOKED, Parameters.ZONE_STATED)),
        write(
            "mark",
            "Says of a version that is stored that it is technical, or that it is not.",
            Writes::mark,
            List.of(
                Parameters.FOR_DOCUMENT,
                Parameters.BY_SOURCE,
                Parameters.MARKED,
                Parameters.IS_TECHNICAL)),
        Route.post(
                T + "import",
                "import",
                "Reads records, one version of one document a line.",
                Imports::read,
                List.of(
                    Parameters.TENANT,
                    Parameters.STATEMENTS,
                    Parameters.SYSTEM_TIME,
                    Parameters.SOURCE_ZONE,
                    Parameters.ON_ERROR,
                    Parameters.IMPORT_REASON))
            .reading(Route.Accepts.LINES)
            .takingLong());
  }

  private static List<Route> server(Metrics metrics) {
    return List.of(
        Route.get("/healthz", "alive", "Whether the server runs.", null, Health::alive),
        Route.get("/readyz", "ready", "Whether it can answer.", null, Health::ready),
        Route.get(
                "/metrics",
                "metrics",
                "What the server counts, for Prometheus.",
                Right.READ,
                metrics::answer)
            .answering("text/plain"),
        Route.get(
            "/v1/words",
            "words",
            "Whether a question can be answered in words, and which model writes them.",
            Right.READ,
            Questions::words),
        Route.get(
            "/v1/glossary",
            "glossary",
            "Each word of this interface in one sentence.",
            null,
            Glossary::answer));
  }
}
