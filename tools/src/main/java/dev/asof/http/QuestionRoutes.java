package dev.asof.http;

import static dev.asof.http.OfTenant.read;
import static dev.asof.http.Route.JSON;
import static dev.asof.http.Route.LINES;

import java.util.List;

/// Routes of [Questions].
final class QuestionRoutes {
  private QuestionRoutes() {}

  static List<Route> all() {
    return List.of(
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
            Parameters.PERMALINK));
  }
}
