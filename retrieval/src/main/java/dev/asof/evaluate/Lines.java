package dev.asof.evaluate;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.ingest.RecordFile;
import dev.asof.ingest.RecordReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Files with one JSON object a line, plain or gzip.
final class Lines {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// A line with where it stands, for whoever has to mend it.
  record Line(String file, long number, String text, JsonNode node) {

    /// Throws a [CallerFault] where the field is missing or no text.
    String required(String field) {
      String value = optional(field);
      if (value == null) {
        throw bad("needs a text in " + field);
      }
      return value;
    }

    @Nullable String optional(String field) {
      return field(node, field);
    }

    CallerFault bad(String why) {
      return new CallerFault(Code.BAD_RECORD, file + " line " + number + " " + why);
    }
  }

  private Lines() {}

  static @Nullable String field(JsonNode node, String field) {
    JsonNode value = node.get(field);
    return value == null || value.isNull() || !value.isString() ? null : value.stringValue();
  }

  static List<Line> read(Path file) {
    List<Line> lines = new ArrayList<>();
    try (RecordFile records = RecordFile.open(file.toString(), Files.newInputStream(file))) {
      for (Optional<RecordReader.Item> line = records.next();
          line.isPresent();
          line = records.next()) {
        lines.add(parse(file, line.get()));
      }
    } catch (IOException e) {
      throw unreadable(file, e);
    }
    return lines;
  }

  private static Line parse(Path file, RecordReader.Item line) {
    try {
      return new Line(file.toString(), line.number(), line.text(), JSON.readTree(line.text()));
    } catch (JacksonException e) {
      throw new CallerFault(
          Code.BAD_RECORD, file + " line " + line.number() + " is no JSON; one object a line", e);
    }
  }

  static JsonNode tree(String line) {
    return JSON.readTree(line);
  }

  static String json(Object value) {
    return JSON.writeValueAsString(value);
  }

  static CallerFault unreadable(Path file, IOException e) {
    return new CallerFault(
        Code.BAD_INPUT, file + " cannot be read: " + e.getMessage() + "; check its rights", e);
  }
}
