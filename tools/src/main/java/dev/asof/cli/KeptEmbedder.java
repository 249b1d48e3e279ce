package dev.asof.cli;

import dev.asof.embed.Embedder;
import java.util.List;
import java.util.Set;

/// A model that is lent to a command and stays loaded when the command closes it.
final class KeptEmbedder implements Embedder {
  private final Embedder model;

  KeptEmbedder(Embedder model) {
    this.model = model;
  }

  @Override
  public String model() {
    return model.model();
  }

  @Override
  public Set<String> languages() {
    return model.languages();
  }

  @Override
  public int dimension() {
    return model.dimension();
  }

  @Override
  public int mostTokens() {
    return model.mostTokens();
  }

  @Override
  public List<float[]> passages(List<String> texts) {
    return model.passages(texts);
  }

  @Override
  public float[] question(String text) {
    return model.question(text);
  }

  @Override
  public void close() {
    // It is not the command's.
  }
}
