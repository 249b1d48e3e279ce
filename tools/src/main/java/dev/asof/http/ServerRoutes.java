package dev.asof.http;

import dev.asof.write.token.TokenRole.Right;
import java.util.List;

/// Routes of the server itself, of no tenant.
final class ServerRoutes {
  private ServerRoutes() {}

  static List<Route> all(Metrics metrics) {
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
