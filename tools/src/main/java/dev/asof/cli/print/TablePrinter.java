package dev.asof.cli.print;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// For people: aligned columns, no wider than the terminal. What does not fit: a single row is
/// turned on its side; of several, what they have in common is said once above, and cells go on
/// below, or, where there are too many columns for that, each row is turned on its side.
///
/// Text that is printed comes from documents, so control characters, which could drive the
/// terminal, are replaced.
public final class TablePrinter implements Printer {

  private static final String GAP = "  ";
  private static final int NARROWEST = 8;

  private final PrintWriter out;
  private final int width;
  private final int sentences;
  private final boolean bold;

  /// @param width in terminal cells
  /// @param bold whether the names of columns may be printed bold
  public TablePrinter(PrintWriter out, int width, boolean bold) {
    this(out, width, Integer.MAX_VALUE, bold);
  }

  /// @param sentences in terminal cells, what is said above and below goes on below between words
  public TablePrinter(PrintWriter out, int width, int sentences, boolean bold) {
    this.out = out;
    this.width = width;
    this.sentences = sentences;
    this.bold = bold;
  }

  @Override
  public void print(Shown shown) {
    shown.above().forEach(this::wrapped);
    if (!shown.table().rows().isEmpty()) {
      print(shown.table());
    }
    shown.text().forEach(this::sentence);
    shown.below().forEach(this::wrapped);
    out.flush();
  }

  private void wrapped(String text) {
    text.lines().flatMap(line -> Cells.sentence(line, sentences).stream()).forEach(this::sentence);
  }

  private void sentence(String text) {
    for (String line : text.split("\\R", -1)) {
      out.print(Marks.shown(line, bold) + "\n");
    }
  }

  private void print(Table table) {
    List<String> names =
        table.columns().stream().map(name -> name.toUpperCase(Locale.ROOT)).toList();
    List<List<String>> rows =
        table.rows().stream().map(row -> row.stream().map(Cells::plain).toList()).toList();
    if (total(natural(names, rows)) <= width) {
      print(names, rows, natural(names, rows));
    } else if (rows.size() == 1) {
      beside(names, rows.getFirst());
    } else {
      List<Integer> alike = alike(rows, names.size());
      beside(pick(names, alike), pick(rows.getFirst(), alike));
      List<Integer> rest =
          IntStream.range(0, names.size()).boxed().filter(i -> !alike.contains(i)).toList();
      List<String> fewer = pick(names, rest);
      List<List<String>> cells = rows.stream().map(row -> pick(row, rest)).toList();
      int[] widths = fit(fewer, cells);
      if (total(widths) <= width) {
        print(fewer, cells, widths);
      } else {
        apart(fewer, cells);
      }
    }
  }

  private void print(List<String> names, List<List<String>> rows, int[] widths) {
    print(names, widths, bold);
    rows.forEach(row -> print(row, widths, false));
  }

  /// Names with one value each, below each other.
  private void beside(List<String> names, List<String> values) {
    int widest = names.stream().mapToInt(Cells::width).max().orElse(0);
    int[] widths = {widest, Math.max(NARROWEST, width - widest - GAP.length())};
    for (int i = 0; i < names.size(); i++) {
      print(List.of(names.get(i), values.get(i)), widths, false);
    }
  }

  /// Where not even narrow columns fit beside each other: row after row, each on its side.
  private void apart(List<String> names, List<List<String>> rows) {
    for (List<String> row : rows) {
      out.print("\n");
      beside(names, row);
    }
  }

  /// Columns with the same value in every row: said once above, they leave room for the others.
  private static List<Integer> alike(List<List<String>> rows, int columns) {
    return IntStream.range(0, columns)
        .filter(i -> rows.stream().map(row -> row.get(i)).distinct().count() == 1)
        .boxed()
        .toList();
  }

  private static List<String> pick(List<String> row, List<Integer> columns) {
    return columns.stream().map(row::get).toList();
  }

  private static int total(int[] widths) {
    return Arrays.stream(widths).sum() + GAP.length() * Math.max(0, widths.length - 1);
  }

  private static int[] natural(List<String> names, List<List<String>> rows) {
    return widths(names, rows, Cells::width);
  }

  private static int[] widths(
      List<String> names, List<List<String>> rows, ToIntFunction<String> measure) {
    return IntStream.range(0, names.size())
        .map(i ->
            rows.stream()
                .mapToInt(row -> measure.applyAsInt(row.get(i)))
                .reduce(Cells.width(names.get(i)), Math::max))
        .toArray();
  }

  /// Gives way first where a cell can be broken between words, then anywhere; widest columns first.
  private int[] fit(List<String> names, List<List<String>> rows) {
    int[] widths = natural(names, rows);
    shrink(widths, widths(names, rows, Cells::widestWord));
    int[] least = widths(names, rows, Cells::widestInstant);
    for (int i = 0; i < least.length; i++) {
      least[i] = Math.max(NARROWEST, least[i]);
    }
    shrink(widths, least);
    return widths;
  }

  private void shrink(int[] widths, int[] least) {
    while (total(widths) > width) {
      int widest = -1;
      for (int i = 0; i < widths.length; i++) {
        if (widths[i] > least[i] && (widest < 0 || widths[i] > widths[widest])) {
          widest = i;
        }
      }
      if (widest < 0) {
        return;
      }
      widths[widest]--;
    }
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
