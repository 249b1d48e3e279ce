package dev.asof.resolve;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Cuts a Korean word into words of time and particles: 작년말까지는 into 작년, 말, 까지 and 는. A word that
/// does not consist of such pieces stays whole, so that 일반 holds no day.
final class KoreanPieces {

  /// @param isParticle it carries no meaning here and is dropped
  record Piece(int length, boolean isParticle) {}

  private static final int LONGEST = 8;

  private static final Set<String> WORDS = new HashSet<>();

  /// Units that only mean time after a number.
  private static final Set<String> UNITS = Lexicon.words("ko-unit");

  /// Words so clearly of time that whatever follows them is another word.
  private static final Set<String> CLEAR = Lexicon.words("ko-clear");

  private static final Set<String> NOT_ALONE = Lexicon.words("ko-suffix");
  private static final Set<String> PARTICLES = Lexicon.words("ko-particle");
  private static final Set<String> WHOLE = Lexicon.words("ko-whole");

  static {
    WORDS.addAll(Lexicon.korean());
    WORDS.removeAll(PARTICLES);
  }

  private KoreanPieces() {}

  /// The pieces of `run`, whose lengths add up to its own.
  static List<Piece> of(String run, boolean afterNumber) {
    List<Piece> whole = List.of(new Piece(run.length(), false));
    if (!afterNumber && WHOLE.contains(run)) {
      return whole;
    }
    List<Piece> pieces = new ArrayList<>();
    int at = 0;
    while (at < run.length()) {
      int word = longest(run, at, WORDS, at == 0, afterNumber);
      int particle = at == 0 && !afterNumber ? 0 : longest(run, at, PARTICLES, false, afterNumber);
      if (word == 0 && particle == 0) {
        return startsClearly(run, at, afterNumber, pieces) ? rest(pieces, run, at) : whole;
      }
      pieces.add(new Piece(Math.max(word, particle), particle > word));
      at += Math.max(word, particle);
    }
    return pieces;
  }

  private static int longest(
      String run, int at, Set<String> words, boolean first, boolean afterNumber) {
    for (int length = Math.min(LONGEST, run.length() - at); length > 0; length--) {
      String word = run.substring(at, at + length);
      boolean stands = !first || afterNumber || !(UNITS.contains(word) || isTail(run, word));
      if (words.contains(word) && stands) {
        return length;
      }
    }
    return 0;
  }

  /// Suffixes such as 말 are words of their own only where they stand alone.
  private static boolean isTail(String run, String word) {
    return NOT_ALONE.contains(word) && run.length() > word.length() + 1;
  }

  private static boolean startsClearly(
      String run, int at, boolean afterNumber, List<Piece> pieces) {
    if (pieces.isEmpty()) {
      return false;
    }
    String first = run.substring(0, pieces.getFirst().length());
    return CLEAR.contains(first) || (afterNumber && UNITS.contains(first) && run.length() - at > 1);
  }

  private static List<Piece> rest(List<Piece> pieces, String run, int at) {
    pieces.add(new Piece(run.length() - at, false));
    return pieces;
  }
}
