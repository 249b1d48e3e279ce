package dev.asof.cli.print;

import dev.asof.history.AnswerJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import tools.jackson.databind.JsonNode;

/// For spreadsheets: RFC 4180, UTF-8, the columns of the table with whole values, the same columns
/// whatever the answer. What is no table comes as its records, a column for each field. What
/// belongs to the answer as a whole goes to the other stream.
///
/// A cell that a spreadsheet would take for a formula gets an apostrophe in front: what documents
/// say is data. Numbers, tokens such as `@12` and a hyphen alone are let be.
public final class CsvPrinter implements Printer {
  private final PrintWriter out;
  private final PrintWriter aside;

  public CsvPrinter(PrintWriter out, PrintWriter aside) {
    this.out = out;
    this.aside = aside;
  }

  @Override
  public void print(Shown shown) {
    aside(shown.above());
    if (shown.table().all().isEmpty()) {
      records(shown.records().isEmpty() ? List.of(shown.value()) : shown.records());
    } else {
      rows(
          shown.table().all().stream()
              .map(name -> name.replace(' ', '_').toLowerCase(Locale.ROOT))
              .toList(),
          shown.table().exact());
    }
    aside(shown.below());
  }

  private void records(List<?> records) {
    List<Map<String, String>> fields =
        records.stream().map(record -> fields(AnswerJson.mapper().valueToTree(record))).toList();
    Set<String> names =
        fields.stream()
            .flatMap(record -> record.keySet().stream())
            .collect(Collectors.toCollection(LinkedHashSet::new));
    rows(
        List.copyOf(names),
        fields.stream()
            .map(record -> names.stream().map(name -> record.getOrDefault(name, "")).toList())
            .toList());
  }

  /// A range is two columns; anything else that has parts is JSON.
  private static Map<String, String> fields(JsonNode record) {
    Map<String, String> fields = new LinkedHashMap<>();
    if (!record.isObject()) {
      fields.put("value", text(record));
      return fields;
    }
    record
        .properties()
        .forEach(field -> {
          JsonNode value = field.getValue();
          if (value.isObject() && Set.copyOf(value.propertyNames()).equals(Set.of("from", "to"))) {
            fields.put(field.getKey() + "_from", text(value.path("from")));
            fields.put(field.getKey() + "_to", text(value.path("to")));
          } else {
            fields.put(field.getKey(), text(value));
          }
        });
    return fields;
  }

  private static String text(JsonNode value) {
    return value.isNull() ? "" : value.isValueNode() ? value.asString() : value.toString();
  }

  private void rows(List<String> names, List<List<String>> rows) {
    try {
      CSVPrinter csv = new CSVPrinter(out, CSVFormat.RFC4180);
      csv.printRecord(names);
      for (List<String> row : rows) {
        List<String> cells = new ArrayList<>();
        row.forEach(cell -> cells.add(guarded(cell)));
        csv.printRecord(cells);
      }
      csv.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String guarded(String cell) {
    return !cell.isEmpty()
            && "=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20".indexOf(cell.charAt(0)) >= 0
            && !cell.matches("-|@\\d+|[+-]\\d+(\\.\\d+)?")
        ? "'" + cell
        : cell;
  }

  private void aside(List<String> sentences) {
    sentences.forEach(sentence -> aside.print(Cells.plain(sentence) + "\n"));
    aside.flush();
  }
}
