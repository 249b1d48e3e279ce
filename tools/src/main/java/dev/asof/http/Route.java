package dev.asof.http;

import dev.asof.write.token.TokenRole.Right;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A route: what a request may say, what it needs, and what answers it. The server, the OpenAPI
/// document and `HTTP.md` are made from the same list of them.
///
/// @param path with `{...}` for its path parameters
/// @param operation its name in the OpenAPI document
/// @param right null: anybody may
/// @param answers media types of an answer, the default first
/// @param time how long it may take
record Route(
    Method method,
    String path,
    String operation,
    String summary,
    @Nullable Right right,
    List<Parameter> parameters,
    List<String> answers,
    Accepts accepts,
    Time time,
    Handling handling) {
  Route {
    parameters = List.copyOf(parameters);
    answers = List.copyOf(answers);
  }

  static final String JSON = "application/json";
  static final String LINES = "application/x-ndjson";

  /// The two there are.
  enum Method {
    GET,
    POST
  }

  /// What the body is.
  enum Accepts {
    NOTHING,
    JSON,
    /// JSON Lines, of any length.
    LINES
  }

  /// How long a request may take.
  enum Time {
    LIMITED,
    /// As long as bytes move, or as a tenant is long.
    OPEN
  }

  /// Answers a request.
  @FunctionalInterface
  interface Handling {
    void answer(Exchange exchange) throws Exception;
  }

  static Route get(
      String path,
      String operation,
      String summary,
      @Nullable Right right,
      Handling handling,
      Parameter... parameters) {
    return new Route(
        Method.GET,
        path,
        operation,
        summary,
        right,
        List.of(parameters),
        List.of(JSON),
        Accepts.NOTHING,
        Time.LIMITED,
        handling);
  }

  static Route post(
      String path, String operation, String summary, Handling handling, List<Parameter> fields) {
    return new Route(
        Method.POST,
        path,
        operation,
        summary,
        Right.WRITE,
        fields,
        List.of(JSON),
        Accepts.JSON,
        Time.LIMITED,
        handling);
  }

  Route answering(String... types) {
    return new Route(
        method,
        path,
        operation,
        summary,
        right,
        parameters,
        List.of(types),
        accepts,
        time,
        handling);
  }

  Route takingLong() {
    return new Route(
        method, path, operation, summary, right, parameters, answers, accepts, Time.OPEN, handling);
  }

  Route needing(Right other) {
    return new Route(
        method, path, operation, summary, other, parameters, answers, accepts, time, handling);
  }

  Route reading(Accepts body) {
    return new Route(
        method, path, operation, summary, right, parameters, answers, body, time, handling);
  }

  /// Whether `url` is one of its paths; a path that takes whatever nothing else takes has none.
  boolean takes(String url) {
    return !path.contains("<") && url.matches(path.replaceAll("\\{\\w+}", "[^/]+"));
  }

  boolean isOfTenant() {
    return path.contains("{tenant}");
  }

  boolean has(Parameter parameter) {
    return parameters.contains(parameter);
  }

  List<Parameter> in(Parameter.In place) {
    return parameters.stream().filter(parameter -> parameter.in() == place).toList();
  }
}
