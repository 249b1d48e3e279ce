package dev.asof.index;

import java.io.Reader;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.en.EnglishPossessiveFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.util.ElisionFilter;

/// Words as they are compared, for texts of any language: cut at Unicode word boundaries, in lower
/// case, without diacritics, without an English `'s` and without an elided article (`l'article`).
/// No word is dropped, because in law small words decide.
public final class PassageAnalyzer extends Analyzer {

  static final CharArraySet ELIDED =
      CharArraySet.unmodifiableSet(
          new CharArraySet(
              List.of(
                  "l", "d", "j", "m", "t", "s", "n", "c", "qu", "jusqu", "quoiqu", "lorsqu",
                  "puisqu"),
              true));

  private static final PassageAnalyzer SHARED = new PassageAnalyzer();

  /// A word as it is compared, and where it stands: UTF-16 offsets, `end` excluded.
  public record Word(String term, int start, int end) {}

  /// The words of `text` in order.
  public static List<Word> words(String text) {
    return TextLanguage.read(SHARED, text).stream()
        .map(word -> new Word(word.term(), word.start(), word.end()))
        .toList();
  }

  @Override
  protected Reader initReader(String field, Reader reader) {
    return MiddleDots.read(reader);
  }

  @Override
  protected TokenStreamComponents createComponents(String field) {
    Tokenizer words = new StandardTokenizer();
    TokenStream plain = new EnglishPossessiveFilter(words);
    plain = new ElisionFilter(plain, ELIDED);
    plain = new LowerCaseFilter(plain);
    plain = new ASCIIFoldingFilter(plain);
    return new TokenStreamComponents(words, plain);
  }

  @Override
  protected TokenStream normalize(String field, TokenStream in) {
    return new ASCIIFoldingFilter(new LowerCaseFilter(in));
  }
}
