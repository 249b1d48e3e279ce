package dev.asof.resolve;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Gives each time its axis, from the words around it. Valid time unless they say that something
/// was known, believed or recorded then.
final class Axes {

  private enum Kind {
    /// `as known on`: the time behind it.
    KNOWN_AT,
    /// `did we know`: some time of its sentence.
    KNOWING,
    VALID,
    TOPIC
  }

  private record Cue(Kind kind, int start, int end) {}

  private static final int REACH = 14;
  private static final int FAR = 60;
  private static final int KOREAN_REACH = 5;
  private static final int QUESTION_REACH = 6;

  /// Times behind these belong to the noun before them.
  private static final Set<String> OF = Set.of("of", "for", "du", "del", "vom", "des");

  private static final Set<String> FILLERS =
      Set.of(
          "to", "us", "by", "the", "archive", "store", "system", "at", "on", "in", "as", "of",
          "back", "end", ",", "(", "it", "we", "was", "le", "am", "der", "dem", "du", "el");

  private final Chart chart;
  private final List<Found> found;
  private final List<Cue> cues = new ArrayList<>();
  private final Axis[] axes;
  private final boolean[] fixed;
  private final int[] sentences;

  private Axes(Chart chart, List<Found> found) {
    this.chart = chart;
    this.found = found;
    this.axes = new Axis[found.size()];
    this.fixed = new boolean[found.size()];
    this.sentences = sentences(chart);
  }

  /// One axis for each of `found`.
  static List<Axis> of(Chart chart, List<Found> found) {
    Axes axes = new Axes(chart, found);
    axes.findCues();
    Set<Cue> used = new HashSet<>();
    for (int i = 0; i < found.size(); i++) {
      axes.decide(i, used);
    }
    for (Cue cue : axes.cues) {
      if (cue.kind() == Kind.KNOWING && !used.contains(cue)) {
        axes.give(cue);
      }
    }
    return List.of(axes.axes);
  }

  /// The question asks what was known or believed.
  static boolean asksForBelief(Chart chart) {
    Axes axes = new Axes(chart, List.of());
    axes.findCues();
    return axes.cues.stream().anyMatch(cue -> cue.kind() == Kind.KNOWING)
        || new Cues(chart, List.of()).hasKorean("ko-known");
  }

  private void findCues() {
    for (int at = 0; at < chart.size(); at++) {
      Cue cue = cue(at);
      if (cue != null) {
        cues.add(cue);
        at = cue.end() - 1;
      }
    }
  }

  private @Nullable Cue cue(int at) {
    Token token = chart.token(at);
    if (!token.isWord()) {
      return null;
    }
    Taken known = Lexicon.take("known", chart, at);
    if (known != null) {
      return new Cue(Kind.KNOWN_AT, at, known.end());
    }
    Taken verb = Lexicon.take("known-verb", chart, at);
    boolean named =
        verb != null
            && chart.token(verb.end()).is("as")
            && !FILLERS.contains(chart.token(verb.end() + 1).word());
    if (verb != null && !named) {
      return new Cue(Kind.KNOWING, at, verb.end());
    }
    if (Lexicon.isIn("knowing", token) && isAskedOfThePast(at)) {
      return new Cue(Kind.KNOWING, at, at + 1);
    }
    Taken valid = Lexicon.take("valid", chart, at);
    if (valid != null) {
      return new Cue(Kind.VALID, at, valid.end());
    }
    Taken topic = Lexicon.take("topic", chart, at);
    return topic == null ? null : new Cue(Kind.TOPIC, at, topic.end());
  }

  /// `did we know`, `had the archive known`; `do you know` asks about something else.
  private boolean isAskedOfThePast(int at) {
    for (int back = 1; back <= QUESTION_REACH; back++) {
      Token before = chart.token(at - back);
      if (before.is("did") || before.is("had")) {
        return true;
      }
      if (before.isEnd() || (before.kind() == Token.Kind.MARK && !before.is(","))) {
        return false;
      }
    }
    return false;
  }

  private void decide(int index, Set<Cue> used) {
    Found time = found.get(index);
    axes[index] = Axis.ABOUT;
    Axis korean = korean(index);
    if (korean != null) {
      axes[index] = korean;
      fixed[index] = true;
      return;
    }
    Cue cue = before(index);
    if (cue != null && cue.kind() == Kind.KNOWN_AT && isClose(cue, time)) {
      axes[index] = Axis.KNOWN;
      fixed[index] = true;
      used.add(cue);
    } else if (OF.contains(time.phrase().lead())) {
      fixed[index] = true;
    } else if (cue != null && cue.kind() == Kind.KNOWING) {
      axes[index] = Axis.KNOWN;
      fixed[index] = true;
      used.add(cue);
    } else if (cue != null) {
      fixed[index] = cue.kind() == Kind.VALID || cue.end() == time.start();
    }
  }

  private boolean isClose(Cue cue, Found time) {
    for (int at = cue.end(); at < time.start(); at++) {
      if (!FILLERS.contains(chart.token(at).word())) {
        return false;
      }
    }
    return true;
  }

  /// The nearest cue before the time in its sentence, behind the time before it.
  private @Nullable Cue before(int index) {
    Found time = found.get(index);
    int from = index == 0 ? 0 : found.get(index - 1).end();
    int first = Math.max(from, time.start() - REACH);
    for (int i = firstCueFrom(time.start()) - 1; i >= 0; i--) {
      Cue cue = cues.get(i);
      if (cue.start() < first) {
        return null;
      }
      if (cue.end() <= time.start() || cue.start() < time.start()) {
        return isOneSentence(cue.start(), time.start()) ? cue : null;
      }
    }
    return null;
  }

  private int firstFoundFrom(int at) {
    int low = 0;
    int high = found.size();
    while (low < high) {
      int middle = (low + high) / 2;
      if (found.get(middle).start() < at) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private int firstCueFrom(int at) {
    int low = 0;
    int high = cues.size();
    while (low < high) {
      int middle = (low + high) / 2;
      if (cues.get(middle).start() < at) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private boolean isOneSentence(int from, int to) {
    return sentences[Math.min(from, sentences.length - 1)]
        == sentences[Math.min(to, sentences.length - 1)];
  }

  /// For each token the number of its sentence.
  private static int[] sentences(Chart chart) {
    int[] sentences = new int[chart.size() + 1];
    for (int at = 1; at <= chart.size(); at++) {
      sentences[at] = sentences[at - 1] + (isSentenceEnd(chart, at - 1) ? 1 : 0);
    }
    return sentences;
  }

  private static boolean isSentenceEnd(Chart chart, int at) {
    Token token = chart.token(at);
    boolean mark = token.is(".") || token.is("?") || token.is("!") || token.is(";");
    return mark && chart.token(at + 1).spaced();
  }

  private @Nullable Axis korean(int index) {
    Found time = found.get(index);
    int next = index + 1 < found.size() ? found.get(index + 1).start() : chart.size();
    for (int at = time.end(); at < Math.min(next, time.end() + KOREAN_REACH); at++) {
      if (isSentenceEnd(chart, at)) {
        return null;
      }
      if (startsWith("ko-known", at)) {
        return Axis.KNOWN;
      }
      if (startsWith("ko-valid", at)) {
        return Axis.ABOUT;
      }
    }
    return null;
  }

  private boolean startsWith(String words, int at) {
    String word = chart.token(at).word();
    return Lexicon.words(words).stream().anyMatch(word::startsWith);
  }

  /// A verb of knowing with no time behind it takes the last free one of its sentence after it,
  /// else the nearest free one before it.
  private void give(Cue cue) {
    int chosen = -1;
    for (int i = firstFoundFrom(cue.start() - FAR); i < found.size(); i++) {
      Found time = found.get(i);
      if (time.start() > cue.end() + FAR) {
        break;
      }
      boolean free = !fixed[i] && !OF.contains(time.phrase().lead());
      if (!free) {
        continue;
      }
      if (time.end() <= cue.start() && isOneSentence(time.end(), cue.start())) {
        chosen = i;
      }
      boolean after = time.start() >= cue.end();
      if (after && isOneSentence(cue.end(), time.start())) {
        chosen = i;
      }
    }
    if (chosen >= 0) {
      axes[chosen] = Axis.KNOWN;
      fixed[chosen] = true;
    }
  }
}
