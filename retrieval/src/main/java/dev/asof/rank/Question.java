package dev.asof.rank;

import dev.asof.index.PassageAnalyzer;
import dev.asof.index.PassageFields;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/// A question as it is searched for. It is words and names, never a query language: nothing in it
/// is an operator.
///
/// @param words distinct, as the index compares them, in order of appearance, without fillers
///   (what, did, the) where anything else is left
/// @param sections names of sections, as their keys have them: `article-17`, `§-5`
/// @param keys what could be the key of a document, in lower case
/// @param cut more distinct words than are searched for were given
public record Question(
    String text, List<String> words, Set<String> sections, Set<String> keys, boolean cut) {

  /// The most distinct words searched for.
  public static final int MOST_WORDS = 128;

  private static final Analyzer ANALYZER = new PassageAnalyzer();
  private static final int FLAGS =
      Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.UNICODE_CHARACTER_CLASS;
  private static final String NUMBER =
      "(?:[LRDA]\\.? ?)?\\d{1,9}(?:er|re)?[a-z]?(?:[-–.:]\\d{1,9}[a-z]{0,3}){0,5}(?:"
          + " ?(?:bis|ter|quater|quinquies|sexies|septies|octies|nonies|decies)\\b)?(?:\\(\\w{1,6}\\)){0,4}";
  private static final Pattern NUMBERED =
      Pattern.compile(
          "(?<![\\w§])(?:(?<word>article|art\\.?|artikel|artículo|articolo|artigo|section|sec\\.|clause|chapter|chapitre|kapitel|part|title|titre|annex|annexe|appendix|schedule)"
              + " ?(?<number>(?<= )[IVXLCDM]{1,9}|"
              + NUMBER
              + ")"
              + "|(?<sign>§§?) ?(?<paragraph>"
              + NUMBER
              + "))(?![\\w%])",
          FLAGS);
  private static final Pattern EAST_ASIAN =
      Pattern.compile(
          "(?:제 ?\\d{1,9} ?|第 ?[\\d一二三四五六七八九十百千〇零]{1,9} ?)[조条條](?:[의のノ之] ?[\\d一二三四五六七八九十]{1,5})?");

  /// Half a surrogate pair and control characters would become part of the word beside them.
  private static final Pattern NO_CHARACTER = Pattern.compile("[\\p{Cc}\\p{Cs}]");

  private static final Pattern NOT_IN_A_SLUG = Pattern.compile("[^\\p{L}\\p{N}\\p{M}]+");
  private static final Pattern EDGES = Pattern.compile("^[^\\p{L}\\p{N}]+|[^\\p{L}\\p{N}]+$");
  private static final int MOST_KEYS = 64;
  private static final int LONGEST_KEY = 1_024;

  public Question {
    words = List.copyOf(words);
    sections = Set.copyOf(sections);
    keys = Set.copyOf(keys);
  }

  public static Question of(String question) {
    String text = NO_CHARACTER.matcher(question).replaceAll(" ");
    Set<String> words = new LinkedHashSet<>();
    boolean cut = false;
    try (TokenStream tokens = ANALYZER.tokenStream(PassageFields.BODY, text)) {
      CharTermAttribute term = tokens.addAttribute(CharTermAttribute.class);
      tokens.reset();
      while (!cut && tokens.incrementToken()) {
        cut = words.size() == MOST_WORDS && !words.contains(term.toString());
        if (!cut) {
          words.add(term.toString());
        }
      }
      if (!cut) {
        tokens.end();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Question(
        question, Fillers.drop(new ArrayList<>(words)), sections(text), keys(text), cut);
  }

  /// Nothing in it can be searched for.
  public boolean isEmpty() {
    return words.isEmpty() && sections.isEmpty() && keys.isEmpty();
  }

  private static Set<String> sections(String text) {
    Set<String> names = new LinkedHashSet<>();
    Matcher numbered = NUMBERED.matcher(text);
    while (numbered.find() && names.size() < MOST_KEYS) {
      String word = numbered.group("word");
      names.add(
          word == null
              ? "§-" + slug(numbered.group("paragraph"))
              : word(word) + "-" + slug(numbered.group("number")));
    }
    Matcher eastAsian = EAST_ASIAN.matcher(text);
    while (eastAsian.find() && names.size() < MOST_KEYS) {
      names.add(slug(eastAsian.group().replace(" ", "")));
    }
    return names;
  }

  private static String word(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    return lower.startsWith("art") ? "article" : lower.startsWith("sec") ? "section" : lower;
  }

  private static String slug(String text) {
    String plain = Normalizer.normalize(text, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
    return EDGES.matcher(NOT_IN_A_SLUG.matcher(plain).replaceAll("-")).replaceAll("");
  }

  /// Pieces between white space that hold a joint, as keys of documents do and common words do not.
  private static Set<String> keys(String text) {
    Set<String> keys = new LinkedHashSet<>();
    int from = 0;
    for (int i = 0; i <= text.length() && keys.size() < MOST_KEYS; i++) {
      if (i == text.length() || Character.isWhitespace(text.charAt(i))) {
        if (i > from && i - from <= LONGEST_KEY) {
          String key = EDGES.matcher(PassageFields.plain(text.substring(from, i))).replaceAll("");
          if (key.chars()
              .anyMatch(
                  c -> c == '/' || c == '-' || c == '_' || c == ':' || Character.isDigit(c))) {
            keys.add(key);
          }
        }
        from = i + 1;
      }
    }
    return keys;
  }
}
