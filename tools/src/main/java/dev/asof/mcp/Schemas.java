package dev.asof.mcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// JSON Schema of arguments and results.
final class Schemas {

  private Schemas() {}

  /// Of the arguments of a tool.
  static Map<String, Object> input(List<Parameter> parameters) {
    Map<String, Object> properties = new LinkedHashMap<>();
    parameters.forEach(parameter -> properties.put(parameter.name(), parameter.schema()));
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", properties);
    schema.put(
        "required",
        parameters.stream().filter(Parameter::isRequired).map(Parameter::name).toList());
    schema.put("additionalProperties", false);
    return schema;
  }

  /// Of what a tool says.
  static Map<String, Object> output(Tool tool) {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put(
        "outcome",
        described(
            Map.of("type", "string", "enum", words()),
            "answered; not-found: what was asked for does not exist there, nothing went wrong;"
                + " asked-back: a person has to choose first, see ask_back; failed: see error"));
    properties.put("answer", described(tool.answerSchema(), "The JSON of the command line."));
    properties.put(
        "reading",
        object(
            "How the times were read; token repeats this answer as known_at",
            field("as_of", "string", "null"),
            field("known_at", "string"),
            field("token", "string"),
            field("sentences", "array")));
    properties.put(
        "page",
        object(
            "Which part this is of all results; where exact is false there are at least total",
            field("results", "integer"),
            field("total", "integer"),
            field("exact", "boolean"),
            field("next", "string", "null")));
    properties.put(
        "not_found",
        object(
            "What does not exist, and what is near it",
            field("code", "string"),
            field("sentence", "string"),
            field("near", "array")));
    properties.put(
        "ask_back",
        list(
            object(
                "A phrase that cannot be read for certain; call again with one of the choices in"
                    + " its place",
                field("text", "string"),
                field("sentence", "string"),
                field("choices", "array"))));
    properties.put(
        "elicited",
        list(
            object(
                "What the person was asked and chose; null: nothing",
                field("asked", "string"),
                field("chosen", "string", "null"))));
    properties.put(
        "error",
        object(
            "Why it failed and how to mend it",
            field("code", "string"),
            field("sentence", "string"),
            field("retry", "boolean"),
            field("context", "object")));
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", properties);
    schema.put("required", List.of("outcome"));
    return schema;
  }

  private static List<String> words() {
    List<String> words = new ArrayList<>();
    for (Result.Outcome outcome : Result.Outcome.values()) {
      words.add(outcome.word());
    }
    return words;
  }

  /// A property and the types that it may have.
  record Field(String name, Map<String, Object> schema) {}

  static Field field(String name, String... types) {
    return new Field(name, Map.of("type", types.length == 1 ? types[0] : (Object) List.of(types)));
  }

  static Field field(String name, Map<String, Object> schema) {
    return new Field(name, schema);
  }

  /// An object with at least these properties.
  static Map<String, Object> object(String says, Field... fields) {
    Map<String, Object> properties = new LinkedHashMap<>();
    List<String> names = new ArrayList<>();
    for (Field field : fields) {
      properties.put(field.name(), field.schema());
      names.add(field.name());
    }
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("description", says);
    schema.put("properties", properties);
    schema.put("required", names);
    return schema;
  }

  static Map<String, Object> list(Map<String, Object> items) {
    return Map.of("type", "array", "items", items);
  }

  private static Map<String, Object> described(Map<String, Object> schema, String says) {
    Map<String, Object> more = new LinkedHashMap<>(schema);
    more.merge("description", says, (own, ours) -> ours + " " + own);
    return more;
  }

  /// `[from, to)`; null is unbounded.
  static Map<String, Object> span() {
    return object(
        "[from, to) in UTC; null: unbounded",
        field("from", "string", "null"),
        field("to", "string", "null"));
  }

  /// A belief with what proves it.
  static Map<String, Object> citation(Field... more) {
    List<Field> fields =
        new ArrayList<>(
            List.of(
                field("document", "string"),
                field("section", "string", "null"),
                field("source", "string"),
                field("scope", "string"),
                field("state", "string"),
                field("label", "string", "null"),
                field("valid", span()),
                field("system", span()),
                field("sha256", "string", "null"),
                field("transaction", "integer")));
    fields.addAll(List.of(more));
    return object(
        "Who says what applies when (valid), believed when (system); state is asserted, observed,"
            + " presumed, unknown or withdrawn",
        fields.toArray(Field[]::new));
  }

  /// What every answer about one point holds beside its results.
  static Map<String, Object> answer(Map<String, Object> result) {
    return object(
        "Every result with its citation",
        field("reading", "object"),
        field("about", "string", "null"),
        field("known", "string"),
        field("token", "integer"),
        field("results", list(result)),
        field("notices", "array"),
        field("next", "string", "null"));
  }
}
