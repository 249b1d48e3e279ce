package dev.asof.intake.folder;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.intake.YamlBlock;
import java.util.LinkedHashMap;
import java.util.Map;

/// The [YamlBlock] that a Markdown or text file may begin with: a map whose keys are the names of
/// [Stated.Field]. Other keys are for others and are not read.
///
/// @param body what follows it
record FrontMatter(Stated stated, String body, boolean isThere) {

  static final String WHERE = "front matter";

  /// Throws a [CallerFault] where what stands between the lines is YAML and no map, or no YAML.
  static FrontMatter of(String text) {
    YamlBlock yaml = YamlBlock.of(text);
    if (yaml.fault() != null) {
      throw new CallerFault(
          Code.BAD_RECORD,
          "its front matter is no YAML ("
              + yaml.fault()
              + "); mend it, or begin the text with an empty line");
    }
    Map<String, String> named = new LinkedHashMap<>();
    yaml.values()
        .forEach((key, one) -> {
          if (one instanceof String written) {
            named.put(key, written);
          } else if (Stated.Field.of(key).isPresent() && one != null) {
            throw new CallerFault(
                Code.BAD_RECORD,
                "its front matter has a list or a map as " + key + "; write one value");
          }
        });
    return new FrontMatter(Stated.of(WHERE, named), yaml.body(), yaml.isThere());
  }
}
