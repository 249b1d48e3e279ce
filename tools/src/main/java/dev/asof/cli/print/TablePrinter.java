package dev.asof.cli.print;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// For people: aligned columns, no wider than the terminal; a cell that does not fit goes on below.
///
/// Text that is printed comes from documents, so control characters, which could drive the
/// terminal, are replaced.
public final class TablePrinter implements Printer {

  private static final String GAP = "  ";
  private static final int NARROWEST = 8;

  private final PrintWriter out;
  private final int width;
  private final boolean bold;

  /// @param width in terminal cells
  /// @param bold whether the names of columns may be printed bold
  public TablePrinter(PrintWriter out, int width, boolean bold) {
    this.out = out;
    this.width = width;
    this.bold = bold;
  }

  @Override
  public void print(Shown shown) {
    shown.above().forEach(this::sentence);
    if (!shown.table().rows().isEmpty()) {
      print(shown.table());
    }
    shown.below().forEach(this::sentence);
    out.flush();
  }

  private void sentence(String text) {
    text.lines().forEach(line -> out.print(Cells.plain(line) + "\n"));
  }

  private void print(Table table) {
    List<String> names =
        table.columns().stream().map(name -> name.toUpperCase(Locale.ROOT)).toList();
    List<List<String>> rows =
        table.rows().stream().map(row -> row.stream().map(Cells::plain).toList()).toList();
    int[] widths = fit(names, rows);
    print(names, widths, bold);
    rows.forEach(row -> print(row, widths, false));
  }

  private int[] fit(List<String> names, List<List<String>> rows) {
    int[] widths = names.stream().mapToInt(Cells::width).toArray();
    int[] least = widths.clone();
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], Cells.width(row.get(i)));
      }
    }
    int excess = GAP.length() * (widths.length - 1) - width;
    for (int each : widths) {
      excess += each;
    }
    for (; excess > 0; excess--) {
      int widest = -1;
      for (int i = 0; i < widths.length; i++) {
        boolean canShrink = widths[i] > Math.max(least[i], NARROWEST);
        if (canShrink && (widest < 0 || widths[i] > widths[widest])) {
          widest = i;
        }
      }
      if (widest < 0) {
        break;
      }
      widths[widest]--;
    }
    return widths;
  }

  private void print(List<String> row, int[] widths, boolean strong) {
    List<List<String>> wrapped = new ArrayList<>();
    int height = 1;
    for (int i = 0; i < widths.length; i++) {
      List<String> lines = Cells.wrap(row.get(i), widths[i]);
      wrapped.add(lines);
      height = Math.max(height, lines.size());
    }
    for (int line = 0; line < height; line++) {
      int at = line;
      String text =
          wrapped.stream()
              .map(lines -> at < lines.size() ? lines.get(at) : "")
              .collect(
                  Collectors.collectingAndThen(Collectors.toList(), cells -> join(cells, widths)));
      out.print(strong ? "\u001b[1m" + text + "\u001b[0m\n" : text + "\n");
    }
  }

  private static String join(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      line.append(cells.get(i));
      if (i < widths.length - 1) {
        line.append(" ".repeat(widths[i] - Cells.width(cells.get(i)))).append(GAP);
      }
    }
    return line.toString().stripTrailing();
  }
}
