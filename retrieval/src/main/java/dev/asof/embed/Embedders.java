package dev.asof.embed;

import java.util.Objects;
import java.util.Optional;

/// Opens the model that is configured.
public final class Embedders {
  private Embedders() {}

  /// Empty where nothing is to be embedded. Loads nothing yet. Throws a
  /// [dev.asof.fault.CallerFault] where a file of the model is missing.
  public static Optional<Embedder> open(EmbedderSettings settings) {
    return switch (settings.kind()) {
      case NONE -> Optional.empty();
      case MINILM -> Optional.of(OnnxEmbedder.bundled(settings));
      case ONNX ->
          Optional.of(OnnxEmbedder.file(settings, Objects.requireNonNull(settings.path())));
      case HTTP -> Optional.of(new HttpEmbedder(settings));
    };
  }
}
