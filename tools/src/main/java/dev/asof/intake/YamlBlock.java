package dev.asof.intake;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;

/// The YAML that a text may begin with, between two lines of three hyphens. Every value is taken as
/// it is written, so that version 2.10 stays 2.10 and no date is read before its zone is known.
///
/// @param values by their names as written: strings, lists, maps or null; empty where there is none
/// @param body what follows it; the whole text where there is none
/// @param isThere whether the text begins with a map, or with nothing between the lines
/// @param fault what stands between the lines is no YAML, and why; null: it is, or nothing does
public record YamlBlock(
    Map<String, @Nullable Object> values, String body, boolean isThere, @Nullable String fault) {

  private static final Pattern FENCED =
      Pattern.compile(
          "\\A---[ \\t]*\\R(.*?)^(?:---|\\.\\.\\.)[ \\t]*(?:\\R|\\z)",
          Pattern.DOTALL | Pattern.MULTILINE);
  private static final int LONGEST = 64 * 1024;

  public static YamlBlock of(String text) {
    Matcher fenced = FENCED.matcher(text.substring(0, Math.min(text.length(), LONGEST)));
    if (!fenced.find()) {
      return none(text, null);
    }
    Object value;
    try {
      value =
          new Load(LoadSettings.builder().setSchema(new FailsafeSchema()).build())
              .loadFromString(fenced.group(1));
    } catch (YamlEngineException e) {
      return none(text, String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    }
    String body = text.substring(fenced.end());
    return switch (value) {
      case null -> new YamlBlock(Map.of(), body, true, null);
      case Map<?, ?> map -> {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        map.forEach((name, written) -> values.put(String.valueOf(name), written));
        yield new YamlBlock(values, body, true, null);
      }
      // A rule and a paragraph below it: text.
      default -> none(text, null);
    };
  }

  private static YamlBlock none(String text, @Nullable String fault) {
    return new YamlBlock(Map.of(), text, false, fault);
  }
}
