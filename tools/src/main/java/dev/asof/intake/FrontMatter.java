package dev.asof.intake;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What a text says of itself in the [YamlBlock] at its beginning.
public final class FrontMatter {

  /// Names under which a text states its start.
  public static final List<String> START =
      List.of("valid_from", "effective", "effective_date", "effective_from", "in_force");

  /// Names under which a text states its end.
  public static final List<String> END =
      List.of("valid_to", "expires", "effective_until", "effective_to");

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
    YamlBlock yaml = YamlBlock.of(text);
    Map<String, String> fields = new TreeMap<>();
    yaml.values()
        .forEach((name, written) -> {
          if (written instanceof String words) {
            fields.put(named(name), words);
          }
        });
    return new FrontMatter(
        fields,
        yaml.body(),
        yaml.fault() == null ? null : "the front matter is no YAML: " + yaml.fault());
  }

  /// Of a text that cannot have any.
  public static FrontMatter none(String text) {
    return new FrontMatter(Map.of(), text, null);
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
