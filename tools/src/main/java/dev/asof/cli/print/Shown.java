package dev.asof.cli.print;

import java.util.List;

/// One answer in the shape that every format can take its part from.
///
/// @param value what `json` prints, whole
/// @param records what `jsonl` prints, a line each
/// @param above sentences before the table
/// @param table what people see; a table without rows is not printed
/// @param text results that are no table, as lines for people
/// @param below sentences after both: how times were read, notices, mends
public record Shown(
    Object value,
    List<?> records,
    List<String> above,
    Table table,
    List<String> text,
    List<String> below) {
  public Shown {
    records = List.copyOf(records);
    above = List.copyOf(above);
    text = List.copyOf(text);
    below = List.copyOf(below);
  }

  public Shown(Object value, List<?> records, List<String> above, Table table, List<String> below) {
    this(value, records, above, table, List.of(), below);
  }
}
