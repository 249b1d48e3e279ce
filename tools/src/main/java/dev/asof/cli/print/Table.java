package dev.asof.cli.print;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Names of columns and the cells under them, as text.
///
/// @param columns names, in order
/// @param rows as many cells each as there are columns
/// @param all every column there could be, those that are empty too, so that they are the same for
///   every answer
/// @param exact a row of whole values each, under `all`
public record Table(
    List<String> columns, List<List<String>> rows, List<String> all, List<List<String>> exact) {
  public Table {
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
    all = List.copyOf(all);
    exact = exact.stream().map(List::copyOf).toList();
  }

  /// How one column gets its cell from a row; null is an empty cell.
  ///
  /// @param cell for people
  /// @param exact the same for programs, where people are shown less
  public record Column<R>(
      String name, Function<R, @Nullable Object> cell, Function<R, @Nullable Object> exact) {}

  public static <R> Column<R> column(String name, Function<R, @Nullable Object> cell) {
    return new Column<>(name, cell, cell);
  }

  public static <R> Column<R> column(
      String name, Function<R, @Nullable Object> cell, Function<R, @Nullable Object> exact) {
    return new Column<>(name, cell, exact);
  }

  /// One line per row. A column in which every cell is empty is left out of what people see.
  @SafeVarargs
  public static <R> Table of(List<R> rows, Column<R>... columns) {
    List<Column<R>> all = new ArrayList<>();
    for (Column<R> column : columns) {
      all.add(column);
    }
    List<Column<R>> filled =
        all.stream()
            .filter(
                column -> rows.stream().anyMatch(row -> !text(column.cell().apply(row)).isEmpty()))
            .toList();
    return new Table(
        names(filled),
        rows.stream()
            .map(row -> filled.stream().map(column -> text(column.cell().apply(row))).toList())
            .toList(),
        names(all),
        rows.stream()
            .map(row -> all.stream().map(column -> text(column.exact().apply(row))).toList())
            .toList());
  }

  private static <R> List<String> names(List<Column<R>> columns) {
    return columns.stream().map(Column::name).toList();
  }

  private static String text(@Nullable Object value) {
    return value == null ? "" : value.toString();
  }
}
