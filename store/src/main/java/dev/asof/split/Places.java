package dev.asof.split;

import java.util.List;
import java.util.Optional;

/// Where the bodies of given sections stand in a document.
final class Places {
  private Places() {}

  /// The offsets at which `parts` stand in `body`, in order and without overlap; empty where they
  /// do not. Whole lines are looked for first, so that a part such as "Repealed." is not found
  /// inside a sentence of the part before it.
  static Optional<int[]> of(String body, List<String> parts) {
    return find(body, parts, true).or(() -> find(body, parts, false));
  }

  private static Optional<int[]> find(String body, List<String> parts, boolean wholeLines) {
    int[] starts = new int[parts.size()];
    int from = 0;
    for (int i = 0; i < starts.length; i++) {
      int start = indexOf(body, parts.get(i), from, wholeLines);
      if (start < 0) {
        return Optional.empty();
      }
      starts[i] = start;
      from = start + parts.get(i).length();
    }
    return Optional.of(starts);
  }

  /// Knuth, Morris and Pratt's search: [String#indexOf] takes quadratic time on a text that repeats
  /// itself.
  private static int indexOf(String body, String part, int from, boolean wholeLines) {
    if (part.isEmpty()) {
      return from;
    }
    int[] border = borders(part);
    int matched = 0;
    for (int i = from; i < body.length(); i++) {
      while (matched > 0 && (matched == part.length() || body.charAt(i) != part.charAt(matched))) {
        matched = border[matched - 1];
      }
      if (body.charAt(i) == part.charAt(matched)) {
        matched++;
      }
      if (matched == part.length()) {
        int start = i + 1 - matched;
        if (!wholeLines || (isLineEdge(body, start) && isLineEdge(body, i + 1))) {
          return start;
        }
      }
    }
    return -1;
  }

  /// The length of the longest proper prefix of `part` that is also a suffix, for each of its
  /// prefixes.
  private static int[] borders(String part) {
    int[] border = new int[part.length()];
    for (int i = 1, matched = 0; i < part.length(); i++) {
      while (matched > 0 && part.charAt(i) != part.charAt(matched)) {
        matched = border[matched - 1];
      }
      if (part.charAt(i) == part.charAt(matched)) {
        matched++;
      }
      border[i] = matched;
    }
    return border;
  }

  private static boolean isLineEdge(String body, int at) {
    return at == 0
        || at == body.length()
        || isTerminator(body.charAt(at - 1))
        || isTerminator(body.charAt(at));
  }

  private static boolean isTerminator(char c) {
    return c == '\n' || c == '\r';
  }
}
