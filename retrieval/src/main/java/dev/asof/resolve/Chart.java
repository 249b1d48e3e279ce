package dev.asof.resolve;

import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Everything the grammar finds in a text: for each token and each layer the longest phrase that
/// starts there. Filled from the last token to the first, so that a phrase finds the phrases inside
/// it already made and the work is linear.
final class Chart {

  /// From the smallest phrase to the largest.
  enum Layer {
    /// Stands by itself: `Q3 2023`, `yesterday`.
    ATOM,
    /// With a phrase after it: `the end of Q3 2023`.
    NAMED,
    /// With something behind it: `the end of Q3 2023 at noon`.
    MOMENT,
    /// With its bound, as a [Phrase]: `until the end of Q3 2023`.
    PHRASE,
    /// Asked for one by one: `each quarter until the end of Q3 2023`.
    SERIES
  }

  private static final int POSTFIXES = 3;

  private final String text;
  private final List<Token> tokens;
  private final Map<Layer, @Nullable Taken[]> layers = new EnumMap<>(Layer.class);

  /// Where what was said stands, by identity: two equal phrases stand in two places.
  private final IdentityHashMap<Said, TextSpan> spans = new IdentityHashMap<>();

  private final Set<String> terms;

  /// @param terms names of terms, beside those of `words.tsv`
  Chart(String text, Set<String> terms) {
    this.text = text;
    this.terms = terms;
    this.tokens = Tokenizer.tokens(text);
    for (Layer layer : Layer.values()) {
      layers.put(layer, new @Nullable Taken[tokens.size()]);
    }
    for (int at = tokens.size() - 1; at >= 0; at--) {
      fill(at);
    }
  }

  private void fill(int at) {
    longest(Layer.ATOM, Grammar.atoms(), at);
    set(Layer.NAMED, at, at(Layer.ATOM, at));
    longest(Layer.NAMED, Grammar.named(), at);
    set(Layer.MOMENT, at, at(Layer.NAMED, at));
    for (int i = 0; i < POSTFIXES && longest(Layer.MOMENT, Grammar.moments(), at); i++) {
      // Each round may put one more postfix behind the phrase.
    }
    longest(Layer.PHRASE, Grammar.phrases(), at);
    set(Layer.SERIES, at, at(Layer.PHRASE, at));
    longest(Layer.SERIES, Grammar.series(), at);
  }

  /// Puts the longest match of the rules in place where it is longer than what is there.
  private boolean longest(Layer layer, List<Rule> rules, int at) {
    boolean grew = false;
    for (Rule rule : rules) {
      Taken taken = rule.at(this, at);
      Taken best = at(layer, at);
      if (taken != null && (best == null || taken.end() > best.end())) {
        set(layer, at, taken);
        grew = true;
      }
    }
    return grew;
  }

  private void set(Layer layer, int at, @Nullable Taken taken) {
    if (taken != null && taken.value() instanceof Said said) {
      spans.putIfAbsent(said, new TextSpan(token(at).start(), token(taken.end() - 1).end()));
    }
    of(layer)[at] = taken;
  }

  @Nullable Taken at(Layer layer, int at) {
    return at < tokens.size() ? of(layer)[at] : null;
  }

  private @Nullable Taken[] of(Layer layer) {
    return Objects.requireNonNull(layers.get(layer));
  }

  /// Where it stands in the text; null where it was put together from several places.
  @Nullable TextSpan spanOf(Said said) {
    return spans.get(said);
  }

  int size() {
    return tokens.size();
  }

  String text() {
    return text;
  }

  /// The token there; before the first and after the last one that is nothing.
  Token token(int at) {
    return at >= 0 && at < tokens.size() ? tokens.get(at) : Token.end(text.length());
  }

  /// Whether a term that is set has the name that stands there.
  boolean isTerm(int at) {
    return terms.contains(token(at).word());
  }

  /// Whether these words follow each other from there on.
  boolean has(List<String> words, int at) {
    for (int i = 0; i < words.size(); i++) {
      if (!token(at + i).is(words.get(i))) {
        return false;
      }
    }
    return true;
  }

  /// No white space stands between the tokens before and at this place.
  boolean isGlued(int at) {
    return at > 0 && at < tokens.size() && !token(at).spaced();
  }
}
