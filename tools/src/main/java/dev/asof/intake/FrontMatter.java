package dev.asof.intake;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;

/// What a text says of itself in YAML between two lines `---` at its beginning. Every value is
/// taken as it is written, so that no date is read before its zone is known.
public final class FrontMatter {

  /// Names under which a text states its start.
  public static final List<String> START =
      List.of("valid_from", "effective", "effective_date", "effective_from", "in_force");

  /// Names under which a text states its end.
  public static final List<String> END =
      List.of("valid_to", "expires", "effective_until", "effective_to");

  private static final Pattern FENCED =
      Pattern.compile(
          "\\A---[ \\t]*\\R(.*?)^(?:---|\\.\\.\\.)[ \\t]*(?:\\R|\\z)",
          Pattern.DOTALL | Pattern.MULTILINE);
  private static final int LONGEST = 64 * 1024;

  private final Map<String, String> fields;
  private final String body;
  private final @Nullable String fault;

  private FrontMatter(Map<String, String> fields, String body, @Nullable String fault) {
    this.fields = fields;
    this.body = body;
    this.fault = fault;
  }

  /// Reads the front matter of `text`; without any, every field is missing.
  public static FrontMatter of(String text) {
    Matcher fenced = FENCED.matcher(text.substring(0, Math.min(text.length(), LONGEST)));
    if (!fenced.find()) {
      return new FrontMatter(Map.of(), text, null);
    }
    Object value;
    try {
      value =
          new Load(LoadSettings.builder().setSchema(new FailsafeSchema()).build())
              .loadFromString(fenced.group(1));
    } catch (YamlEngineException e) {
      return new FrontMatter(
          Map.of(),
          text,
          "the front matter is no YAML: "
              + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    }
    if (!(value instanceof Map<?, ?> map)) {
      // A rule and a paragraph below it: text.
      return new FrontMatter(Map.of(), value == null ? text.substring(fenced.end()) : text, null);
    }
    Map<String, String> fields = new TreeMap<>();
    map.forEach((name, written) -> {
      if (written instanceof String words) {
        fields.put(named(String.valueOf(name)), words);
      }
    });
    return new FrontMatter(fields, text.substring(fenced.end()), null);
  }

  /// `Valid-From`, `valid from` and `valid_from` are one name.
  private static String named(String name) {
    return name.strip().toLowerCase(Locale.ROOT).replace('-', '_').replace(' ', '_');
  }

  /// The text that follows it.
  public String body() {
    return body;
  }

  /// Why it cannot be read, so that it is part of the text; null: it can, or there is none.
  public @Nullable String fault() {
    return fault;
  }

  /// The value of a field, as it is written; null where it has none.
  public @Nullable String text(String field) {
    return fields.get(named(field));
  }

  /// The first of `names` that has a value, with it; null: none has.
  public Map.@Nullable Entry<String, String> first(List<String> names) {
    for (String name : names) {
      String value = text(name);
      if (value != null && !value.isBlank()) {
        return Map.entry(name, value.strip());
      }
    }
    return null;
  }
}
