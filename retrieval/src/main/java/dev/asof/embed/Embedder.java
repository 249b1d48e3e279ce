package dev.asof.embed;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Texts to vectors of one model, each of length 1, so that the product of two is their cosine. The
/// vector of a text depends on that text alone, not on what it is embedded beside. Nothing is
/// loaded or asked before the first vector is wanted. Safe for several threads; close it to give
/// back its memory.
public interface Embedder extends AutoCloseable {
  /// Names the model and everything else that its vectors depend on, and is kept with each of them.
  /// Does not load the model.
  String model();

  /// Primary subtags of BCP 47, in lower case, of the languages it was made for; empty: all.
  Set<String> languages();

  /// Components of a vector, at least 1. Loads the model, or asks the endpoint, where it was not
  /// used before.
  int dimension();

  /// A longer text is cut there. 0: the endpoint does not say.
  int mostTokens();

  /// The vectors of passages, in their order; makes use of all processors.
  ///
  /// Throws a [dev.asof.fault.CallerFault] where the model cannot be used as it is configured, and
  /// [dev.asof.fault.Unavailable] where an endpoint does not answer at the moment.
  List<float[]> passages(List<String> texts);

  /// The vector of a question; throws as [#passages] does.
  float[] question(String text);

  /// Whether the model was made for a text of this language.
  ///
  /// A text of which nobody stated the language is covered, unless the model covers only languages
  /// of the Latin script and most letters of the text are of others.
  ///
  /// @param language BCP 47; null: not stated, as of a question
  default boolean covers(@Nullable String language, String text) {
    return new Coverage(languages()).covers(language, text);
  }

  @Override
  void close();
}
