package dev.asof.cli.print;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Names of columns and the cells under them, as text.
///
/// @param columns names, in order
/// @param rows as many cells each as there are columns
public record Table(List<String> columns, List<List<String>> rows) {
  public Table {
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
  }

  /// How one column gets its cell from a row; null is an empty cell.
  public record Column<R>(String name, Function<R, @Nullable Object> cell) {}

  public static <R> Column<R> column(String name, Function<R, @Nullable Object> cell) {
    return new Column<>(name, cell);
  }

  /// One line per row. A column in which every cell is empty is left out.
  @SafeVarargs
  public static <R> Table of(List<R> rows, Column<R>... columns) {
    List<Column<R>> filled = new ArrayList<>();
    for (Column<R> column : columns) {
      if (rows.stream().anyMatch(row -> !text(column, row).isEmpty())) {
        filled.add(column);
      }
    }
    List<List<String>> cells = new ArrayList<>();
    for (R row : rows) {
      cells.add(filled.stream().map(column -> text(column, row)).toList());
    }
    return new Table(filled.stream().map(Column::name).toList(), cells);
  }

  private static <R> String text(Column<R> column, R row) {
    Object value = column.cell().apply(row);
    return value == null ? "" : value.toString();
  }
}
