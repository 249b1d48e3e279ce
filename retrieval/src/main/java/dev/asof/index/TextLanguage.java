package dev.asof.index;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/// The languages whose words are also compared by their stems, in fields of their own beside those
/// of the exact words.
public enum TextLanguage {
  ENGLISH("en"),
  GERMAN("de"),
  FRENCH("fr"),
  SPANISH("es"),
  CATALAN("ca"),
  KOREAN("ko");

  private static final Set<String> UNDECIDED = Set.of("", "und", "mul", "mis", "zxx");

  private final String code;

  TextLanguage(String code) {
    this.code = code;
  }

  /// ISO 639-1, as in the names of fields.
  public String code() {
    return code;
  }

  Analyzer analyzer() {
    return StemAnalyzer.of(this);
  }

  /// In which languages a text is analysed: those that its tags name; Korean wherever Hangul is
  /// written, whatever a tag says; where no tag decides, the one whose function words it has most
  /// of. None of them loses anything: the exact words are indexed for every text.
  ///
  /// @param tags BCP 47
  static Set<TextLanguage> of(Set<String> tags, String text) {
    Set<TextLanguage> languages = EnumSet.noneOf(TextLanguage.class);
    boolean decided = false;
    for (String tag : tags) {
      String primary = tag.split("[-_]", 2)[0].toLowerCase(Locale.ROOT);
      decided |= !UNDECIDED.contains(primary);
      for (TextLanguage language : values()) {
        if (language.code.equals(primary)) {
          languages.add(language);
        }
      }
    }
    if (writtenIn(text, Character.UnicodeScript.HANGUL)) {
      languages.add(KOREAN);
    }
    if (!decided) {
      guess(text).ifPresent(languages::add);
    }
    return languages;
  }

  private static Optional<TextLanguage> guess(String text) {
    List<String> words = new ArrayList<>();
    PassageAnalyzer.words(text).forEach(word -> words.add(word.term()));
    return FunctionWords.mostOf(words);
  }

  /// Whether a question can have words of this language: Korean has none in Latin letters, and the
  /// other languages none without.
  public boolean canBeIn(String text) {
    return this == KOREAN
        ? writtenIn(text, Character.UnicodeScript.HANGUL)
            || writtenIn(text, Character.UnicodeScript.HAN)
        : writtenIn(text, Character.UnicodeScript.LATIN);
  }

  private static boolean writtenIn(String text, Character.UnicodeScript script) {
    return text.codePoints().anyMatch(c -> Character.UnicodeScript.of(c) == script);
  }

  /// A stem and where its word stands; where a word is a compound, its parts follow it and stand
  /// where it does.
  ///
  /// @param part of the word before it
  public record Stem(String term, int start, int end, boolean part) {}

  /// The stems of `text` in order, without particles and endings that stand for no word.
  public List<Stem> stems(String text) {
    return read(analyzer(), text);
  }

  static List<Stem> read(Analyzer analyzer, String text) {
    List<Stem> stems = new ArrayList<>();
    try (TokenStream tokens = analyzer.tokenStream(PassageFields.BODY, text)) {
      CharTermAttribute term = tokens.addAttribute(CharTermAttribute.class);
      OffsetAttribute at = tokens.addAttribute(OffsetAttribute.class);
      PositionIncrementAttribute step = tokens.addAttribute(PositionIncrementAttribute.class);
      tokens.reset();
      while (tokens.incrementToken()) {
        stems.add(
            new Stem(
                term.toString(),
                at.startOffset(),
                at.endOffset(),
                step.getPositionIncrement() == 0));
      }
      tokens.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return stems;
  }
}
