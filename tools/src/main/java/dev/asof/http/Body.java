package dev.asof.http;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.time.LocalTimes;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// An object of JSON with fields that the route knows, read strictly: a field that is not known,
/// given twice or of another type is refused. A field that is null was not given.
final class Body {

  private static final JsonMapper STRICT =
      JsonMapper.builder(
              JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final JsonNode fields;

  private Body(JsonNode fields, List<Parameter> known) {
    this.fields = fields;
    check(known);
  }

  static Body read(Context context, Route route, long most) {
    if (context.req().getContentLengthLong() > most) {
      throw BoundedStream.tooLarge(most);
    }
    try (InputStream in = new BoundedStream(context.req().getInputStream(), most)) {
      // Whole first: half a text is a client that went away, not a text that ends there.
      byte[] bytes = in.readAllBytes();
      if (bytes.length == 0) {
        throw new CallerFault(Code.BAD_INPUT, "the body is empty; send a JSON object");
      }
      JsonNode node = STRICT.readTree(bytes);
      if (node == null || !node.isObject()) {
        throw new CallerFault(
            Code.BAD_INPUT,
            "the body is "
                + (node == null ? "nothing" : node.getNodeType().name().toLowerCase(Locale.ROOT))
                + "; send a JSON object");
      }
      return new Body(node, route.in(Parameter.In.BODY));
    } catch (JacksonException e) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "the body is no JSON that can be read: "
              + String.valueOf(e.getOriginalMessage())
                  .lines()
                  .findFirst()
                  .orElse("unreadable")
                  .replaceAll("\\p{Cntrl}", " "),
          e);
    } catch (IOException e) {
      throw new CallerFault(Code.BAD_INPUT, "the body did not come whole", e);
    }
  }

  /// An object inside the body, with fields of its own.
  static Body of(JsonNode node, List<Parameter> known) {
    if (!node.isObject()) {
      throw new CallerFault(
          Code.BAD_RECORD,
          "an entry is a JSON object, not " + node.getNodeType().name().toLowerCase(Locale.ROOT));
    }
    return new Body(node, known);
  }

  private void check(List<Parameter> known) {
    Map<String, Parameter> byName = new LinkedHashMap<>();
    known.forEach(field -> byName.put(field.name(), field));
    for (String name : fields.propertyNames()) {
      Parameter field = byName.get(name);
      if (field == null) {
        throw Exchange.unknown("field", name, byName.keySet());
      }
      check(field, fields.get(name));
    }
    known.stream()
        .filter(field -> field.required() && !isGiven(field))
        .findFirst()
        .ifPresent(missing -> {
          throw Exchange.missing(missing);
        });
  }

  private static void check(Parameter field, JsonNode value) {
    if (value.isNull()) {
      return;
    }
    boolean fits =
        switch (field.kind()) {
          case FLAG -> value.isBoolean();
          case NUMBER -> value.isIntegralNumber();
          case TOKEN -> value.isString() || value.isIntegralNumber();
          case TEXTS -> value.isArray() && value.valueStream().allMatch(JsonNode::isString);
          case OBJECTS -> value.isArray();
          case TEXT, TIME, KNOWN, ZONE, WORD, WORDS -> value.isString();
        };
    if (!fits) {
      throw Problem.bad(
          field,
          value.toString(),
          "it has to be "
              + switch (field.kind()) {
                case FLAG -> "true or false";
                case NUMBER -> "a whole number";
                case TOKEN -> "a transaction such as \"@12\"";
                case TEXTS -> "a list of strings";
                case OBJECTS -> "a list of objects";
                case TEXT, TIME, KNOWN, ZONE, WORD, WORDS -> "a string";
              });
    }
    // Also where nothing comes of it: what is wrong is said whatever else was given.
    switch (field.kind()) {
      case WORD -> Exchange.word(field, value.stringValue());
      case ZONE -> LocalTimes.zone(value.stringValue());
      case NUMBER -> Exchange.id(field, value.asString());
      case TOKEN -> Exchange.sequence(field, value.asString());
      case TEXTS -> value.forEach(one -> checkText(field, one.stringValue()));
      case TEXT, TIME, KNOWN, FLAG, WORDS, OBJECTS -> {}
    }
    if (value.isString()) {
      checkText(field, value.stringValue());
    }
  }

  private static void checkText(Parameter field, String text) {
    if (text.isEmpty() && !field.empty()) {
      throw new CallerFault(
          Code.BAD_INPUT,
          field.name() + " is empty; leave it out or give a value",
          Map.of("field", field.name()));
    }
    if (text.indexOf('\0') >= 0) {
      throw new CallerFault(
          Code.BAD_INPUT,
          field.name() + " holds a NUL character, which cannot be stored; remove it",
          Map.of("field", field.name()));
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new CallerFault(
          Code.BAD_INPUT,
          field.name() + " holds half a surrogate pair, which is no character; mend its encoding",
          Map.of("field", field.name()));
    }
  }

  boolean isGiven(Parameter field) {
    JsonNode value = fields.get(field.name());
    return value != null && !value.isNull();
  }

  @Nullable String textOrNull(Parameter field) {
    return isGiven(field) ? fields.get(field.name()).stringValue() : null;
  }

  String text(Parameter field) {
    String value = textOrNull(field);
    if (value == null) {
      throw Exchange.missing(field);
    }
    return value;
  }

  boolean flag(Parameter field) {
    return isGiven(field) && fields.get(field.name()).booleanValue();
  }

  @Nullable String wordOrNull(Parameter field) {
    String value = textOrNull(field);
    return value == null ? null : Exchange.word(field, value);
  }

  long id(Parameter field) {
    if (!isGiven(field)) {
      throw Exchange.missing(field);
    }
    return Exchange.id(field, fields.get(field.name()).asString());
  }

  @Nullable Long sequenceOrNull(Parameter field) {
    return isGiven(field) ? Exchange.sequence(field, fields.get(field.name()).asString()) : null;
  }

  @Nullable Integer numberOrNull(Parameter field) {
    if (!isGiven(field)) {
      return null;
    }
    long value = id(field);
    if (value > Integer.MAX_VALUE) {
      throw Problem.bad(
          field, String.valueOf(value), "it has to be from 1 to " + Integer.MAX_VALUE);
    }
    return (int) value;
  }

  /// Empty where none was given.
  List<String> texts(Parameter field) {
    return isGiven(field)
        ? fields.get(field.name()).valueStream().map(JsonNode::stringValue).toList()
        : List.of();
  }

  List<JsonNode> objects(Parameter field) {
    return isGiven(field) ? List.copyOf(fields.get(field.name()).values()) : List.of();
  }
}
