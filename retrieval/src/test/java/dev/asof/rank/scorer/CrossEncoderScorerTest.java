package dev.asof.rank.scorer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.asof.fault.CallerFault;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// A model of eight words, made by `make.py` beside it, shows that pairs, padding and batches reach
/// ONNX Runtime as they should; `-Dasof.test.cross-encoder=PATH` tries a real one.
class CrossEncoderScorerTest {
  @TempDir Path folder;

  /// Not the home of whoever runs the tests; a process unpacks once, so all tests have one place.
  private static final Path CACHE =
      Path.of("target", "embed-home", "cache", "embed").toAbsolutePath();

  private static Path tiny(String file) throws URISyntaxException {
    URL found = CrossEncoderScorerTest.class.getResource("tiny-cross-encoder/" + file);
    return Path.of(Objects.requireNonNull(found, file).toURI());
  }

  private static List<Double> scores(Scores scores) {
    assertThat(scores).isInstanceOf(Scores.Given.class);
    return ((Scores.Given) scores).scores();
  }

  private static double logistic(double logit) {
    return 1 / (1 + Math.exp(-logit));
  }

  @Test
  void passagesOfDifferentLengthsGetOneScoreEachAndTheQuestionDoesNotCount() throws Exception {
    try (CrossEncoderScorer scorer = CrossEncoderScorer.open(tiny("model.onnx"), CACHE)) {
      List<Double> scores =
          scores(
              scorer.score(
                  "rent rent rent", List.of("Rent due", "tax", "", "rent tax due refund other")));

      assertThat(scores.get(0)).isCloseTo(logistic(2.5), within(1e-6));
      assertThat(scores.get(1)).isCloseTo(logistic(-1), within(1e-6));
      assertThat(scores.get(2)).isCloseTo(0.5, within(1e-6));
      assertThat(scores.get(3)).isCloseTo(logistic(2.5), within(1e-6));
      assertThat(scorer.model()).isEqualTo("tiny-cross-encoder/model.onnx");
    }
  }

  @Test
  void manyPassagesAreReadInBatchesAndLongOnesAreCut() throws Exception {
    List<String> passages =
        IntStream.range(0, 40).mapToObj(i -> i % 2 == 0 ? "rent" : "tax").toList();
    try (CrossEncoderScorer scorer = CrossEncoderScorer.open(tiny("model.onnx"), CACHE)) {
      List<Double> scores = scores(scorer.score("rent", passages));
      for (int i = 0; i < 40; i++) {
        assertThat(scores.get(i)).isCloseTo(logistic(i % 2 == 0 ? 2 : -1), within(1e-6));
      }

      String longer = String.join(" ", Collections.nCopies(600, "other")) + " rent";
      assertThat(scores(scorer.score("rent", List.of(longer))).getFirst())
          .isCloseTo(0.5, within(1e-6));
    }
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> CrossEncoderScorer.open(folder.resolve("none.onnx"), CACHE))
        .isInstanceOf(CallerFault.class)
        .hasMessage(
            "there is no file "
                + folder.resolve("none.onnx")
                + "; give the path of a cross-encoder in ONNX");
  }

  @Test
  void aModelWithoutItsTokenizerIsRefused() throws Exception {
    Path model = Files.copy(tiny("model.onnx"), folder.resolve("model.onnx"));

    assertThatThrownBy(() -> CrossEncoderScorer.open(model, CACHE))
        .isInstanceOf(CallerFault.class)
        .hasMessage(
            "there is no file "
                + folder.resolve("tokenizer.json")
                + "; put the model's tokenizer beside it");
  }

  @Test
  void aFileThatIsNoModelIsRefused() throws Exception {
    Files.copy(tiny("tokenizer.json"), folder.resolve("tokenizer.json"));
    Path model = Files.writeString(folder.resolve("model.onnx"), "not a model");

    assertThatThrownBy(() -> CrossEncoderScorer.open(model, CACHE))
        .isInstanceOf(CallerFault.class)
        .hasMessageStartingWith("the file " + model + " is not an ONNX model that can be used: ");
  }

  @Test
  void aFileThatIsNoTokenizerIsRefused() throws Exception {
    Path model = Files.copy(tiny("model.onnx"), folder.resolve("model.onnx"));
    Path tokenizer = Files.writeString(folder.resolve("tokenizer.json"), "{}");

    assertThatThrownBy(() -> CrossEncoderScorer.open(model, CACHE))
        .isInstanceOf(CallerFault.class)
        .hasMessageStartingWith("the file " + tokenizer + " is not a tokenizer that can be used: ");
  }

  @Test
  void aModelOfAnotherKindIsRefused() throws Exception {
    Files.copy(tiny("tokenizer.json"), folder.resolve("tokenizer.json"));
    Path other = Files.copy(tiny("not-a-cross-encoder.onnx"), folder.resolve("model.onnx"));

    assertThatThrownBy(() -> CrossEncoderScorer.open(other, CACHE))
        .isInstanceOf(CallerFault.class)
        .hasMessageContaining("does not give one number for each passage");
  }

  @Test
  @EnabledIfSystemProperty(named = "asof.test.cross-encoder", matches = ".+")
  void aRealModelPrefersTheAnswer() throws IOException {
    Path model = Path.of(System.getProperty("asof.test.cross-encoder", ""));
    try (CrossEncoderScorer scorer = CrossEncoderScorer.open(model, CACHE)) {
      List<Double> scores =
          scores(
              scorer.score(
                  "How many people live in Berlin?",
                  List.of(
                      "New York City is famous for its museums.",
                      "Berlin has 3,520,031 registered inhabitants.")));

      assertThat(scores.get(1)).isGreaterThan(scores.get(0));
    }
  }
}
