package dev.asof.resolve;

import java.util.ArrayList;
import java.util.List;

/// Goes through the chart from left to right and takes the longest phrase at each place. What could
/// pass for a time and is none is kept too, and so is what is in a language that is not read.
final class Scanner {

  /// Tokens of a time in a language that is not read.
  record Strange(int start, int end) {}

  private final Chart chart;
  private final Language language;
  private final List<Found> found = new ArrayList<>();
  private final List<Strange> strange = new ArrayList<>();
  private final List<Unread> unread = new ArrayList<>();

  Scanner(Chart chart, Language language) {
    this.chart = chart;
    this.language = language;
    int at = 0;
    while (at < chart.size()) {
      at = step(at);
    }
  }

  List<Found> found() {
    return found;
  }

  List<Strange> strange() {
    return strange;
  }

  List<Unread> unread() {
    return unread;
  }

  private int step(int at) {
    Taken taken = chart.at(Chart.Layer.SERIES, at);
    int foreign = Foreign.endOf(chart, at, language);
    if (taken != null && foreign <= taken.end()) {
      Phrase phrase = (Phrase) taken.value();
      if (isAccepted(phrase, at, taken.end())) {
        found.add(new Found(phrase, at, taken.end()));
        return taken.end();
      }
    }
    if (foreign > at) {
      addStrange(at, foreign);
      return foreign;
    }
    keepNumber(at);
    return at + 1;
  }

  /// Parts of one phrase are one, even with a word between them.
  private void addStrange(int start, int end) {
    boolean together = !strange.isEmpty() && strange.getLast().end() >= start - 1;
    int from = together ? strange.removeLast().start() : start;
    strange.add(new Strange(from, end));
  }

  /// A phrase without a bound has to say clearly that it is a time.
  private boolean isAccepted(Phrase phrase, int start, int end) {
    if (!phrase.lead().isEmpty() || phrase.second() != null || phrase.each() != null) {
      return true;
    }
    boolean oneToken = end - start == 1;
    return switch (phrase.first()) {
      case Said.Year year ->
          !oneToken || year.year().form() == Said.Yr.Form.RELATIVE || isBareYear(start, end);
      case Said.Month month ->
          !oneToken || month.year() != null || isAlone(start, end) || isListed(start);
      case Said.Weekday day ->
          !oneToken || day.week() != null || isAlone(start, end) || isKorean(start);
      default -> true;
    };
  }

  private boolean isKorean(int at) {
    return Lexicon.korean().contains(chart.token(at).word());
  }

  /// Nothing but marks stands beside it.
  private boolean isAlone(int start, int end) {
    return isOnlyMarks(0, start) && isOnlyMarks(end, chart.size());
  }

  private boolean isOnlyMarks(int from, int to) {
    for (int at = from; at < to && at < from + 4; at++) {
      if (chart.token(at).kind() != Token.Kind.MARK) {
        return false;
      }
    }
    return to - from <= 4;
  }

  /// It goes on with the list of the time right before it.
  private boolean isListed(int start) {
    return Lexicon.isIn("joining", chart.token(start - 1))
        && !found.isEmpty()
        && found.getLast().end() >= start - 2
        && found.getLast().end() < start;
  }

  private boolean isBareYear(int start, int end) {
    if (Guard.isNamed(chart, end)) {
      return false;
    }
    Token before = chart.token(start - 1);
    Token after = chart.token(end);
    boolean inList = isListed(start);
    boolean startsList =
        Lexicon.isIn("joining", after)
            && (Guard.isYear(chart, end + 1) || Guard.isYear(chart, end + 2))
            && chart.token(Guard.isYear(chart, end + 1) ? end + 1 : end + 2).digits() == 4
            && !Guard.isNumbered(chart, start);
    boolean heads = start == 0 && (after.is(":") || after.is(","));
    return inList
        || startsList
        || heads
        || isAlone(start, end)
        || Lexicon.isIn("document", before)
        || Lexicon.isIn("document", after);
  }

  /// A number that looks like a year and was left as a word is reported.
  private void keepNumber(int at) {
    Token token = chart.token(at);
    boolean year =
        token.isNumber() && token.digits() == 4 && token.value() >= 1800 && token.value() <= 2199;
    if (!year) {
      return;
    }
    if (language != Language.UNKNOWN
        && !language.hasDates()
        && !Guard.isPartOfName(chart, at)
        && !Guard.isNumbered(chart, at)) {
      addStrange(at, at + 1);
      return;
    }
    String why = why(at);
    unread.add(new Unread(new TextSpan(token.start(), token.end()), token.text(), why));
  }

  private String why(int at) {
    if (Guard.isNumbered(chart, at)) {
      return "the number of " + Sentences.quoted(chart.token(at - 1).text());
    }
    if (Guard.isPartOfName(chart, at)) {
      return "part of a longer number or name";
    }
    if (Guard.isCounted(chart, at + 1)) {
      return "a count";
    }
    if (Guard.isNamed(chart, at + 1) || Guard.isNamedBefore(chart, at - 1)) {
      return "part of a name";
    }
    return "a bare number; write \"in " + chart.token(at).text() + "\" where the year is meant";
  }
}
