package dev.asof.answer;

import dev.asof.split.Normalised;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/// Words in quotation marks, which have to stand in a passage as they are, up to typography and
/// emphasis. What was left out of a quotation may be, where it is shown by dots.
final class Quotations {
  private static final Pattern QUOTED =
      Pattern.compile("[\"“„«]([^\"“”„«»]+)[\"”“»]|「([^」]+)」|『([^』]+)』");
  private static final Pattern OMISSION =
      Pattern.compile("\\s*[\\[(]?\\s*(?:\\.\\.\\.|…)\\s*[])]?\\s*");
  private static final Pattern EMPHASIS = Pattern.compile("[*_`]+|(?m)^#{1,6}\\s+");
  private static final Pattern LAST = Pattern.compile("[.,;:!?]+$");

  private Quotations() {}

  /// What `sentence` quotes and no one of `passages` holds.
  static List<String> notIn(Collection<String> passages, String sentence) {
    List<String> plain = passages.stream().map(Quotations::plain).toList();
    return QUOTED
        .matcher(sentence)
        .results()
        .map(match -> {
          String one = match.group(1);
          String other = match.group(2);
          return one != null ? one : other != null ? other : match.group(3);
        })
        .filter(quoted -> plain.stream().noneMatch(passage -> holds(passage, quoted)))
        .toList();
  }

  /// Its pieces one after another.
  private static boolean holds(String passage, String quoted) {
    int from = 0;
    for (String piece : OMISSION.split(quoted, -1)) {
      String words = LAST.matcher(plain(piece)).replaceFirst("");
      int at = passage.indexOf(words, from);
      if (at < 0) {
        return false;
      }
      from = at + words.length();
    }
    return true;
  }

  private static String plain(String text) {
    return Normalised.normalise(EMPHASIS.matcher(text).replaceAll(""));
  }
}
