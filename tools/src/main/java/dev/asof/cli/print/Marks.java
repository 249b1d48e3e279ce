package dev.asof.cli.print;

/// Marks for words that went and that came, inside a line for people, which only [TablePrinter]
/// reads: it shows them in colour or not at all. No text of a document can hold one, for such
/// characters are taken out of it first.
public final class Marks {
  private static final char REMOVED = '\u0001';
  private static final char ADDED = '\u0002';
  private static final char END = '\u0003';

  private static final String RED = "\u001b[31m";
  private static final String GREEN = "\u001b[32m";
  private static final String PLAIN = "\u001b[0m";

  private Marks() {}

  public static String removed(String text) {
    return REMOVED + text + END;
  }

  public static String added(String text) {
    return ADDED + text + END;
  }

  /// `text` in which nothing can be taken for a mark.
  public static String without(String text) {
    return text.replace(REMOVED, '\uFFFD').replace(ADDED, '\uFFFD').replace(END, '\uFFFD');
  }

  /// The line as it is printed: control characters replaced, marks in colour where that is wanted.
  static String shown(String line, boolean coloured) {
    StringBuilder shown = new StringBuilder();
    int from = 0;
    for (int i = 0; i < line.length(); i++) {
      String colour =
          switch (line.charAt(i)) {
            case REMOVED -> RED;
            case ADDED -> GREEN;
            case END -> PLAIN;
            default -> null;
          };
      if (colour != null) {
        shown.append(Cells.plain(line.substring(from, i))).append(coloured ? colour : "");
        from = i + 1;
      }
    }
    return shown.append(Cells.plain(line.substring(from))).toString();
  }
}
