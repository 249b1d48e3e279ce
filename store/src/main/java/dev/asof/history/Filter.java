package dev.asof.history;

import org.jspecify.annotations.Nullable;

/// Which beliefs are asked for; null takes all.
///
/// @param document key of a document
/// @param source name of a source
/// @param scope for whom; empty: those that hold for everyone
public record Filter(@Nullable String document, @Nullable String source, @Nullable String scope) {
  public static Filter all() {
    return new Filter(null, null, null);
  }

  public static Filter document(String key) {
    return new Filter(key, null, null);
  }

  public Filter from(@Nullable String sourceName) {
    return new Filter(document, sourceName, scope);
  }

  public Filter forScope(@Nullable String wanted) {
    return new Filter(document, source, wanted);
  }
}
