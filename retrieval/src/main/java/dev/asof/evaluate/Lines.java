package dev.asof.evaluate;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.ingest.RecordFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
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
      for (Optional<RecordFile.Line> line = records.next();
          line.isPresent();
          line = records.next()) {
        lines.add(parse(file, line.get()));
      }
    } catch (IOException e) {
      throw unreadable(file, e);
    }
    return lines;
  }

  private static Line parse(Path file, RecordFile.Line line) {
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

  /// The lines of a file, each changed, made while they are read.
  static InputStream changed(Path file, UnaryOperator<String> change) throws IOException {
    RecordFile records = RecordFile.open(file.toString(), Files.newInputStream(file));
    return stream(
        new Iterator<>() {
          private @Nullable String next = advance();

          private @Nullable String advance() {
            try {
              return records.next().map(line -> change.apply(line.text())).orElse(null);
            } catch (IOException e) {
              throw unreadable(file, e);
            }
          }

          @Override
          public boolean hasNext() {
            return next != null;
          }

          @Override
          public String next() {
            String line = next;
            if (line == null) {
              throw new java.util.NoSuchElementException();
            }
            next = advance();
            return line;
          }
        });
  }

  // A sequence of streams is made of nothing else.
  @SuppressWarnings("JdkObsolete")
  static InputStream stream(Iterator<String> lines) {
    return new SequenceInputStream(
        new Enumeration<InputStream>() {
          @Override
          public boolean hasMoreElements() {
            return lines.hasNext();
          }

          @Override
          public InputStream nextElement() {
            return new ByteArrayInputStream((lines.next() + "\n").getBytes(StandardCharsets.UTF_8));
          }
        });
  }

  static CallerFault unreadable(Path file, IOException e) {
    return new CallerFault(
        Code.BAD_INPUT, file + " cannot be read: " + e.getMessage() + "; check its rights", e);
  }
}
