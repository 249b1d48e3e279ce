package dev.asof.intake;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// What a text says of itself in YAML between two lines `---` at its beginning.
public final class FrontMatter {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final Pattern BLOCK =
      Pattern.compile("\\A---[ \\t]*\\R(.*?\\R)??(?:---|\\.\\.\\.)[ \\t]*(?:\\R|\\z)", Pattern.DOTALL);
  private static final int LONGEST = 64 * 1024;

  /// Names under which a text states its start.
  public static final List<String> START =
      List.of("valid_from", "effective", "effective_date", "effective_from", "in_force");

  /// Names under which a text states its end.
  public static final List<String> END = List.of("valid_to", "effective_until", "effective_to");

  private final Map<String, String> fields;

  private FrontMatter(Map<String, String> fields) {
    this.fields = fields;
  }

  /// Reads the front matter of `text`; without any, every field is missing. Throws a [CallerFault]
  /// where it is no YAML.
  public static FrontMatter of(String text) {
    Map<String, String> fields = new TreeMap<>();
    Matcher block = BLOCK.matcher(text);
    String yaml = text.startsWith("---") && block.lookingAt() ? block.group(1) : null;
    if (yaml != null && yaml.length() <= LONGEST) {
      for (Map.Entry<String, JsonNode> field : read(yaml).properties()) {
        JsonNode value = field.getValue();
        if (value.isValueNode() && !value.isNull()) {
          fields.put(named(field.getKey()), value.asString());
        }
      }
    }
    return new FrontMatter(fields);
  }

  private static JsonNode read(String yaml) {
    try {
      return YAML.readTree(yaml);
    } catch (JacksonException e) {
      throw new CallerFault(
          Code.BAD_RECORD,
          "the front matter is no YAML: "
              + e.getOriginalMessage().lines().findFirst().orElse("unreadable"),
          e);
    }
  }

  /// `Valid-From`, `valid from` and `valid_from` are one name.
  static String named(String name) {
    return name.strip().toLowerCase(Locale.ROOT).replace('-', '_').replace(' ', '_');
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
