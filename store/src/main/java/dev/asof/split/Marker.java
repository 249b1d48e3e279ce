package dev.asof.split;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A numbered unit of law at the start of a title: `Article 12`, `§ 54`, `제3조`, `Chapter II`. Its
/// number is how people cite it and outlives a change of its title, so the number alone is its name
/// in a key.
record Marker(Kind kind, int rank, String name, String rest) {
  enum Kind {
    /// Numbered through the whole act, whatever division it stands in.
    ARTICLE,
    /// A part, title, chapter or annex that articles stand in.
    DIVISION
  }

  private static final int ARTICLE_RANK = 6;
  private static final int FLAGS =
      Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.UNICODE_CHARACTER_CLASS;
  private static final String LATIN_NUMBER =
      "(?:[LRDA]\\.? ?)?\\d+(?:er|re)?[a-z]?(?:[-–.:]\\d+[a-z]*)*(?:"
          + " ?(?:bis|ter|quater|quinquies|sexies|septies|octies|nonies|decies)\\b)?(?:\\(\\w+\\))*";
  private static final String ROMAN = "[IVXLCDM]+";
  private static final Pattern ARTICLE =
      Pattern.compile(
          "(?:(?<word>article|art\\.?|artikel|artículo|articolo|artigo|section|sec\\.|clause) ?"
              + "(?<number>(?<= )(?:"
              + ROMAN
              + "|premier|primer|único|unique)|"
              + LATIN_NUMBER
              + ")"
              + "|(?<sign>§§?) ?(?<paragraph>"
              + LATIN_NUMBER
              + "))"
              + "(?![\\w%])(?<rest>.*)",
          FLAGS);
  private static final Pattern EAST_ASIAN =
      Pattern.compile(
          "(?<name>(?:제 ?\\d+ ?|第 ?[\\d一二三四五六七八九十百千〇零]+ ?)(?:(?<article>[조条條])|[편장절관編章節节款篇])"
              + "(?:[의のノ之] ?[\\d一二三四五六七八九十]+)?)(?![\\w])(?<rest>.*)",
          FLAGS);
  private static final Pattern DIVISION =
      Pattern.compile(
          "(?:(?<book>book|livre|buch|llibre|libro)|(?<part>part|partie|teil|parte)"
              + "|(?<title>title|titre|títol|título|titel)"
              + "|(?<chapter>chapter|chapitre|kapitel|capítol|capítulo)"
              + "|(?<section>subchapter|abschnitt|unterabschnitt|secció|sección)"
              + "|(?<annex>annex|annexe|appendix|schedule|exhibit|attachment|anlage|anhang))"
              + " (?<number>\\d+[a-z]?|"
              + ROMAN
              + "|[A-Z])(?![\\w'’])(?<rest>.*)",
          FLAGS);

  /// The marker that `title` starts with.
  static Optional<Marker> of(String title) {
    Matcher m = ARTICLE.matcher(title);
    if (m.matches()) {
      String word = m.group("word");
      return Optional.of(
          word == null
              ? article("§-" + Keys.slug(m.group("paragraph")), m.group("rest"))
              : article(word(word) + "-" + Keys.slug(m.group("number")), m.group("rest")));
    }
    m = EAST_ASIAN.matcher(title);
    if (m.matches()) {
      String name = Keys.slug(m.group("name").replace(" ", ""));
      return Optional.of(
          m.group("article") == null
              ? new Marker(Kind.DIVISION, 3, name, m.group("rest"))
              : article(name, m.group("rest")));
    }
    m = DIVISION.matcher(title);
    if (!m.matches()) {
      return Optional.empty();
    }
    int rank = 0;
    for (String group : new String[] {"annex", "book", "part", "title", "chapter", "section"}) {
      if (m.group(group) != null) {
        String name = Keys.slug(m.group(group)) + "-" + Keys.slug(m.group("number"));
        return Optional.of(new Marker(Kind.DIVISION, rank, name, m.group("rest")));
      }
      rank++;
    }
    throw new IllegalStateException(title);
  }

  private static Marker article(String name, String rest) {
    return new Marker(Kind.ARTICLE, ARTICLE_RANK, name, rest);
  }

  /// One word for what acts abbreviate at will.
  private static String word(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    return lower.startsWith("art") ? "article" : lower.startsWith("sec") ? "section" : lower;
  }
}
