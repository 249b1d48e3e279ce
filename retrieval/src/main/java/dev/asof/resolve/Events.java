package dev.asof.resolve;

import org.jspecify.annotations.Nullable;

/// Events that bound a time but whose date is not in the question: `the policy change`.
final class Events {

  private static final int LONGEST = 5;

  private Events() {}

  /// An article and up to a few words that end in the name of an event, or that name alone. A time
  /// behind it belongs to it: a year inside a longer phrase is never read alone.
  static @Nullable Taken at(Chart chart, int at) {
    Taken article = Lexicon.take("det", chart, at);
    int from = article == null ? at : article.end();
    int end = article == null ? (isEvent(chart, at) ? at + 1 : -1) : endOfName(chart, from);
    if (end < 0) {
      return null;
    }
    while (isEvent(chart, end)) {
      end++;
    }
    if (Lexicon.take("after-event", chart, end) != null) {
      return null;
    }
    Taken time = chart.at(Chart.Layer.PHRASE, end);
    int whole = time == null ? end : time.end();
    String text = chart.text().substring(chart.token(at).start(), chart.token(end - 1).end());
    return new Taken(new Said.Event(text), whole, 0);
  }

  /// `30 days after the change`, `how long after the change`: a distance and no time.
  static boolean isDistance(Chart chart, int lead) {
    Token before = chart.token(lead - 1);
    return before.is("long")
        || before.is("soon")
        || before.is("much")
        || Lexicon.isIn("unit", before)
        || Lexicon.isIn("quantity", before);
  }

  private static int endOfName(Chart chart, int from) {
    boolean year = false;
    for (int i = from; i < from + LONGEST; i++) {
      Token token = chart.token(i);
      if (isEvent(chart, i) || (year && Lexicon.isIn("law-name", token))) {
        return i + 1;
      }
      year |= token.isNumber() && token.digits() == 4;
      boolean part = token.isWord() || token.is("-") || (token.isNumber() && token.digits() == 4);
      if (!part) {
        return -1;
      }
    }
    return -1;
  }

  private static boolean isEvent(Chart chart, int at) {
    return Lexicon.isIn("event", chart.token(at));
  }
}
