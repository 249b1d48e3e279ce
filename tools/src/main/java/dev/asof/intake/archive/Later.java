package dev.asof.intake.archive;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Captures without a text of their own, kept on disk until every text of the run is known: they
/// say something only of pages and payloads that are.
final class Later implements Closeable {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Path file;
  private final BufferedWriter out;
  private @Nullable BufferedReader in;

  Later() throws IOException {
    this.file = Files.createTempFile("asof-archive", ".jsonl");
    // An import that stops early never comes to read and close it.
    file.toFile().deleteOnExit();
    this.out =
        new BufferedWriter(
            new OutputStreamWriter(
                Files.newOutputStream(file, StandardOpenOption.TRUNCATE_EXISTING),
                StandardCharsets.UTF_8));
  }

  void add(Capture capture, Capture.Found.Without without) throws IOException {
    String[] kind =
        switch (without) {
          case Capture.Found.Repeat repeat -> new String[] {"repeat", repeat.digest()};
          case Capture.Found.Gone gone -> new String[] {"gone", gone.note()};
          case Capture.Found.Failed failed -> new String[] {"failed", failed.note()};
        };
    out.write(
        JSON.writeValueAsString(
            JSON.createObjectNode()
                .put("key", capture.key())
                .put("url", capture.url())
                .put("at", capture.at().toString())
                .put("where", capture.where())
                .put("kind", kind[0])
                .put("word", kind[1])));
    out.write('\n');
  }

  /// The next of them, in the order in which they were added; nothing can be added any more.
  Optional<Capture> next() throws IOException {
    BufferedReader reader = in;
    if (reader == null) {
      out.close();
      reader =
          new BufferedReader(
              new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8));
      in = reader;
    }
    String line = reader.readLine();
    return line == null ? Optional.empty() : Optional.of(capture(JSON.readTree(line)));
  }

  private static Capture capture(JsonNode line) {
    String word = line.path("word").asString("");
    return new Capture(
        line.path("key").asString(""),
        line.path("url").asString(""),
        Instant.parse(line.path("at").asString("")),
        line.path("where").asString(""),
        switch (line.path("kind").asString("")) {
          case "repeat" -> new Capture.Found.Repeat(word);
          case "gone" -> new Capture.Found.Gone(word);
          default -> new Capture.Found.Failed(word);
        });
  }

  @Override
  public void close() throws IOException {
    out.close();
    if (in != null) {
      in.close();
    }
    Files.deleteIfExists(file);
  }
}
