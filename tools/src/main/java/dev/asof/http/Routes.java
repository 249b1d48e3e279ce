package dev.asof.http;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Every route of the server, joined from a table for each subject.
final class Routes {
  private Routes() {}

  static List<Route> all(Metrics metrics) {
    List<Route> routes = new ArrayList<>();
    routes.addAll(ReadRoutes.all());
    routes.addAll(QuestionRoutes.all());
    routes.addAll(VersionRoutes.all());
    routes.addAll(Records.routes());
    routes.addAll(LedgerRoutes.all());
    routes.addAll(WriteRoutes.all());
    routes.addAll(Settings.routes());
    routes.addAll(Labels.routes());
    routes.addAll(Holds.routes());
    routes.addAll(Erasures.routes());
    routes.addAll(ServerRoutes.all(metrics));
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
}
