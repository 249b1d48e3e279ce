package dev.asof.mcp;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An argument of a tool: what it may be, as JSON Schema for the model and as the check of what the
/// model then gives.
final class Parameter {

  /// What values it has.
  private enum Kind {
    TEXT,
    CHOICE,
    WHOLE,
    FLAG,
    TEXTS
  }

  private static final int SHOWN = 100;

  private final String name;
  private final Kind kind;
  private final String description;
  private final boolean required;
  private final int least;
  private final int most;
  private final List<String> words;
  private final List<?> examples;

  private Parameter(
      String name,
      Kind kind,
      String description,
      boolean required,
      int least,
      int most,
      List<String> words,
      List<?> examples) {
    this.name = name;
    this.kind = kind;
    this.description = description;
    this.required = required;
    this.least = least;
    this.most = most;
    this.words = words;
    this.examples = examples;
  }

  /// @param most characters
  static Parameter text(String name, int most, String description, String... examples) {
    return new Parameter(
        name, Kind.TEXT, description, false, 1, most, List.of(), List.of(examples));
  }

  static Parameter choice(String name, List<String> words, String description) {
    return new Parameter(name, Kind.CHOICE, description, false, 0, 0, words, List.of());
  }

  static Parameter whole(String name, int least, int most, String description, int example) {
    return new Parameter(
        name, Kind.WHOLE, description, false, least, most, List.of(), List.of(example));
  }

  static Parameter flag(String name, String description) {
    return new Parameter(name, Kind.FLAG, description, false, 0, 0, List.of(), List.of());
  }

  /// @param most items
  static Parameter texts(String name, int most, String description, List<String> example) {
    return new Parameter(
        name, Kind.TEXTS, description, false, 1, most, List.of(), List.of(example));
  }

  Parameter asRequired() {
    return new Parameter(name, kind, description, true, least, most, words, examples);
  }

  String name() {
    return name;
  }

  boolean isRequired() {
    return required;
  }

  Map<String, Object> schema() {
    Map<String, Object> schema = new LinkedHashMap<>();
    switch (kind) {
      case TEXT -> {
        schema.put("type", "string");
        schema.put("minLength", least);
        schema.put("maxLength", most);
      }
      case CHOICE -> {
        schema.put("type", "string");
        schema.put("enum", words);
      }
      case WHOLE -> {
        schema.put("type", "integer");
        schema.put("minimum", least);
        schema.put("maximum", most);
      }
      case FLAG -> schema.put("type", "boolean");
      case TEXTS -> {
        schema.put("type", "array");
        schema.put("items", Map.of("type", "string", "minLength", 1, "maxLength", LONGEST_ITEM));
        schema.put("maxItems", most);
      }
    }
    schema.put("description", description);
    if (!examples.isEmpty()) {
      schema.put("examples", examples);
    }
    return schema;
  }

  private static final int LONGEST_ITEM = 2_000;

  /// The value in its own type. Throws a [CallerFault] that says what it may be.
  Object read(Object given) {
    return switch (kind) {
      case TEXT -> text(given, most);
      case CHOICE -> {
        String word = text(given, SHOWN);
        if (!words.contains(word)) {
          throw wrong(given, "one of " + String.join(", ", words));
        }
        yield word;
      }
      case WHOLE -> whole(given);
      case FLAG -> {
        if (!(given instanceof Boolean)) {
          throw wrong(given, "true or false");
        }
        yield given;
      }
      case TEXTS -> texts(given);
    };
  }

  private String text(Object given, int longest) {
    if (!(given instanceof String text) || text.isBlank()) {
      throw wrong(given, "a text that is not empty");
    }
    if (text.length() > longest) {
      throw new CallerFault(
          Code.TOO_LARGE,
          name + " has " + text.length() + " characters, more than " + longest + "; shorten it",
          Map.of("argument", name));
    }
    return text;
  }

  private Integer whole(Object given) {
    if (given instanceof Number number
        && number.doubleValue() == Math.rint(number.doubleValue())
        && number.doubleValue() >= least
        && number.doubleValue() <= most) {
      return number.intValue();
    }
    throw wrong(given, "a whole number from " + least + " to " + most);
  }

  private Set<String> texts(Object given) {
    if (!(given instanceof List<?> items) || items.size() > most) {
      throw wrong(given, "a list of at most " + most + " texts");
    }
    Set<String> read = new LinkedHashSet<>();
    for (Object item : items) {
      if (item == null) {
        throw wrong(given, "a list of texts, none of them null");
      }
      read.add(text(item, LONGEST_ITEM));
    }
    return read;
  }

  private CallerFault wrong(@Nullable Object given, String wanted) {
    return new CallerFault(
        Code.BAD_INPUT,
        name + " is " + shown(given) + "; give " + wanted,
        Map.of("argument", name, "value", shown(given)));
  }

  static String shown(@Nullable Object given) {
    String text = given instanceof String word ? '"' + word + '"' : String.valueOf(given);
    return (text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text)
        .replaceAll("\\p{Cntrl}", "?");
  }
}
