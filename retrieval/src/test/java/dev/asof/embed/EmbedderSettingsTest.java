package dev.asof.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.asof.fault.CallerFault;
import dev.asof.schema.DatabaseSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbedderSettingsTest {
  @TempDir private Path home;

  private EmbedderSettings read(Map<String, String> flags, Map<String, String> environment) {
    return EmbedderSettings.read(flags, environment, home, 2);
  }

  @Test
  void aFlagIsStrongerThanTheEnvironmentAndThatThanTheFile() throws IOException {
    assertThat(read(Map.of(), Map.of()).kind()).isEqualTo(EmbedderSettings.Kind.MINILM);
    Files.writeString(
        home.resolve(DatabaseSettings.FILE),
        "embedder=http\nembedder-url=https://models.example/v1\nembedder-model=one\npool-size=3\n");
    EmbedderSettings file = read(Map.of(), Map.of("ASOF_EMBEDDER_KEY", "secret"));
    assertThat(file.kind()).isEqualTo(EmbedderSettings.Kind.HTTP);
    assertThat(file.model()).isEqualTo("one");
    assertThat(file.answer()).isEqualTo(Duration.ofSeconds(30));
    assertThat(file.toString()).doesNotContain("secret").contains("embedder-key=(set)");
    assertThat(read(Map.of(), Map.of("ASOF_EMBEDDER_MODEL", "two")).model()).isEqualTo("two");
    assertThat(
            read(Map.of("embedder-model", "three"), Map.of("ASOF_EMBEDDER_MODEL", "two")).model())
        .isEqualTo("three");
    assertThat(file.shown())
        .anySatisfy(shown -> {
          assertThat(shown.key()).isEqualTo("embedder-url");
          assertThat(shown.origin()).startsWith("file ");
        });
    // The file is shared with the settings of the database, which do not mind.
    assertThat(DatabaseSettings.read(Map.of("home", home.toString()), Map.of(), home).poolSize())
        .isEqualTo(3);
  }

  @Test
  void everyComplaintIsSaidAtOnce() throws IOException {
    Files.writeString(
        home.resolve(DatabaseSettings.FILE), "embedder-key=secret\nembedder-colour=red\n");
    assertThatThrownBy(() ->
            read(
                Map.of("embedder", "http", "embedder-path", "x.onnx"),
                Map.of(
                    "ASOF_EMBEDDER_URL",
                    "ftp://x",
                    "ASOF_EMBEDDER_TIMEOUT",
                    "soon",
                    "ASOF_EMBEDDER_SIZE",
                    "1")))
        .isInstanceOf(CallerFault.class)
        .hasMessageContaining("embedder-key is not taken from the file")
        .hasMessageContaining("embedder-colour")
        .hasMessageContaining("unknown environment variable ASOF_EMBEDDER_SIZE")
        .hasMessageContaining("embedder-path (flag --embedder-path) has no effect")
        .hasMessageContaining("has to be http or https")
        .hasMessageContaining("embedder-model has to name the model")
        .hasMessageContaining("written like 10s")
        .hasMessageNotContaining("secret");
  }

  @Test
  void aKeyIsNotSentInTheClear() {
    assertThatThrownBy(() ->
            read(
                Map.of(
                    "embedder", "http",
                    "embedder-url", "http://models.example/v1",
                    "embedder-model", "one"),
                Map.of("ASOF_EMBEDDER_KEY", "secret")))
        .hasMessageContaining("is not sent over plain http to models.example")
        .hasMessageNotContaining("secret");
  }

  @Test
  void noneEmbedsNothing() {
    assertThat(Embedders.open(read(Map.of("embedder", "none"), Map.of()))).isEmpty();
    assertThatThrownBy(() -> read(Map.of("embedder", "word2vec"), Map.of()))
        .hasMessageContaining("it has to be minilm, none, onnx, http");
  }
}
