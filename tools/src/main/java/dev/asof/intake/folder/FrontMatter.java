package dev.asof.intake.folder;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;

/// The YAML that a Markdown or text file may begin with, between two lines of three hyphens: a map
/// whose keys are the names of [Stated.Field]. Other keys are for others and are not read.
///
/// Every value is taken as it is written, so that version 2.10 stays 2.10 and no date is read
/// before its zone is known.
///
/// @param body what follows it
record FrontMatter(Stated stated, String body, boolean isThere) {

  static final String WHERE = "front matter";

  private static final int LONGEST = 64 * 1024;
  private static final Pattern FENCED =
      Pattern.compile(
          "\\A---[ \\t]*\\R(.*?)^(?:---|\\.\\.\\.)[ \\t]*(?:\\R|\\z)",
          Pattern.DOTALL | Pattern.MULTILINE);

  /// Throws a [CallerFault] where what stands between the lines is YAML and no map, or no YAML.
  static FrontMatter of(String text) {
    Matcher fenced = FENCED.matcher(text.length() > LONGEST ? text.substring(0, LONGEST) : text);
    if (!fenced.find()) {
      return new FrontMatter(Stated.nothing(WHERE), text, false);
    }
    Object value;
    try {
      value =
          new Load(LoadSettings.builder().setSchema(new FailsafeSchema()).build())
              .loadFromString(fenced.group(1));
    } catch (YamlEngineException e) {
      throw new CallerFault(
          Code.BAD_RECORD,
          "its front matter is no YAML ("
              + String.valueOf(e.getMessage()).lines().findFirst().orElse("")
              + "); mend it, or begin the text with an empty line",
          e);
    }
    Map<String, String> named = new LinkedHashMap<>();
    switch (value) {
      case null -> {
        // Nothing is stated.
      }
      case Map<?, ?> map ->
          map.forEach((key, one) -> {
            if (one instanceof String written) {
              named.put(String.valueOf(key), written);
            } else if (Stated.Field.of(String.valueOf(key)).isPresent() && one != null) {
              throw new CallerFault(
                  Code.BAD_RECORD,
                  "its front matter has a list or a map as " + key + "; write one value");
            }
          });
      default -> {
        // A rule and a paragraph below it: text.
        return new FrontMatter(Stated.nothing(WHERE), text, false);
      }
    }
    return new FrontMatter(Stated.of(WHERE, named), text.substring(fenced.end()), true);
  }
}
