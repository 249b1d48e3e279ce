package dev.asof.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.asof.fault.Code;
import dev.asof.fault.Conflict;
import dev.asof.fault.Unavailable;
import dev.asof.index.SomeVectors;
import dev.asof.index.Story;
import dev.asof.schema.Caller;
import dev.asof.schema.Database;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.split.Format;
import dev.asof.write.Change;
import dev.asof.write.Embeddings;
import dev.asof.write.NewVersion;
import dev.asof.write.PreparedText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class EmbeddingWorkTest {
  private static TestDatabase home;
  private static Embedder minilm;

  @BeforeAll
  static void open() {
    home = TestDatabases.create();
    minilm =
        Embedders.open(
                EmbedderSettings.read(Map.of(), Map.of(), Path.of("target", "embed-home"), 2))
            .orElseThrow();
  }

  @AfterAll
  static void close() {
    minilm.close();
    home.close();
  }

  private static Database database() {
    return home.database();
  }

  private static EmbeddingWork.Report run(Story story, long most) {
    return new EmbeddingWork(database(), minilm).run(story.tenant(), most, () -> false, done -> {});
  }

  private static Embeddings.Standing standing(Story story) {
    return new Embeddings(database()).standing(story.tenant(), minilm.model());
  }

  private static void puts(Story story, String document, @Nullable String language, String text) {
    story.write(
        new Change.Put(
            Change.Place.of(document, "site"),
            new NewVersion(
                "v1",
                null,
                language,
                null,
                null,
                false,
                null,
                PreparedText.of(Format.MARKDOWN, text))));
  }

  /// Fails the first times, as an endpoint may.
  private record Failing(Embedder embedder, AtomicInteger failures) implements Embedder {
    @Override
    public String model() {
      return embedder.model();
    }

    @Override
    public Set<String> languages() {
      return embedder.languages();
    }

    @Override
    public int dimension() {
      return embedder.dimension();
    }

    @Override
    public int mostTokens() {
      return embedder.mostTokens();
    }

    @Override
    public List<float[]> passages(List<String> texts) {
      if (failures.getAndDecrement() > 0) {
        throw new Unavailable(Code.MODEL_UNREACHABLE, "away");
      }
      return embedder.passages(texts);
    }

    @Override
    public float[] question(String text) {
      return embedder.question(text);
    }

    @Override
    public void close() {}
  }

  @Test
  void whatAnAmendmentDidNotTouchIsEmbeddedOnce() {
    Story story = new Story(database(), "once");
    story.asserts(
        "terms", "site", "v1", "# A\n\nOne.\n\n# B\n\nTwo.\n", "2024-01-01", "2024-06-01");
    assertThat(run(story, Long.MAX_VALUE)).isEqualTo(new EmbeddingWork.Report(2, 0, true));
    story.asserts("terms", "site", "v2", "# A\n\nOne.\n\n# B\n\nThree.\n", "2024-06-01", null);
    story.asserts("copy", "site", "v1", "# A\n\nOne.\n\n# B\n\nTwo.\n", "2024-01-01", null);
    assertThat(run(story, Long.MAX_VALUE)).isEqualTo(new EmbeddingWork.Report(1, 0, true));
    assertThat(standing(story)).isEqualTo(new Embeddings.Standing(3, 3));
    assertThat(run(story, Long.MAX_VALUE).embedded()).isZero();
  }

  @Test
  void theHeadingIsPartOfWhatIsEmbedded() {
    Story story = new Story(database(), "heading");
    story.puts(
        "terms", "site", "v1", "# Termination\n\n" + "Thirty days of notice are due. ".repeat(80));
    Embeddings embeddings = new Embeddings(database());
    List<Embeddings.Waiting> waiting =
        embeddings.waiting(
            story.tenant(),
            minilm.model(),
            Embeddings.Place.START,
            embeddings.lastText(story.tenant()).orElseThrow(),
            10);
    assertThat(waiting).hasSizeGreaterThan(1);
    run(story, Long.MAX_VALUE);
    String last = waiting.getLast().words();
    assertThat(last).doesNotContain("Termination");
    float[] stored =
        database()
            .read(
                story.tenant(),
                sql ->
                    Embeddings.vector(
                        sql.fetchSingle(
                                "select vector from asof.embedding order by passage desc limit 1")
                            .get(0, byte[].class)));
    assertThat(stored).containsExactly(minilm.question("Termination\n" + last));
  }

  @Test
  void languagesThatTheModelDoesNotCoverAreLeftToTheWords() {
    Story story = new Story(database(), "languages");
    puts(story, "english", "en-GB", "The rent is due.");
    puts(story, "german", "de", "Die Miete ist fällig.");
    puts(story, "latin", null, "The lease ends.");
    puts(story, "korean", null, "임대차 계약이 종료된다.");
    assertThat(run(story, Long.MAX_VALUE)).isEqualTo(new EmbeddingWork.Report(2, 2, true));
    // The same words by a version that says they are English.
    puts(story, "borrowed", "en", "Die Miete ist fällig.");
    assertThat(run(story, Long.MAX_VALUE)).isEqualTo(new EmbeddingWork.Report(1, 1, true));
  }

  @Test
  void workThatWasStoppedGoesOnWhereItWas() {
    Story story = many("stopped", 20);
    assertThat(run(story, 7)).isEqualTo(new EmbeddingWork.Report(7, 0, false));
    List<Long> told = new ArrayList<>();
    assertThat(
            new EmbeddingWork(database(), minilm)
                .run(story.tenant(), 5, () -> false, told::add)
                .embedded())
        .isEqualTo(5);
    assertThat(told).containsExactly(5L);
    assertThat(
            new EmbeddingWork(database(), minilm)
                .run(story.tenant(), 100, () -> true, done -> {})
                .finished())
        .isFalse();
    assertThat(run(story, Long.MAX_VALUE)).isEqualTo(new EmbeddingWork.Report(8, 0, true));
  }

  private static Story many(String name, int passages) {
    Story story = new Story(database(), name);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < passages; i++) {
      text.append("# S").append(i).append("\n\nWords of ").append(i).append(".\n\n");
    }
    story.puts("terms", "site", "v1", text.toString());
    return story;
  }

  @Test
  void severalAtOnceStoreEachPassageOnce() throws Exception {
    Story story = many("several", 700);
    try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
      List<Future<EmbeddingWork.Report>> works = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        works.add(threads.submit(() -> run(story, Long.MAX_VALUE)));
      }
      long embedded = 0;
      for (Future<EmbeddingWork.Report> work : works) {
        assertThat(work.get().finished()).isTrue();
        embedded += work.get().embedded();
      }
      assertThat(embedded).isEqualTo(700);
    }
    assertThat(standing(story)).isEqualTo(new Embeddings.Standing(700, 700));
    assertThat(
            database()
                .<Long>read(
                    story.tenant(),
                    sql ->
                        sql.fetchSingle("select max(number) from asof.embedding")
                            .get(0, Long.class)))
        .isEqualTo(700L);
  }

  @Test
  void anEndpointThatIsAwayForAMomentIsAskedAgain() {
    Story story = many("away", 2);
    Failing briefly = new Failing(minilm, new AtomicInteger(2));
    assertThat(
            new EmbeddingWork(database(), briefly, Duration.ofMillis(1))
                .run(story.tenant(), 100, () -> false, done -> {})
                .embedded())
        .isEqualTo(2);
    Story other = many("gone", 2);
    Failing gone = new Failing(minilm, new AtomicInteger(99));
    assertThatThrownBy(() ->
            new EmbeddingWork(database(), gone, Duration.ofMillis(1))
                .run(other.tenant(), 100, () -> false, done -> {}))
        .isInstanceOf(Unavailable.class);
  }

  @Test
  void vectorsOfAnotherDimensionUnderTheSameNameAreRefused() {
    Story story = many("mixed", 2);
    run(story, 1);
    assertThatThrownBy(() ->
            SomeVectors.store(
                database(), story.tenant(), minilm.model(), 3, place -> SomeVectors.of(place, 3)))
        .isInstanceOf(Conflict.class)
        .hasMessageContaining("have 384 components, and this one gives 3");
  }

  @Test
  void whatACallerMayNotSeeIsNotEmbeddedForHim() {
    Story story = new Story(database().as(Caller.everything()), "hidden");
    story.puts("terms", "site", "v1", "# S1\n\nOne.\n\n# S2\n\nTwo.\n");
    puts(story, "secret", "en", "Unknown to most.");
    story.write(new Change.Label("secret", List.of("board"), List.of()));
    Database without = database().as(Caller.withoutLabels());
    assertThat(
            new EmbeddingWork(without, minilm)
                .run(story.tenant(), 100, () -> false, done -> {})
                .embedded())
        .isEqualTo(2);
    assertThat(new Embeddings(without).standing(story.tenant(), minilm.model()))
        .isEqualTo(new Embeddings.Standing(2, 2));
    assertThat(
            new EmbeddingWork(database().as(Caller.everything()), minilm)
                .run(story.tenant(), 100, () -> false, done -> {})
                .embedded())
        .isEqualTo(1);
  }
}
