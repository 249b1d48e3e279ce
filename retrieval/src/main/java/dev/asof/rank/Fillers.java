package dev.asof.rank;

import dev.asof.index.PassageAnalyzer;
import dev.asof.index.PassageFields;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.WordlistLoader;
import org.apache.lucene.analysis.ca.CatalanAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.snowball.SnowballFilter;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.util.IOUtils;

/// The words that make a question a question (what, did, the) and say nothing about what is sought.
/// Passages keep them; a question loses those of its own language, because in a text that hardly
/// ever asks they count as rare and telling.
final class Fillers {
  private static final List<Set<String>> LANGUAGES = languages();

  private Fillers() {}

  /// `words` without the fillers of the language that has most of them; `words` themselves where
  /// none or nothing else would be left.
  static List<String> drop(List<String> words) {
    Set<String> own = Set.of();
    long most = 0;
    for (Set<String> language : LANGUAGES) {
      long found = words.stream().filter(language::contains).count();
      if (found > most) {
        most = found;
        own = language;
      }
    }
    Set<String> fillers = own;
    List<String> rest = words.stream().filter(word -> !fillers.contains(word)).toList();
    return rest.isEmpty() ? words : rest;
  }

  private static List<Set<String>> languages() {
    try {
      CharArraySet english =
          CharArraySet.unmodifiableSet(
              WordlistLoader.getSnowballWordSet(
                  IOUtils.requireResourceNonNull(
                      SnowballFilter.class.getResourceAsStream("english_stop.txt"),
                      "english_stop.txt")));
      List<Set<String>> languages = new ArrayList<>();
      for (CharArraySet words :
          List.of(
              english,
              FrenchAnalyzer.getDefaultStopSet(),
              GermanAnalyzer.getDefaultStopSet(),
              SpanishAnalyzer.getDefaultStopSet(),
              CatalanAnalyzer.getDefaultStopSet())) {
        languages.add(asIndexed(words));
      }
      return languages;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The words as the index compares them.
  private static Set<String> asIndexed(CharArraySet words) throws IOException {
    Set<String> indexed = new HashSet<>();
    try (Analyzer analyzer = new PassageAnalyzer()) {
      for (Object word : words) {
        try (TokenStream tokens =
            analyzer.tokenStream(PassageFields.BODY, new String((char[]) word))) {
          CharTermAttribute term = tokens.addAttribute(CharTermAttribute.class);
          tokens.reset();
          while (tokens.incrementToken()) {
            indexed.add(term.toString());
          }
          tokens.end();
        }
      }
    }
    return indexed;
  }
}
