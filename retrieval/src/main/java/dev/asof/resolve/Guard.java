package dev.asof.resolve;

/// Tells numbers that are times from numbers that are names or counts.
final class Guard {

  private static final java.util.Set<String> STRONG =
      java.util.Set.of("in", "since", "until", "before", "after");

  /// Words that a hyphen may join to a year: `mid-2021`.
  private static final java.util.Set<String> PREFIXES =
      java.util.Set.of("mid", "early", "late", "pre", "post", "end", "year");

  private static final String JOINING = "/-.:_+#@\\=";

  private Guard() {}

  /// `section 5`, `form 1099`, `No. 7`, `§ 28`, `$2019`: the number names something. A time may
  /// follow such a number, but it does not start with it.
  static boolean isNumbered(Chart chart, int at) {
    Token before = chart.token(at - 1);
    if (before.is(".") && !before.spaced()) {
      return Lexicon.isIn("number-short", chart.token(at - 2));
    }
    Token noun = before.is("-") && !before.spaced() ? chart.token(at - 2) : before;
    return Lexicon.isIn("number-noun", noun) && !isGluedOrdinal(chart, at);
  }

  private static boolean isGluedOrdinal(Chart chart, int at) {
    return chart.isGlued(at + 1) && Lexicon.isIn("ordinal-suffix", chart.token(at + 1));
  }

  /// It is part of a longer number, name or path: `2019/790`, `CVE-2021`, `3.2019`, `2019-1234`.
  static boolean isPartOfName(Chart chart, int at) {
    return touches(chart, at - 1, at - 2, chart.isGlued(at), chart.isGlued(at - 1))
        || touches(chart, at + 1, at + 2, chart.isGlued(at + 1), chart.isGlued(at + 2));
  }

  private static boolean touches(
      Chart chart, int next, int beyond, boolean tight, boolean beyondTight) {
    Token neighbour = chart.token(next);
    if (isDigits(neighbour)) {
      return true;
    }
    if (!tight || neighbour.isEnd()) {
      return false;
    }
    if (neighbour.isWord()) {
      return !isKorean(neighbour);
    }
    Token far = chart.token(beyond);
    return beyondTight
        && JOINING.contains(neighbour.word())
        && !PREFIXES.contains(far.word())
        && (isDigits(far)
            || (far.isWord() && !isKorean(far) && !neighbour.is(".") && !neighbour.is(":")));
  }

  private static boolean isDigits(Token token) {
    return token.isNumber() || token.kind() == Token.Kind.QUANTITY;
  }

  /// A word of time; 명 or 호 behind a number would make it a count or a name.
  private static boolean isKorean(Token token) {
    return Lexicon.korean().contains(token.word());
  }

  /// A bare number of four digits can be a year there: nothing beside it makes it a count or a
  /// name.
  static boolean isYear(Chart chart, int at) {
    int year = chart.token(at).value();
    Token before = chart.token(at - 1);
    boolean usual =
        (year >= 1500 && year <= 2199)
            || (year >= 1000 && year < 1500 && STRONG.contains(before.word()));
    if (!usual
        || isNumbered(chart, at)
        || isPartOfName(chart, at)
        || isCounted(chart, at + 1)
        || chart.token(at + 1).is("%")) {
      return false;
    }
    boolean doubtful = year % 100 == 0 || Lexicon.isIn("weak-lead", before);
    return !doubtful || isFollowed(chart, at + 1);
  }

  /// What stands behind the year goes on without counting anything: `over 2000 API calls` does not.
  private static boolean isFollowed(Chart chart, int end) {
    Token after = chart.token(end);
    return !after.isWord()
        || Lexicon.isIn("function-word", after)
        || Lexicon.isIn("document", after)
        || Lexicon.isIn("onward", after)
        || Character.UnicodeScript.of(after.text().codePointAt(0))
            == Character.UnicodeScript.HANGUL;
  }

  /// `2000 employees`, `5 users`: what follows makes a count of the number before it.
  static boolean isCounted(Chart chart, int end) {
    Token after = chart.token(end);
    return Lexicon.isIn("quantity", after)
        || ("-".equals(after.word())
            && !after.spaced()
            && chart.isGlued(end + 1)
            && (chart.token(end + 1).isWord() || chart.token(end + 1).isNumber()));
  }

  /// `the 1996 act`: what follows makes a name of the year before it, with a word in between at
  /// most.
  static boolean isNamed(Chart chart, int end) {
    Token after = chart.token(end);
    return Lexicon.isIn("law-name", after)
        || (after.isWord()
            && after.isCapitalised()
            && Lexicon.isIn("law-name", chart.token(end + 1)));
  }

  /// `the Act of 1996`: the year belongs to the name before it.
  static boolean isNamedBefore(Chart chart, int lead) {
    return chart.token(lead).is("of")
        && (Lexicon.isIn("law-name", chart.token(lead - 1))
            || Lexicon.isIn("number-noun", chart.token(lead - 1)));
  }

  /// Month names that are also verbs mean the month where they have a capital or a preposition.
  static boolean isMonth(Chart chart, int at, boolean besideNumber) {
    Token month = chart.token(at);
    if (!Lexicon.isIn("month-verb", month)) {
      return true;
    }
    Token before = chart.token(at - 1);
    boolean led = Lexicon.isIn("before-month", before);
    return led || (month.isCapitalised() && (besideNumber || at > 0));
  }
}
