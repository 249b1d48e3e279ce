package dev.asof.resolve;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Recognises times in languages that are not read, so that they are asked back and never ignored.
final class Foreign {

  private enum Kind {
    MONTH,
    RELATIVE,
    COUNT
  }

  private record Phrase(String language, Kind kind, List<String> words) {}

  /// Read when a question first needs it.
  private static final class Phrases {
    static final Map<String, List<Phrase>> BY_FIRST_WORD = new HashMap<>();

    static {
      for (String[] row : Lexicon.rows("foreign.tsv")) {
        List<String> words = new ArrayList<>();
        for (Token token : Tokenizer.tokens(row[2].replace('#', '0'))) {
          words.add(token.isNumber() ? "#" : token.word());
        }
        BY_FIRST_WORD
            .computeIfAbsent(words.getFirst(), first -> new ArrayList<>())
            .add(
                new Phrase(row[0], Kind.valueOf(row[1].toUpperCase(java.util.Locale.ROOT)), words));
      }
    }
  }

  private static final Set<String> YEAR_MARKS = Set.of("年", "月", "日", "年度", "ปี");

  private Foreign() {}

  /// Where a time in another language ends that starts here; -1 where there is none.
  static int endOf(Chart chart, int at, Language language) {
    Token token = chart.token(at);
    if (token.kind() == Token.Kind.FOREIGN_DIGITS
        && token.text().codePointCount(0, token.text().length()) >= 4) {
      return at + 1;
    }
    if (token.isNumber() && YEAR_MARKS.contains(chart.token(at + 1).word())) {
      return endOfMarks(chart, at);
    }
    if (!token.isWord() && !token.isNumber()) {
      return -1;
    }
    int end = longest(chart, at, token.isNumber() ? "#" : token.word(), language);
    if (end < 0 && token.isNumber()) {
      return numberAndMonth(chart, at, language);
    }
    return end;
  }

  /// `3 maggio 2024`: the number and the month behind it, with the year.
  private static int numberAndMonth(Chart chart, int at, Language language) {
    for (int next = at + 1; next <= at + 2; next++) {
      int end = month(chart, next, language);
      if (end >= 0) {
        return withNumbers(chart, end);
      }
    }
    return -1;
  }

  private static int month(Chart chart, int at, Language language) {
    Token token = chart.token(at);
    if (!token.isWord() || Lexicon.isIn("month", token)) {
      return -1;
    }
    int end = -1;
    for (Phrase phrase : Phrases.BY_FIRST_WORD.getOrDefault(token.word(), List.of())) {
      if (phrase.kind() == Kind.MONTH
          && isThere(phrase, chart, at)
          && !isEnglishWord(token, language)) {
        end = Math.max(end, at + phrase.words().size());
      }
    }
    return end;
  }

  /// English words that are months elsewhere.
  private static boolean isEnglishWord(Token token, Language language) {
    return language == Language.ENGLISH && Lexicon.isIn("function-word", token);
  }

  private static int endOfMarks(Chart chart, int at) {
    int end = at;
    while (chart.token(end).isNumber() || YEAR_MARKS.contains(chart.token(end).word())) {
      end++;
    }
    return end;
  }

  private static int longest(Chart chart, int at, String first, Language language) {
    int end = -1;
    for (Phrase phrase : Phrases.BY_FIRST_WORD.getOrDefault(first, List.of())) {
      boolean ours = phrase.kind() == Kind.MONTH && Lexicon.isIn("month", chart.token(at));
      if (ours || !isThere(phrase, chart, at) || !mayBe(phrase, language)) {
        continue;
      }
      int after = at + phrase.words().size();
      if (phrase.kind() != Kind.MONTH) {
        end = Math.max(end, after);
      } else if (isBesideNumber(chart, at, after)
          || (!language.hasDates() && language != Language.UNKNOWN)) {
        end = Math.max(end, withNumbers(chart, after));
      }
    }
    return end;
  }

  private static boolean isThere(Phrase phrase, Chart chart, int at) {
    for (int i = 0; i < phrase.words().size(); i++) {
      String word = phrase.words().get(i);
      Token token = chart.token(at + i);
      if (word.equals("#") ? !token.isNumber() : !token.is(word)) {
        return false;
      }
    }
    return true;
  }

  /// In a question whose language is known, single words of other languages are that language's:
  /// German `hier` is not French.
  private static boolean mayBe(Phrase phrase, Language language) {
    if (phrase.kind() == Kind.MONTH) {
      return true;
    }
    boolean wide =
        phrase.words().size() > 1
            || Character.UnicodeScript.of(phrase.words().getFirst().codePointAt(0))
                != Character.UnicodeScript.LATIN;
    return switch (language) {
      case ENGLISH, KOREAN -> wide;
      case UNKNOWN, OTHER, SCANDINAVIAN -> true;
      default -> phrase.language().equals(language.code());
    };
  }

  private static boolean isBesideNumber(Chart chart, int at, int end) {
    return chart.token(at - 1).isNumber()
        || chart.token(at - 2).isNumber()
        || chart.token(end).isNumber()
        || chart.token(end + 1).isNumber();
  }

  private static int withNumbers(Chart chart, int end) {
    int after = end;
    for (int i = end; i < end + 3; i++) {
      if (chart.token(i).isNumber()) {
        after = i + 1;
      }
    }
    return after;
  }
}
