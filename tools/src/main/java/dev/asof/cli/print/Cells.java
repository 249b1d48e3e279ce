package dev.asof.cli.print;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jline.utils.WCWidth;

/// Text measured in terminal cells: Hangul and other wide characters take two, combining marks
/// none.
public final class Cells {
  private Cells() {}

  /// `text` on one line, with control characters replaced.
  static String plain(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> c == '\t' || c == '\n' || c == '\r' ? ' ' : isControl(c) ? 0xFFFD : c)
        .forEach(plain::appendCodePoint);
    return plain.toString();
  }

  /// Format characters can reverse or hide the text around them; joiners inside words are harmless
  /// and needed.
  private static boolean isControl(int c) {
    return Character.isISOControl(c)
        || (Character.getType(c) == Character.FORMAT && c != 0x200C && c != 0x200D && c != 0x00AD);
  }

  static int width(String text) {
    return text.codePoints().map(Cells::width).sum();
  }

  private static int width(int codePoint) {
    return Math.max(0, WCWidth.wcwidth(codePoint));
  }

  static int widestWord(String text) {
    return Arrays.stream(text.split(" ")).mapToInt(Cells::width).max().orElse(0);
  }

  /// The cells of the longest instant in it, with the brackets of a range: what is never broken.
  static int widestInstant(String text) {
    return Arrays.stream(text.split(" "))
        .filter(word -> word.matches("[\\[(]?\\d{4}-\\d{2}-\\d{2}T\\S+"))
        .mapToInt(Cells::width)
        .max()
        .orElse(0);
  }

  /// A sentence in lines of at most `width` cells, broken between words only: a link or a hash that
  /// is longer stays whole. What goes on is indented.
  static List<String> sentence(String text, int width) {
    String indent = text.substring(0, text.length() - text.stripLeading().length());
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(indent);
    for (String word : text.stripLeading().split(" ", -1)) {
      boolean first = line.toString().isBlank();
      if (!first && width(line.toString()) + 1 + width(word) > width) {
        lines.add(line.toString());
        line.setLength(0);
        line.append(indent).append("  ");
        first = true;
      }
      line.append(first ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  /// Lines of at most `width` cells, broken after spaces where there are some, else where keys have
  /// joints, else anywhere. A character that is wider than `width` gets a line of its own.
  public static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    String rest = text;
    while (width(rest) > width) {
      int end = fitting(rest, width);
      int space = rest.lastIndexOf(' ', end);
      int cut = space > 0 ? space : joint(rest, end);
      lines.add(rest.substring(0, cut).stripTrailing());
      rest = rest.substring(cut).stripLeading();
    }
    lines.add(rest);
    return lines;
  }

  /// After the last `/`, `-` or `_` that fits, if that leaves a good part of the line, else at the
  /// very end.
  private static int joint(String text, int end) {
    for (int at = end; at > end / 2; at--) {
      if ("/-_".indexOf(text.charAt(at - 1)) >= 0) {
        return at;
      }
    }
    return end;
  }

  private static int fitting(String text, int width) {
    int used = 0;
    int at = 0;
    while (at < text.length()) {
      int c = text.codePointAt(at);
      used += width(c);
      if (used > width && at > 0) {
        break;
      }
      at += Character.charCount(c);
    }
    return at;
  }
}
