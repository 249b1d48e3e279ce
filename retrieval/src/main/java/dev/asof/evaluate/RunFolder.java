package dev.asof.evaluate;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Answers of an evaluation as they come, a line each, in `outcomes.jsonl`: one that was stopped
/// goes on where it was, because an answer whose inputs are the same is not made again.
final class RunFolder implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String FILE = "outcomes.jsonl";

  private final Map<Key, Outcome> kept = new HashMap<>();
  private final @Nullable BufferedWriter to;
  private final Path file;

  private record Key(String system, String question, String inputs) {}

  private RunFolder(Path file, @Nullable BufferedWriter to) {
    this.file = file;
    this.to = to;
  }

  /// Nothing is kept.
  static RunFolder none() {
    return new RunFolder(Path.of(FILE), null);
  }

  static RunFolder open(Path folder) {
    Path file = folder.resolve(FILE);
    try {
      Files.createDirectories(folder);
      List<String> lines =
          Files.exists(file) ? Files.readAllLines(file, StandardCharsets.UTF_8) : List.of();
      RunFolder run =
          new RunFolder(
              file,
              Files.newBufferedWriter(
                  file,
                  StandardCharsets.UTF_8,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.APPEND));
      lines.forEach(run::keep);
      if (!lines.isEmpty()) {
        // The last line may have been cut off.
        run.write("");
      }
      return run;
    } catch (IOException e) {
      throw Lines.unreadable(file, e);
    }
  }

  private void keep(String line) {
    if (line.isBlank()) {
      return;
    }
    try {
      Outcome outcome = JSON.readValue(line, Outcome.class);
      kept.put(new Key(outcome.system(), outcome.question(), outcome.inputs()), outcome);
    } catch (JacksonException e) {
      // A line that was cut off when a run was stopped: its answer is made again.
      return;
    }
  }

  Optional<Outcome> find(String system, String question, String inputs) {
    return Optional.ofNullable(kept.get(new Key(system, question, inputs)));
  }

  void add(Outcome outcome) {
    write(JSON.writeValueAsString(outcome));
  }

  private void write(String line) {
    BufferedWriter writer = to;
    if (writer != null) {
      try {
        writer.write(line);
        writer.write('\n');
        writer.flush();
      } catch (IOException e) {
        throw Lines.unreadable(file, e);
      }
    }
  }

  @Override
  public void close() {
    BufferedWriter writer = to;
    if (writer != null) {
      try {
        writer.close();
      } catch (IOException e) {
        throw Lines.unreadable(file, e);
      }
    }
  }
}
