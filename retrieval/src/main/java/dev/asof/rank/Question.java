package dev.asof.rank;

import dev.asof.index.DocumentNames;
import dev.asof.index.PassageAnalyzer;
import dev.asof.index.PassageFields;
import dev.asof.resolve.TextSpan;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A question as it is searched for. It is words and names, never a query language: nothing in it
/// is an operator.
///
/// @param searched the question without its times and control characters
/// @param words distinct, as the index compares them, in order of appearance, without fillers
///   (what, did, the) where anything else is left
/// @param names what could be the name of a document: every run of up to [DocumentNames#MOST_WORDS]
///   of its words, fillers too
/// @param sections names of sections, as their keys have them: `article-17`, `§-5`
/// @param keys what could be the key of a document, in lower case
/// @param asksValidity it asks which text applied, or from when or until when
/// @param cut more distinct words than are searched for were given
public record Question(
    String text,
    String searched,
    List<Word> words,
    Set<String> names,
    Set<String> sections,
    Set<String> keys,
    boolean asksValidity,
    boolean cut) {

  /// A word as the index compares it.
  ///
  /// @param start where it stands in what is searched for, UTF-16
  /// @param end excluded
  /// @param position among all words, fillers too, from 0
  public record Word(String term, int start, int end, int position) {}

  /// The most distinct words searched for.
  public static final int MOST_WORDS = 128;

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

  private static final Pattern LETTERED =
      Pattern.compile(
          "(?<!\\w)(?:sub-?sections?|sub-?paragraphs?|paragraphs?|points?|items?)"
              + "(?<marks>(?:(?:,| and| or| to)? ?\\(\\w{1,4}\\))+)",
          FLAGS);
  private static final Pattern MARK = Pattern.compile("\\(\\w{1,4}\\)");

  /// Half a surrogate pair and control characters would become part of the word beside them.
  private static final Pattern NO_CHARACTER = Pattern.compile("[\\p{Cc}\\p{Cs}]");

  private static final Pattern NOT_IN_A_SLUG = Pattern.compile("[^\\p{L}\\p{N}\\p{M}]+");
  private static final Pattern EDGES = Pattern.compile("^[^\\p{L}\\p{N}]+|[^\\p{L}\\p{N}]+$");
  private static final int MOST_KEYS = 64;
  private static final int LONGEST_KEY = 1_024;

  public Question {
    words = List.copyOf(words);
    names = Set.copyOf(names);
    sections = Set.copyOf(sections);
    keys = Set.copyOf(keys);
  }

  /// The question as it stands, its times too.
  public static Question of(String question) {
    return of(question, List.of());
  }

  /// The question without `times`, which were read and so decide what may be ranked: a text that
  /// happens to name the same day is not the better answer for it. Where nothing else is left, they
  /// are words after all.
  ///
  /// @param times where times stand in `question`
  public static Question of(String question, Collection<TextSpan> times) {
    StringBuilder rest = new StringBuilder(question);
    for (TextSpan time : times) {
      for (int i = time.start(); i < time.end(); i++) {
        rest.setCharAt(i, ' ');
      }
    }
    String text = NO_CHARACTER.matcher(rest).replaceAll(" ");
    List<PassageAnalyzer.Word> spoken = PassageAnalyzer.words(text);
    if (spoken.isEmpty() && !times.isEmpty()) {
      return of(question);
    }
    Map<String, Word> words = new LinkedHashMap<>();
    boolean cut = false;
    for (int i = 0; i < spoken.size() && !cut; i++) {
      PassageAnalyzer.Word word = spoken.get(i);
      cut = words.size() == MOST_WORDS && !words.containsKey(word.term());
      if (!cut) {
        words.putIfAbsent(word.term(), new Word(word.term(), word.start(), word.end(), i));
      }
    }
    return new Question(
        question,
        text,
        Fillers.drop(List.copyOf(words.values())),
        names(spoken.subList(0, Math.min(spoken.size(), MOST_WORDS))),
        sections(text),
        keys(text),
        AskedValidity.in(text),
        cut);
  }

  private static Set<String> names(List<PassageAnalyzer.Word> spoken) {
    Set<String> names = new LinkedHashSet<>();
    for (int from = 0; from < spoken.size(); from++) {
      List<String> words = new ArrayList<>();
      for (int i = from; i < spoken.size() && words.size() < DocumentNames.MOST_WORDS; i++) {
        words.add(spoken.get(i).term());
        names.add(DocumentNames.of(words));
      }
    }
    return names;
  }

  /// The same without the sections and documents that it names by number or key.
  public Question withoutNames() {
    return new Question(text, searched, words, Set.of(), Set.of(), Set.of(), asksValidity, cut);
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
    Matcher lettered = LETTERED.matcher(text);
    while (lettered.find() && names.size() < MOST_KEYS) {
      MARK.matcher(lettered.group("marks"))
          .results()
          .forEach(mark -> names.add(mark.group().toLowerCase(Locale.ROOT)));
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
