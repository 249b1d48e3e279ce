package dev.asof.evaluate;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Records in a file, a line of JSON each, which is written as they come.
final class KeptLines<T> implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Path file;
  private final BufferedWriter to;

  private KeptLines(Path file, BufferedWriter to) {
    this.file = file;
    this.to = to;
  }

  /// @param each is given what is in the file, in order, but for a line that was cut off when a run
  ///   was stopped
  static <T> KeptLines<T> open(Path file, Class<T> type, Consumer<T> each) {
    try {
      List<String> lines =
          Files.exists(file) ? Files.readAllLines(file, StandardCharsets.UTF_8) : List.of();
      KeptLines<T> kept =
          new KeptLines<>(
              file,
              Files.newBufferedWriter(
                  file,
                  StandardCharsets.UTF_8,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.APPEND));
      for (String line : lines) {
        try {
          if (!line.isBlank()) {
            each.accept(JSON.readValue(line, type));
          }
        } catch (JacksonException e) {
          // Cut off, or of a program that kept something else: it is made again.
        }
      }
      if (!lines.isEmpty()) {
        kept.write("");
      }
      return kept;
    } catch (IOException e) {
      throw Lines.unreadable(file, e);
    }
  }

  void add(T record) {
    write(JSON.writeValueAsString(record));
  }

  private void write(String line) {
    try {
      to.write(line);
      to.write('\n');
      to.flush();
    } catch (IOException e) {
      throw Lines.unreadable(file, e);
    }
  }

  @Override
  public void close() {
    try {
      to.close();
    } catch (IOException e) {
      throw Lines.unreadable(file, e);
    }
  }
}
