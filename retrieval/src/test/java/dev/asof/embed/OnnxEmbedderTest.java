package dev.asof.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.asof.fault.CallerFault;
import dev.langchain4j.model.embedding.onnx.allminilml6v2q.AllMiniLmL6V2QuantizedEmbeddingModel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OnnxEmbedderTest {
  private static final Path HOME = Path.of("target", "embed-home");

  @TempDir Path folder;

  private static Embedder bundled;

  @BeforeAll
  static void open() {
    bundled = embedder(Map.of());
  }

  @AfterAll
  static void close() {
    bundled.close();
  }

  private static Embedder embedder(Map<String, String> flags) {
    return Embedders.open(EmbedderSettings.read(flags, Map.of(), HOME, 2)).orElseThrow();
  }

  private static double product(float[] one, float[] other) {
    double product = 0;
    for (int i = 0; i < one.length; i++) {
      product += (double) one[i] * other[i];
    }
    return product;
  }

  @Test
  void theBundledModelPutsWhatMeansTheSameNearer() {
    float[] question = bundled.question("When may my landlord end the lease?");
    List<float[]> passages =
        bundled.passages(
            List.of(
                "The owner of the flat can terminate the tenancy with three months' notice.",
                "Cookies help us to improve your experience on this website."));
    assertThat(product(question, question)).isBetween(0.999_99, 1.000_01);
    assertThat(product(question, passages.get(0)))
        .isGreaterThan(product(question, passages.get(1)) + 0.2);
    assertThat(bundled.model()).isEqualTo("all-minilm-l6-v2-q");
    assertThat(bundled.dimension()).isEqualTo(384);
    assertThat(bundled.languages()).containsExactly("en");
  }

  @Test
  void itsVectorsAreThoseOfTheLibraryThatItsWeightsComeWith() {
    String text = "The Minister may by order amend the Schedule.";
    float[] theirs = new AllMiniLmL6V2QuantizedEmbeddingModel().embed(text).content().vector();
    assertThat(product(bundled.question(text), theirs)).isBetween(0.999_99, 1.000_01);
  }

  @Test
  void aVectorDependsOnItsTextAloneNotOnWhatItIsEmbeddedBeside() {
    String text = "Each party may terminate this agreement at any time.";
    List<String> many = new ArrayList<>(List.of(text));
    for (int i = 0; i < 20; i++) {
      many.add("word ".repeat(i * 20 + 1));
    }
    float[] alone = bundled.passages(List.of(text)).getFirst();
    Collections.reverse(many);
    assertThat(bundled.passages(many).getLast()).containsExactly(alone);
    assertThat(bundled.question(text)).containsExactly(alone);
  }

  @Test
  void aTextLongerThanTheModelReadsIsCut() {
    String beginning = "The tenant pays the rent in advance. ".repeat(80);
    assertThat(bundled.question(beginning + "A unicorn appears."))
        .containsExactly(bundled.question(beginning));
    assertThat(bundled.question("")).hasSize(384);
  }

  @Test
  void itSpeaksEnglishAndTakesATextWithoutAStatedLanguageByItsLetters() {
    assertThat(bundled.covers("en-GB", "")).isTrue();
    assertThat(bundled.covers("ko", "words")).isFalse();
    assertThat(bundled.covers(null, "Which rules applied to rent in 2024?")).isTrue();
    assertThat(bundled.covers(null, "2024년에 어떤 규칙이 적용되었나요?")).isFalse();
    assertThat(new Coverage(java.util.Set.of("en", "ko")).covers(null, "규칙")).isTrue();
    assertThat(new Coverage(java.util.Set.of()).covers("ko", "규칙")).isTrue();
  }

  @Test
  void aModelOfTheUsersOwnIsNamedByItsContentAndHowItIsUsed() throws IOException {
    Path model = copy("all-minilm-l6-v2-q.onnx", "model.onnx");
    copy("all-minilm-l6-v2-q-tokenizer.json", "tokenizer.json");
    Map<String, String> flags = new HashMap<>();
    flags.put("embedder", "onnx");
    flags.put("embedder-path", model.toString());
    flags.put("embedder-languages", "en, de-AT");
    try (Embedder mean = embedder(flags)) {
      assertThat(mean.model()).matches(folder.getFileName() + "/model\\.onnx@[0-9a-f]{12}");
      assertThat(mean.languages()).containsExactlyInAnyOrder("en", "de");
      assertThat(mean.question("rent")).containsExactly(bundled.question("rent"));

      flags.put("embedder-pooling", "cls");
      try (Embedder cls = embedder(flags)) {
        assertThat(cls.model()).isNotEqualTo(mean.model());
        assertThat(cls.question("rent")).isNotEqualTo(mean.question("rent"));
      }
      flags.remove("embedder-pooling");
      flags.put("embedder-question-prefix", "query: ");
      try (Embedder prefixed = embedder(flags)) {
        assertThat(prefixed.model()).isEqualTo(mean.model());
        assertThat(prefixed.question("rent")).containsExactly(mean.question("query: rent"));
      }
      flags.put("embedder-passage-prefix", "passage: ");
      try (Embedder prefixed = embedder(flags)) {
        assertThat(prefixed.model()).isNotEqualTo(mean.model());
      }
    }
  }

  private Path copy(String resource, String file) throws IOException {
    Path to = folder.resolve(file);
    try (InputStream in =
        Objects.requireNonNull(OnnxEmbedderTest.class.getResourceAsStream("/" + resource))) {
      Files.copy(in, to);
    }
    return to;
  }

  @Test
  void whatIsWrongWithAModelIsSaidWithItsFile() throws IOException {
    Path model = folder.resolve("model.onnx");
    Map<String, String> flags = Map.of("embedder", "onnx", "embedder-path", model.toString());
    assertThatThrownBy(() -> embedder(flags))
        .isInstanceOf(CallerFault.class)
        .hasMessageContaining("there is no file " + model);

    Files.writeString(model, "no model");
    assertThatThrownBy(() -> embedder(flags))
        .isInstanceOf(CallerFault.class)
        .hasMessageContaining("tokenizer.json")
        .hasMessageContaining("put the model's tokenizer beside it");

    Path tokenizer = folder.resolve("tokenizer.json");
    Files.writeString(tokenizer, "{");
    try (Embedder embedder = embedder(flags)) {
      assertThatThrownBy(() -> embedder.question("x"))
          .isInstanceOf(CallerFault.class)
          .hasMessageContaining(tokenizer + " is not a tokenizer");
    }
    Files.delete(tokenizer);
    copy("all-minilm-l6-v2-q-tokenizer.json", "tokenizer.json");
    try (Embedder embedder = embedder(flags)) {
      assertThatThrownBy(() -> embedder.question("x"))
          .isInstanceOf(CallerFault.class)
          .hasMessageContaining(model + " is not an ONNX model that can be used");
    }
  }

  @Test
  void aModelThatGivesNoVectorsIsRefused() throws Exception {
    Path model =
        Path.of(
            Objects.requireNonNull(
                    OnnxEmbedderTest.class.getResource(
                        "/dev/asof/rank/scorer/tiny-cross-encoder/model.onnx"))
                .toURI());
    try (Embedder embedder =
        embedder(Map.of("embedder", "onnx", "embedder-path", model.toString()))) {
      assertThatThrownBy(() -> embedder.dimension())
          .isInstanceOf(CallerFault.class)
          .hasMessageContaining("a sentence model gives one vector");
    }
  }

  @Test
  void librariesAreUnpackedInTheHomeAndNowhereElse() {
    bundled.dimension();
    Path cache = HOME.toAbsolutePath().normalize().resolve("cache/embed");
    assertThat(cache.resolve("onnxruntime").resolve(System.mapLibraryName("onnxruntime")))
        .isRegularFile();
  }
}
