package dev.asof.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.embed.Embedder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptVectorsTest {
  @TempDir private Path folder;

  /// A model that remembers what it was asked.
  private static final class Remembering implements Embedder {
    private final List<String> embedded = new ArrayList<>();

    @Override
    public String model() {
      return "folder/model.onnx@1";
    }

    @Override
    public Set<String> languages() {
      return Set.of("en");
    }

    @Override
    public int dimension() {
      return 3;
    }

    @Override
    public int mostTokens() {
      return 0;
    }

    @Override
    public List<float[]> passages(List<String> texts) {
      embedded.addAll(texts);
      return texts.stream().map(text -> new float[] {text.length(), text.hashCode(), 1}).toList();
    }

    @Override
    public float[] question(String text) {
      return passages(List.of(text)).getFirst();
    }

    @Override
    public void close() {}
  }

  private final Remembering model = new Remembering();

  @Test
  void aTextIsEmbeddedOnceHoweverOftenItIsGiven() {
    try (KeptVectors kept = KeptVectors.in(folder, model)) {
      List<float[]> first = kept.passages(List.of("one", "two", "one"));
      List<float[]> second = kept.passages(List.of("two", "three"));

      assertThat(model.embedded).containsExactly("one", "two", "three");
      assertThat(first).containsExactlyElementsOf(fresh("one", "two", "one"));
      assertThat(second).containsExactlyElementsOf(fresh("two", "three"));
    }
  }

  @Test
  void theNextRunFindsThem() {
    List<String> many = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      many.add("text " + i);
    }
    try (KeptVectors kept = KeptVectors.in(folder, model)) {
      kept.passages(many);
    }
    model.embedded.clear();

    try (KeptVectors kept = KeptVectors.in(folder, model)) {
      assertThat(kept.passages(many)).containsExactlyElementsOf(fresh(many.toArray(String[]::new)));
    }
    assertThat(model.embedded).isEmpty();
  }

  @Test
  void whatWasCutOffIsMadeAgain() throws IOException {
    try (KeptVectors kept = KeptVectors.in(folder, model)) {
      kept.passages(List.of("one", "two"));
    }
    Path file = onlyFile();
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, java.util.Arrays.copyOf(whole, whole.length - 5));
    model.embedded.clear();

    try (KeptVectors kept = KeptVectors.in(folder, model)) {
      assertThat(kept.passages(List.of("one", "two")))
          .containsExactlyElementsOf(fresh("one", "two"));
    }
    assertThat(model.embedded).containsExactly("two");
    assertThat(Files.readAllBytes(file)).isEqualTo(whole);
  }

  @Test
  void twoRunsAtOnceLeaveEachOthersVectorsAlone() {
    try (KeptVectors one = KeptVectors.in(folder, model)) {
      one.passages(List.of("one"));
      try (KeptVectors other = KeptVectors.in(folder, model)) {
        other.passages(List.of("other"));
        one.passages(List.of("two"));
        other.passages(List.of("third"));

        assertThat(other.passages(List.of("one", "other", "third")))
            .containsExactlyElementsOf(fresh("one", "other", "third"));
        assertThat(one.passages(List.of("one", "two")))
            .containsExactlyElementsOf(fresh("one", "two"));
      }
    }
    model.embedded.clear();
    try (KeptVectors all = KeptVectors.in(folder, model)) {
      all.passages(List.of("one", "two", "other", "third"));
    }
    assertThat(model.embedded).isEmpty();
  }

  @Test
  void anEmptyFileIsTheBeginning() throws IOException {
    try (KeptVectors kept = KeptVectors.in(folder, model)) {
      assertThat(kept.dimension()).isEqualTo(3);
    }
    Path file = onlyFile();
    Files.write(file, new byte[] {0, 0}, StandardOpenOption.TRUNCATE_EXISTING);

    try (KeptVectors kept = KeptVectors.in(folder, model)) {
      assertThat(kept.passages(List.of("one"))).containsExactlyElementsOf(fresh("one"));
    }
  }

  private List<float[]> fresh(String... texts) {
    return new Remembering().passages(List.of(texts));
  }

  private Path onlyFile() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.findFirst().orElseThrow();
    }
  }
}
