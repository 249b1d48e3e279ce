package dev.asof.index;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.WordlistLoader;
import org.apache.lucene.analysis.ca.CatalanAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.snowball.SnowballFilter;
import org.apache.lucene.util.IOUtils;

/// The small words of languages that are told apart by them, as the index compares words.
public final class FunctionWords {
  private static final Map<TextLanguage, Set<String>> LANGUAGES = languages();

  private FunctionWords() {}

  /// Those of a language; none of one that is known by its script.
  public static Set<String> of(TextLanguage language) {
    return LANGUAGES.getOrDefault(language, Set.of());
  }

  /// The language that most of `words` are function words of; empty where no word is any.
  public static Optional<TextLanguage> mostOf(Collection<String> words) {
    TextLanguage own = null;
    long most = 0;
    for (Map.Entry<TextLanguage, Set<String>> language : LANGUAGES.entrySet()) {
      long found = words.stream().filter(language.getValue()::contains).count();
      if (found > most) {
        most = found;
        own = language.getKey();
      }
    }
    return Optional.ofNullable(own);
  }

  /// In the order of the enum, which decides between languages that have equally many.
  private static Map<TextLanguage, Set<String>> languages() {
    try {
      Map<TextLanguage, Set<String>> languages = new EnumMap<>(TextLanguage.class);
      languages.put(
          TextLanguage.ENGLISH,
          asIndexed(
              CharArraySet.unmodifiableSet(
                  WordlistLoader.getSnowballWordSet(
                      IOUtils.requireResourceNonNull(
                          SnowballFilter.class.getResourceAsStream("english_stop.txt"),
                          "english_stop.txt")))));
      languages.put(TextLanguage.GERMAN, asIndexed(GermanAnalyzer.getDefaultStopSet()));
      languages.put(TextLanguage.FRENCH, asIndexed(FrenchAnalyzer.getDefaultStopSet()));
      languages.put(TextLanguage.SPANISH, asIndexed(SpanishAnalyzer.getDefaultStopSet()));
      languages.put(TextLanguage.CATALAN, asIndexed(CatalanAnalyzer.getDefaultStopSet()));
      return languages;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Set<String> asIndexed(CharArraySet words) {
    Set<String> indexed = new HashSet<>();
    for (Object word : words) {
      PassageAnalyzer.words(new String((char[]) word)).forEach(found -> indexed.add(found.term()));
    }
    return Set.copyOf(indexed);
  }
}
