package dev.asof.cli;

import dev.asof.embed.Embedder;
import dev.asof.embed.EmbedderSettings;
import dev.asof.embed.Embedders;
import dev.asof.schema.DatabaseSettings;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Which model embeds. What is rarely changed has no flag: it is an environment variable, or a line
/// of `asof.properties` in the home. The key of an endpoint is a variable only.
final class EmbedderOptions {

  @Option(
      names = "--embedder",
      order = 600,
      paramLabel = "KIND",
      description =
          "minilm (in the program, English), onnx (a file), http (an endpoint) or none; default"
              + " minilm.")
  private @Nullable String kind;

  @Option(
      names = "--embedder-path",
      order = 601,
      paramLabel = "FILE",
      description = "For onnx: the model, with its tokenizer.json beside it.")
  private @Nullable String path;

  @Option(
      names = "--embedder-url",
      order = 602,
      paramLabel = "URL",
      description =
          "For http: up to and without /embeddings; the key, if any, is ASOF_EMBEDDER_KEY.")
  private @Nullable String url;

  @Option(
      names = "--embedder-model",
      order = 603,
      paramLabel = "NAME",
      description = "For http: the model as the endpoint names it.")
  private @Nullable String model;

  @Option(
      names = "--embedder-languages",
      order = 604,
      paramLabel = "LANGUAGES",
      description = "For onnx and http: languages that it covers, such as en,de; default all.")
  private @Nullable String languages;

  EmbedderSettings settings(Edge edge, DatabaseSettings database) {
    Map<String, String> flags = new HashMap<>();
    put(flags, "embedder", kind);
    put(flags, "embedder-path", path);
    put(flags, "embedder-url", url);
    put(flags, "embedder-model", model);
    put(flags, "embedder-languages", languages);
    return EmbedderSettings.read(
        flags, edge.environment(), database.home(), Runtime.getRuntime().availableProcessors());
  }

  private static void put(Map<String, String> flags, String key, @Nullable String value) {
    if (value != null) {
      flags.put(key, value);
    }
  }

  /// Empty where nothing is to be embedded. Loads nothing yet.
  Optional<Embedder> open(Edge edge, DatabaseSettings database) {
    return Embedders.open(settings(edge, database));
  }
}
