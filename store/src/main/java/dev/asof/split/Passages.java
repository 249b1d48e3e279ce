package dev.asof.split;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// Cuts a section text into passages of about 200 words, at the best place near there: between
/// paragraphs, else list items or table rows, else sentences, else words.
///
/// A word is a run of letters and digits. In scripts without spaces two characters count as one,
/// and in Hangul, where words grow by endings, three; so passages of all languages hold about as
/// much. Long runs count once for every 32 characters, which keeps a text of a single word from
/// being a single passage.
public final class Passages {
  private static final int AIM = 200 * Atom.WORD;
  private static final int MOST = 260 * Atom.WORD;
  private static final int LEAST = 100 * Atom.WORD;
  private static final int LEAST_TAIL = 60 * Atom.WORD;

  /// Windows of more characters than this are nearly all white space or signs; they get no
  /// sentences.
  private static final int LONGEST_WINDOW = 50_000;

  private static final int BEHIND_WINDOW = 100;

  private static final Pattern ITEM =
      Pattern.compile("(?:[-*+•|]|\\(?\\w{1,4}[.)])(?:\\s|$)", Pattern.UNICODE_CHARACTER_CLASS);

  /// The places for a cut, best first.
  private enum Place {
    PARAGRAPH,
    ITEM,
    SENTENCE,
    SPACE,
    INSIDE
  }

  /// A cut after `end`; the next passage starts at `next`, and `weight` is what lies before the
  /// cut.
  private record Cut(int end, int next, int weight, Place place) {}

  private final String text;
  private final BreakIterator sentences = BreakIterator.getSentenceInstance(Locale.ROOT);

  private Passages(String text) {
    this.text = text;
  }

  /// The passages of `sectionText` in order, without overlap. Together they hold everything but
  /// white space. A blank text has none.
  public static List<Passage> of(String sectionText) {
    return new Passages(sectionText).cut();
  }

  private List<Passage> cut() {
    List<Passage> passages = new ArrayList<>();
    int start = skipBlank(0);
    long remaining = weigh(start);
    while (remaining > MOST) {
      Cut cut = best(start, remaining);
      passages.add(new Passage(start, cut.end()));
      remaining -= cut.weight();
      start = cut.next();
    }
    if (start < text.length()) {
      passages.add(new Passage(start, endWithoutBlank()));
    }
    return passages;
  }

  private long weigh(int start) {
    long weight = 0;
    for (int at = start; at < text.length(); ) {
      Atom atom = Atom.at(text, at);
      weight += atom.weight();
      at = skipBlank(atom.end());
    }
    return weight;
  }

  /// The best cut for a passage that starts at `start`. The window leaves enough behind it that no
  /// tail is too short, and is wider than the heaviest atom, so there always is one.
  private Cut best(int start, long remaining) {
    long aim = Math.min(AIM, remaining / 2);
    long most = Math.min(MOST, remaining - LEAST_TAIL);
    List<Cut> cuts = new ArrayList<>();
    int weight = 0;
    for (int at = start; ; ) {
      Atom atom = Atom.at(text, at);
      weight += atom.weight();
      if (weight > most) {
        break;
      }
      at = skipBlank(atom.end());
      if (weight >= LEAST) {
        cuts.add(new Cut(atom.end(), at, weight, place(atom.end(), at)));
      }
    }
    if (cuts.stream().noneMatch(cut -> cut.place().compareTo(Place.SENTENCE) < 0)) {
      cuts = withSentences(start, cuts);
    }
    return Collections.min(
        cuts,
        Comparator.comparing(Cut::place).thenComparingLong(cut -> Math.abs(cut.weight() - aim)));
  }

  private Place place(int end, int next) {
    if (next == end) {
      return Place.INSIDE;
    }
    int lines = 0;
    for (int i = end; i < next && lines < 2; i++) {
      // The second character of \r\n ends no line of its own.
      boolean half = text.charAt(i) == '\n' && text.charAt(i - 1) == '\r';
      lines += isTerminator(text.charAt(i)) && !half ? 1 : 0;
    }
    return switch (lines) {
      case 0 -> Place.SPACE;
      case 1 ->
          ITEM.matcher(text).region(next, text.length()).lookingAt() ? Place.ITEM : Place.SPACE;
      default -> Place.PARAGRAPH;
    };
  }

  private static boolean isTerminator(char c) {
    return c == '\n' || c == '\r';
  }

  private List<Cut> withSentences(int start, List<Cut> cuts) {
    int end = cuts.getLast().next();
    if (end - start > LONGEST_WINDOW) {
      return cuts;
    }
    // The end of what it is shown is a boundary to the iterator, so it is shown more than there are
    // cuts in.
    sentences.setText(text.substring(start, Math.min(end + BEHIND_WINDOW, text.length())));
    BitSet starts = new BitSet();
    for (int at = sentences.first(); at != BreakIterator.DONE; at = sentences.next()) {
      starts.set(at);
    }
    return cuts.stream()
        .map(cut ->
            starts.get(cut.next() - start)
                ? new Cut(cut.end(), cut.next(), cut.weight(), Place.SENTENCE)
                : cut)
        .toList();
  }

  private int skipBlank(int from) {
    int at = from;
    while (at < text.length() && Atom.isBlank(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private int endWithoutBlank() {
    int end = text.length();
    while (Atom.isBlank(text.charAt(end - 1))) {
      end--;
    }
    return end;
  }
}
