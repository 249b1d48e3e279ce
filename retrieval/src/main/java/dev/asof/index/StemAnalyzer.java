package dev.asof.index;

import java.io.Reader;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.de.GermanLightStemFilter;
import org.apache.lucene.analysis.de.GermanNormalizationFilter;
import org.apache.lucene.analysis.en.EnglishPossessiveFilter;
import org.apache.lucene.analysis.en.KStemFilter;
import org.apache.lucene.analysis.es.SpanishLightStemFilter;
import org.apache.lucene.analysis.fr.FrenchLightStemFilter;
import org.apache.lucene.analysis.ko.KoreanPartOfSpeechStopFilter;
import org.apache.lucene.analysis.ko.KoreanReadingFormFilter;
import org.apache.lucene.analysis.ko.KoreanTokenizer;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.snowball.SnowballFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.util.ElisionFilter;
import org.tartarus.snowball.ext.CatalanStemmer;

/// Words of one language by their stems: light stemmers, which join singular and plural or the
/// cases of a noun but hardly ever two nouns; German compounds also by their parts; Korean without
/// particles and endings, hanja as they are read. No word is dropped.
final class StemAnalyzer extends Analyzer {
  private static final Map<TextLanguage, StemAnalyzer> ANALYZERS =
      Arrays.stream(TextLanguage.values())
          .collect(Collectors.toUnmodifiableMap(Function.identity(), StemAnalyzer::new));

  private final TextLanguage language;

  private StemAnalyzer(TextLanguage language) {
    this.language = language;
  }

  /// One for each language, which keeps what its threads reuse.
  static StemAnalyzer of(TextLanguage language) {
    return Objects.requireNonNull(ANALYZERS.get(language));
  }

  @Override
  protected Reader initReader(String field, Reader reader) {
    return MiddleDots.read(reader);
  }

  @Override
  protected TokenStreamComponents createComponents(String field) {
    if (language == TextLanguage.KOREAN) {
      Tokenizer morphemes = new KoreanTokenizer();
      TokenStream words = new KoreanPartOfSpeechStopFilter(morphemes);
      words = new LowerCaseFilter(new KoreanReadingFormFilter(words));
      return new TokenStreamComponents(morphemes, new ASCIIFoldingFilter(words));
    }
    Tokenizer words = new StandardTokenizer();
    TokenStream stems =
        switch (language) {
          case ENGLISH -> new KStemFilter(new LowerCaseFilter(new EnglishPossessiveFilter(words)));
          case GERMAN ->
              new GermanLightStemFilter(
                  new GermanNormalizationFilter(
                      new GermanCompoundFilter(new LowerCaseFilter(words))));
          case FRENCH -> new FrenchLightStemFilter(withoutElision(words));
          case SPANISH -> new SpanishLightStemFilter(new LowerCaseFilter(words));
          case CATALAN -> new SnowballFilter(withoutElision(words), new CatalanStemmer());
          case KOREAN -> throw new IllegalStateException();
        };
    return new TokenStreamComponents(words, new ASCIIFoldingFilter(stems));
  }

  private static TokenStream withoutElision(TokenStream words) {
    return new LowerCaseFilter(new ElisionFilter(words, PassageAnalyzer.ELIDED));
  }
}
