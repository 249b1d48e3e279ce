package dev.asof.cli;

import dev.asof.answer.WordsSettings;
import dev.asof.schema.DatabaseSettings;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Which language model writes answers in words. What is rarely changed has no flag: it is an
/// environment variable, or a line of `asof.properties` in the home. The key is a variable only.
final class WordsOptions {

  @Option(
      names = "--words-url",
      order = 620,
      paramLabel = "URL",
      description =
          "For answers in words: an endpoint with OpenAI's interface, up to and without"
              + " /chat/completions; its key is read from ASOF_WORDS_KEY. Default: none, and"
              + " nothing is sent anywhere.")
  private @Nullable String url;

  @Option(
      names = "--words-model",
      order = 621,
      paramLabel = "NAME",
      description = "For answers in words: the model as the endpoint names it.")
  private @Nullable String model;

  WordsSettings settings(Edge edge, DatabaseSettings database) {
    Map<String, String> flags = new HashMap<>();
    if (url != null) {
      flags.put("words-url", url);
    }
    if (model != null) {
      flags.put("words-model", model);
    }
    return WordsSettings.read(flags, edge.environment(), database.home());
  }
}
