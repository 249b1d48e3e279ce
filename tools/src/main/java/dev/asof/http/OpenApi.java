package dev.asof.http;

import dev.asof.fault.Code;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The routes as an OpenAPI 3.1 document.
final class OpenApi {
  private OpenApi() {}

  static Map<String, Object> of(List<Route> routes) {
    Map<String, Object> paths = new LinkedHashMap<>();
    for (Route route : routes) {
      if (route.path().contains("<") || route.path().equals("/")) {
        continue;
      }
      @SuppressWarnings("unchecked")
      Map<String, Object> path =
          (Map<String, Object>)
              paths.computeIfAbsent(route.path(), any -> new LinkedHashMap<String, Object>());
      path.put(route.method().name().toLowerCase(Locale.ROOT), operation(route));
    }
    return ordered(
        "openapi",
        "3.1.0",
        "info",
        ordered(
            "title",
            "asof",
            "version",
            "1",
            "description",
            "As known at T, what did the documents say about time V? Ranges are [from, to): the"
                + " start belongs to them, the end does not. Answers are the JSON of the command"
                + " line's -o json.",
            "license",
            ordered("name", "Apache-2.0", "identifier", "Apache-2.0")),
        "servers",
        List.of(ordered("url", "/")),
        "security",
        List.of(ordered("token", List.of()), Map.of()),
        "paths",
        paths,
        "components",
        ordered(
            "securitySchemes",
            ordered(
                "token",
                ordered(
                    "type",
                    "http",
                    "scheme",
                    "bearer",
                    "description",
                    "A token of asof token add. A server that only this machine reaches and that"
                        + " has no tokens needs none.")),
            "schemas",
            ordered("Problem", problem())));
  }

  private static Map<String, Object> operation(Route route) {
    Map<String, Object> operation = new LinkedHashMap<>();
    operation.put("operationId", route.operation());
    operation.put("summary", route.summary());
    if (route.right() == null) {
      operation.put("security", List.of());
    } else {
      operation.put(
          "description",
          "Needs a token that may "
              + switch (route.right()) {
                case READ -> "read: any.";
                case WRITE -> "write: writer or admin.";
                case AUDIT -> "audit: auditor or admin.";
                case ADMINISTER -> "administer: admin.";
              });
    }
    List<Object> parameters = new ArrayList<>();
    for (Parameter parameter : route.parameters()) {
      if (parameter.in() != Parameter.In.BODY) {
        parameters.add(parameter(parameter));
      }
    }
    operation.put("parameters", parameters);
    switch (route.accepts()) {
      case NOTHING -> {}
      case JSON -> operation.put("requestBody", body(route));
      case LINES ->
          operation.put(
              "requestBody",
              ordered(
                  "required",
                  true,
                  "content",
                  ordered("application/x-ndjson", ordered("schema", ordered("type", "string")))));
    }
    Map<String, Object> responses = new TreeMap<>();
    responses.put(answerStatus(route), answer(route));
    if (route.method() == Route.Method.GET && !answerStatus(route).equals("302")) {
      responses.put("304", ordered("description", "The client holds it already."));
    }
    responses.put("default", failure());
    operation.put("responses", responses);
    return operation;
  }

  private static String answerStatus(Route route) {
    return route.operation().equals("timeGate") ? "302" : "200";
  }

  private static Map<String, Object> answer(Route route) {
    Map<String, Object> content = new LinkedHashMap<>();
    for (String type : route.answers()) {
      content.put(
          type,
          ordered(
              "schema",
              type.equals(Route.JSON)
                  ? ordered("type", List.of("object", "array"))
                  : ordered("type", "string")));
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("description", route.summary());
    answer.put(
        "headers",
        ordered(
            "Asof-Token",
            header("The transaction that stands for the answer's point; known repeats it."),
            "ETag",
            header("Tag of these bytes, for If-None-Match."),
            "Link",
            header("rel=next leads to the next page.")));
    if (!answerStatus(route).equals("302")) {
      answer.put("content", content);
    }
    return answer;
  }

  private static Map<String, Object> header(String description) {
    return ordered("description", description, "schema", ordered("type", "string"));
  }

  private static Map<String, Object> failure() {
    return ordered(
        "description",
        "What went wrong (RFC 9457).",
        "content",
        ordered(
            Problem.MEDIA_TYPE,
            ordered("schema", ordered("$ref", "#/components/schemas/Problem"))));
  }

  private static Map<String, Object> problem() {
    return ordered(
        "type",
        "object",
        "required",
        List.of("type", "title", "status", "detail", "code"),
        "properties",
        ordered(
            "type",
            ordered("type", "string", "description", "urn:asof: and the code."),
            "title",
            ordered("type", "string"),
            "status",
            ordered("type", "integer"),
            "detail",
            ordered("type", "string", "description", "What is wrong, and the mend."),
            "code",
            ordered(
                "type",
                "string",
                "enum",
                Arrays.stream(Code.values()).map(Code::word).collect(Collectors.toList()))));
  }

  private static Map<String, Object> body(Route route) {
    Map<String, Object> properties = new LinkedHashMap<>();
    List<String> required = new ArrayList<>();
    for (Parameter field : route.in(Parameter.In.BODY)) {
      Map<String, Object> schema = new LinkedHashMap<>(schema(field));
      schema.put("description", field.description());
      properties.put(field.name(), schema);
      if (field.required()) {
        required.add(field.name());
      }
    }
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("additionalProperties", false);
    schema.put("properties", properties);
    if (!required.isEmpty()) {
      schema.put("required", required);
    }
    return ordered("required", true, "content", ordered(Route.JSON, ordered("schema", schema)));
  }

  private static Map<String, Object> parameter(Parameter parameter) {
    Map<String, Object> schema = schema(parameter);
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("name", parameter.name());
    described.put("in", parameter.in().name().toLowerCase(Locale.ROOT));
    described.put("required", parameter.required());
    described.put("description", parameter.description());
    described.put(
        "schema", parameter.repeatable() ? ordered("type", "array", "items", schema) : schema);
    if (parameter.empty() && parameter.in() == Parameter.In.QUERY) {
      described.put("allowEmptyValue", true);
    }
    return described;
  }

  private static Map<String, Object> schema(Parameter parameter) {
    return switch (parameter.kind()) {
      case TEXT, TIME, KNOWN, ZONE, WORDS -> text(parameter);
      case TOKEN ->
          parameter.in() == Parameter.In.BODY
              ? ordered("type", List.of("string", "integer"))
              : text(parameter);
      case NUMBER -> ordered("type", "integer", "minimum", 1);
      case FLAG -> ordered("type", "boolean");
      case WORD -> ordered("type", "string", "enum", parameter.words());
      case TEXTS -> ordered("type", "array", "items", ordered("type", "string"));
      case OBJECTS -> ordered("type", "array", "items", ordered("type", "object"));
    };
  }

  private static Map<String, Object> text(Parameter parameter) {
    return parameter.example().isEmpty()
        ? ordered("type", "string")
        : ordered("type", "string", "examples", List.of(parameter.example()));
  }

  private static Map<String, Object> ordered(Object... namesAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }
}
