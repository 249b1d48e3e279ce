package dev.asof.cli;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.rank.scorer.CrossEncoderScorer;
import dev.asof.rank.scorer.LlmScorer;
import dev.asof.rank.scorer.LlmSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Models that order passages anew, for the rankers of their names.
final class ModelOptions {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(30);

  @Option(
      names = "--cross-encoder",
      order = 610,
      paramLabel = "FILE",
      description = "For --ranker cross-encoder: an ONNX model with its tokenizer.json beside it.")
  private @Nullable Path crossEncoder;

  @Option(
      names = "--llm-url",
      order = 611,
      paramLabel = "URL",
      description =
          "For --ranker llm: an endpoint with OpenAI's interface, up to and without"
              + " /chat/completions; its key is read from ASOF_LLM_KEY.")
  private @Nullable String llmUrl;

  @Option(
      names = "--llm-model",
      order = 612,
      paramLabel = "NAME",
      description = "For --ranker llm: the model as the endpoint names it.")
  private @Nullable String llmModel;

  /// Null where none is named. Throws a [CallerFault] where the file is no such model.
  ///
  /// @param cache folder in which native libraries are unpacked
  @Nullable CrossEncoderScorer crossEncoder(Path cache) {
    return crossEncoder == null ? null : CrossEncoderScorer.open(crossEncoder, cache);
  }

  /// Null where none is named.
  @Nullable LlmScorer llm(Map<String, String> environment) {
    if (llmUrl == null) {
      return null;
    }
    if (llmModel == null) {
      throw new CallerFault(
          Code.CONFIGURATION, "--llm-url needs --llm-model, the name of the model there");
    }
    try {
      return new LlmScorer(
          new LlmSettings(
              new URI(llmUrl), llmModel, environment.get("ASOF_LLM_KEY"), CONNECT, ANSWER));
    } catch (URISyntaxException e) {
      throw new CallerFault(
          Code.CONFIGURATION,
          "--llm-url " + llmUrl + " is no URL; it reads like http://localhost:8080/v1",
          e);
    }
  }
}
