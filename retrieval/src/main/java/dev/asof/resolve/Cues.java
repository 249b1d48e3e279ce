package dev.asof.resolve;

import java.util.List;

/// Words of a question, outside its times, that say what it asks of time.
final class Cues {

  private final Chart chart;
  private final boolean[] taken;

  Cues(Chart chart, List<Found> found) {
    this.chart = chart;
    this.taken = new boolean[chart.size()];
    for (Found time : found) {
      for (int at = time.start(); at < time.end(); at++) {
        taken[at] = true;
      }
    }
  }

  /// Whether a word of the class stands there.
  boolean has(String words) {
    for (int at = 0; at < chart.size(); at++) {
      if (!taken[at] && Lexicon.take(words, chart, at) != null) {
        return true;
      }
    }
    return false;
  }

  /// The same where Korean endings may follow; a word of one syllable has to stand alone.
  boolean hasKorean(String words) {
    for (int at = 0; at < chart.size(); at++) {
      String word = chart.token(at).word();
      if (!taken[at]
          && Lexicon.words(words).stream()
              .anyMatch(cue -> cue.length() == 1 ? word.equals(cue) : word.startsWith(cue))) {
        return true;
      }
    }
    return false;
  }
}
