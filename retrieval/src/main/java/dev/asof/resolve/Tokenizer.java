package dev.asof.resolve;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Cuts a text into words, numbers and marks in one pass. Korean words are cut further, into the
/// pieces that the grammar knows ([KoreanPieces]); scripts that write no spaces into characters.
final class Tokenizer {

  private static final Set<UnicodeScript> WITHOUT_SPACES =
      Set.of(
          UnicodeScript.HAN,
          UnicodeScript.HIRAGANA,
          UnicodeScript.KATAKANA,
          UnicodeScript.THAI,
          UnicodeScript.LAO,
          UnicodeScript.KHMER,
          UnicodeScript.MYANMAR);

  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private int at;
  private boolean spaced = true;

  private Tokenizer(String text) {
    this.text = text;
  }

  static List<Token> tokens(String text) {
    Tokenizer tokenizer = new Tokenizer(text);
    tokenizer.run();
    return tokenizer.tokens;
  }

  /// A word as tokens hold it.
  static String fold(String word) {
    String nfkc =
        Normalizer.isNormalized(word, Normalizer.Form.NFKC)
            ? word
            : Normalizer.normalize(word, Normalizer.Form.NFKC);
    return nfkc.toLowerCase(Locale.ROOT);
  }

  private void run() {
    while (at < text.length()) {
      int point = text.codePointAt(at);
      if (isSpace(point)) {
        spaced = true;
        at += Character.charCount(point);
      } else if (isDigit(point)) {
        number();
      } else if (Character.isDigit(point)) {
        add(Token.Kind.FOREIGN_DIGITS, endWhile(Character::isDigit));
      } else if (isWithoutSpaces(point)) {
        add(Token.Kind.WORD, at + Character.charCount(point));
      } else if (isLetter(point)) {
        word();
      } else {
        add(Token.Kind.MARK, at + Character.charCount(point));
      }
    }
  }

  private static boolean isSpace(int point) {
    return Character.isWhitespace(point)
        || Character.isSpaceChar(point)
        || Character.getType(point) == Character.FORMAT
        || Character.isISOControl(point);
  }

  /// ASCII and full-width.
  private static boolean isDigit(int point) {
    return (point >= '0' && point <= '9') || (point >= '０' && point <= '９');
  }

  private static boolean isLetter(int point) {
    return Character.isLetter(point)
        || Character.getType(point) == Character.NON_SPACING_MARK
        || Character.getType(point) == Character.COMBINING_SPACING_MARK;
  }

  private static boolean isWithoutSpaces(int point) {
    return WITHOUT_SPACES.contains(UnicodeScript.of(point));
  }

  private static boolean isHangul(int point) {
    return UnicodeScript.of(point) == UnicodeScript.HANGUL;
  }

  private interface Test {
    boolean holds(int point);
  }

  private int endWhile(Test test) {
    int end = at;
    while (end < text.length() && test.holds(text.codePointAt(end))) {
      end += Character.charCount(text.codePointAt(end));
    }
    return end;
  }

  private void number() {
    int end = endWhile(Tokenizer::isDigit);
    if (end - at <= 3) {
      int grouped = end;
      while (isThousands(grouped)) {
        grouped += 4;
      }
      if (grouped > end) {
        add(Token.Kind.QUANTITY, grouped);
        return;
      }
    }
    add(Token.Kind.NUMBER, end);
  }

  /// `,000` and no fourth digit.
  private boolean isThousands(int from) {
    return from + 4 <= text.length()
        && text.charAt(from) == ','
        && isDigit(text.charAt(from + 1))
        && isDigit(text.charAt(from + 2))
        && isDigit(text.charAt(from + 3))
        && (from + 4 == text.length() || !isDigit(text.charAt(from + 4)));
  }

  private void word() {
    boolean hangul = isHangul(text.codePointAt(at));
    int end =
        endWhile(point ->
            (isLetter(point) && isHangul(point) == hangul && !isWithoutSpaces(point))
                || Character.getType(point) == Character.NON_SPACING_MARK);
    if (hangul) {
      korean(end);
    } else {
      add(Token.Kind.WORD, end);
    }
  }

  private void korean(int end) {
    String run = text.substring(at, end);
    String composed = Normalizer.normalize(run, Normalizer.Form.NFC);
    boolean afterNumber = !tokens.isEmpty() && tokens.getLast().isNumber();
    int start = at;
    int from = 0;
    for (KoreanPieces.Piece piece : KoreanPieces.of(composed, afterNumber)) {
      int to = from + piece.length();
      if (!piece.isParticle()) {
        at = start + offset(run, composed, from);
        add(Token.Kind.WORD, start + offset(run, composed, to));
      }
      from = to;
    }
    at = end;
  }

  /// Where the `n`th character of the composed text stands in the text as written.
  private static int offset(String run, String composed, int n) {
    if (run.length() == composed.length()) {
      return n;
    }
    return Math.min(
        run.length(), Normalizer.normalize(composed.substring(0, n), Normalizer.Form.NFD).length());
  }

  private void add(Token.Kind kind, int end) {
    String piece = text.substring(at, end);
    String folded = fold(piece);
    tokens.add(
        new Token(
            kind,
            piece,
            folded,
            kind == Token.Kind.NUMBER && folded.length() <= 9 ? Integer.parseInt(folded) : -1,
            at,
            end,
            spaced));
    at = end;
    spaced = false;
  }
}
