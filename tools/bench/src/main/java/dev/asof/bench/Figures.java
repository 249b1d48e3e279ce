package dev.asof.bench;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// What a run counted and measured, as lines of named values.
///
/// @param run what was run, with its sizes
/// @param lines the values of each thing that was measured, by its name; numbers or text
record Figures(String run, Machine before, Machine after, Map<String, Map<String, Object>> lines) {

  void print(Shown shown, PrintWriter out) {
    switch (shown) {
      case TABLE -> table(out);
      case JSON -> json(out);
    }
    out.flush();
  }

  private void table(PrintWriter out) {
    out.println(run);
    out.println("before: " + before.described());
    out.printf(Locale.ROOT, "after:  load %.2f%n", after.load());
    List<String> columns = new ArrayList<>();
    lines
        .values()
        .forEach(line ->
            line.keySet().stream()
                .filter(column -> !columns.contains(column))
                .forEach(columns::add));
    out.println();
    out.printf(Locale.ROOT, "%-42s", "");
    columns.forEach(column -> out.printf(Locale.ROOT, " %18s", column));
    out.println();
    lines.forEach((name, line) -> {
      out.printf(Locale.ROOT, "%-42s", name);
      columns.forEach(column -> out.printf(Locale.ROOT, " %18s", shown(line.get(column))));
      out.println();
    });
  }

  private static String shown(@Nullable Object value) {
    return switch (value) {
      case null -> "";
      case Double number -> String.format(Locale.ROOT, "%.3f", number);
      case Long number -> String.format(Locale.ROOT, "%,d", number);
      default -> value.toString();
    };
  }

  private void json(PrintWriter out) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("run", run);
    json.put("machine", before);
    json.put("load_before", before.load());
    json.put("load_after", after.load());
    json.put("measured", lines);
    out.println(
        JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValueAsString(json));
  }
}
