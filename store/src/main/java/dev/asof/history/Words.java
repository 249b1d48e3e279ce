package dev.asof.history;

import com.github.difflib.algorithm.Change;
import com.github.difflib.algorithm.myers.MyersDiffWithLinearSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How one text becomes another, word by word.
final class Words {
  /// Words with the white space after them, so that the pieces put together are the text.
  private static final Pattern WORD = Pattern.compile("\\S+\\s*|\\s+");

  private static final Pattern LINE = Pattern.compile("[^\\n]*\\n|[^\\n]+");

  /// Comparing takes time that grows with the product of length and difference; longer texts are
  /// compared by line, and not at all beyond as many lines.
  private static final int MOST = 5_000;

  private Words() {}

  /// A word, equal to another whatever white space follows it.
  private record Word(String text, String bare) {
    @Override
    public boolean equals(Object o) {
      return o instanceof Word other && bare.equals(other.bare);
    }

    @Override
    public int hashCode() {
      return bare.hashCode();
    }
  }

  static List<WordChange> between(String before, String after) {
    List<Word> old = cut(before, WORD);
    List<Word> young = cut(after, WORD);
    if (Math.max(old.size(), young.size()) > MOST) {
      old = cut(before, LINE);
      young = cut(after, LINE);
    }
    List<WordChange> changes = new ArrayList<>();
    if (Math.max(old.size(), young.size()) > MOST) {
      add(changes, WordChange.Kind.REMOVED, old, 0, old.size());
      add(changes, WordChange.Kind.ADDED, young, 0, young.size());
      return changes;
    }
    int same = 0;
    StringBuilder removed = new StringBuilder();
    StringBuilder added = new StringBuilder();
    // What goes and what comes in one place arrives as two changes in either order.
    for (Change change : new MyersDiffWithLinearSpace<Word>().computeDiff(old, young, null)) {
      if (change.startRevised > same) {
        flush(changes, removed, added);
        add(changes, WordChange.Kind.SAME, young, same, change.startRevised);
      }
      append(removed, old, change.startOriginal, change.endOriginal);
      append(added, young, change.startRevised, change.endRevised);
      same = change.endRevised;
    }
    flush(changes, removed, added);
    add(changes, WordChange.Kind.SAME, young, same, young.size());
    return changes;
  }

  private static void flush(List<WordChange> changes, StringBuilder removed, StringBuilder added) {
    if (!removed.isEmpty()) {
      changes.add(new WordChange(WordChange.Kind.REMOVED, removed.toString()));
    }
    if (!added.isEmpty()) {
      changes.add(new WordChange(WordChange.Kind.ADDED, added.toString()));
    }
    removed.setLength(0);
    added.setLength(0);
  }

  private static void append(StringBuilder text, List<Word> words, int from, int to) {
    words.subList(from, to).forEach(word -> text.append(word.text()));
  }

  private static List<Word> cut(String text, Pattern pattern) {
    List<Word> words = new ArrayList<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      words.add(new Word(matcher.group(), matcher.group().strip()));
    }
    return words;
  }

  private static void add(
      List<WordChange> changes, WordChange.Kind kind, List<Word> words, int from, int to) {
    if (from < to) {
      StringBuilder text = new StringBuilder();
      append(text, words, from, to);
      changes.add(new WordChange(kind, text.toString()));
    }
  }
}
