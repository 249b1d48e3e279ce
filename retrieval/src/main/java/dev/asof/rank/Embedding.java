package dev.asof.rank;

import java.util.List;

/// Texts to vectors of one model.
@FunctionalInterface
public interface Embedding {
  /// As many as texts, in their order, all of one dimension.
  List<float[]> of(List<String> texts);
}
