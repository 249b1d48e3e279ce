package dev.asof.resolve;

import java.util.List;
import java.util.Locale;

/// The language of a question, told by its function words; in this order where two have as many.
enum Language {
  ENGLISH("en"),
  KOREAN("ko"),
  GERMAN("de"),
  FRENCH("fr"),
  SPANISH("es"),
  CATALAN("ca"),
  ITALIAN("it"),
  PORTUGUESE("pt"),
  DUTCH("nl"),
  SCANDINAVIAN("sv"),
  POLISH("pl"),
  OTHER("other"),
  /// It holds no function word that is known.
  UNKNOWN("");

  private static final List<Language> ALL = List.of(values());
  private static final int PLACE_OF_KOREAN = ALL.indexOf(KOREAN);

  private final String code;

  Language(String code) {
    this.code = code;
  }

  static Language of(Chart chart) {
    int[] votes = new int[ALL.size()];
    int foreignLetters = 0;
    for (int at = 0; at < chart.size(); at++) {
      Token token = chart.token(at);
      if (!token.isWord()) {
        continue;
      }
      switch (Character.UnicodeScript.of(token.text().codePointAt(0))) {
        case HANGUL -> votes[PLACE_OF_KOREAN]++;
        case LATIN, COMMON, INHERITED ->
            Lexicon.values("function-word", token).forEach(language -> votes[language]++);
        default -> foreignLetters++;
      }
    }
    Language best = UNKNOWN;
    int most = 0;
    for (int place = 0; place < votes.length; place++) {
      if (votes[place] > most) {
        most = votes[place];
        best = ALL.get(place);
      }
    }
    return foreignLetters > most ? OTHER : best;
  }

  /// Its dates are read.
  boolean hasDates() {
    return compareTo(CATALAN) <= 0;
  }

  /// Its numeric dates put the day first, always.
  boolean isDayFirst() {
    return List.of(GERMAN, FRENCH, SPANISH, CATALAN).contains(this);
  }

  String code() {
    return code;
  }

  /// For a sentence: `German`.
  String shown() {
    String name = name().toLowerCase(Locale.ROOT);
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }
}
