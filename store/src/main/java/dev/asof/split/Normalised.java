package dev.asof.split;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import org.apache.commons.codec.digest.DigestUtils;

/// A hash that a typographic change leaves as it is and a change of words does not: two texts with
/// equal normalised hashes say the same.
///
/// Before hashing, text is put into Unicode NFC, runs of white space become one space and vanish at
/// the ends, quotation marks, apostrophes and dashes of all kinds become `"`, `'` and `-`, an
/// ellipsis becomes three dots, full-width and half-width forms become the usual ones, and
/// zero-width characters and soft hyphens vanish. Not NFKC: that would make m² and m2 equal.
public final class Normalised {
  /// Putting thousands of marks on one letter into order takes quadratic time, and no language does
  /// it.
  private static final int MOST_MARKS = 64;

  private Normalised() {}

  /// The SHA-256 of the normalised text in UTF-8: 32 bytes.
  public static byte[] sha256(String text) {
    return DigestUtils.sha256(normalise(text).getBytes(StandardCharsets.UTF_8));
  }

  /// The text that is hashed.
  public static String normalise(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    boolean space = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
        space = !plain.isEmpty();
      } else if (!isInvisible(c)) {
        plain.append(space ? " " : "");
        space = false;
        append(plain, c);
      }
    }
    return nfc(plain.toString());
  }

  private static void append(StringBuilder plain, char c) {
    switch (c) {
      case '“', '”', '„', '‟', '«', '»', '″', '〝', '〞', '「', '」', '『', '』' -> plain.append('"');
      case '‘', '’', '‚', '‛', '‹', '›', '′', 'ʼ', '`', '´' -> plain.append('\'');
      case '‐', '‑', '‒', '–', '—', '―', '−', '﹘', '﹣' -> plain.append('-');
      case '…' -> plain.append("...");
      default -> {
        if (c >= '\uFF00' && c <= '\uFFEF') {
          Normalizer.normalize(String.valueOf(c), Normalizer.Form.NFKC)
              .chars()
              .forEach(usual -> plain.append((char) usual));
        } else {
          plain.append(c);
        }
      }
    }
  }

  private static boolean isInvisible(char c) {
    return (c >= '\u200B' && c <= '\u200F') || c == '\u2060' || c == '\uFEFF' || c == '\u00AD';
  }

  private static String nfc(String text) {
    int marks = 0;
    for (int i = 0, c; i < text.length(); i += Character.charCount(c)) {
      c = text.codePointAt(i);
      marks = Atom.isMark(c) ? marks + 1 : 0;
      if (marks > MOST_MARKS) {
        return text;
      }
    }
    return Normalizer.normalize(text, Normalizer.Form.NFC);
  }
}
