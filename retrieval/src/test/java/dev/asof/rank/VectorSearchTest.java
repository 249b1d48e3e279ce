package dev.asof.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.asof.eligible.Eligibility;
import dev.asof.eligible.StatePolicy;
import dev.asof.eligible.Tier;
import dev.asof.embed.Coverage;
import dev.asof.index.Lease;
import dev.asof.index.PassageId;
import dev.asof.index.PassageIndex;
import dev.asof.index.SomeVectors;
import dev.asof.index.Story;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.split.Format;
import dev.asof.time.BitemporalPoint;
import dev.asof.write.Change;
import dev.asof.write.Embeddings;
import dev.asof.write.NewVersion;
import dev.asof.write.PreparedText;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.apache.lucene.search.Query;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// 800 passages, of which each day some are in force.
class VectorSearchTest {
  private static final long SEED = Long.getLong("asof.test.seed", 20_261_130L);
  private static final int PASSAGES = 800;
  private static final int DAYS = 100;
  private static final int DIMENSION = 16;
  private static final Coverage ENGLISH = new Coverage(Set.of("en"));

  @TempDir private static Path folder;
  private static TestDatabase database;
  private static Story story;
  private static Instant known;
  private static PassageIndex index;
  private static PassageIndex graphs;

  private final Random random = new Random(SEED);

  @BeforeAll
  static void write() {
    database = TestDatabases.create();
    story = new Story(database.database(), "vectors");
    Random random = new Random(SEED);
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < PASSAGES; i++) {
      int from = random.nextInt(DAYS);
      changes.add(
          asserts(
              "doc-" + i, "en", "Text number " + i + ".", from, from + 1 + random.nextInt(DAYS)));
    }
    known = Objects.requireNonNull(story.write(changes.toArray(Change[]::new)).systemTime());
    SomeVectors.store(database.database(), story.tenant(), DIMENSION);
    index = PassageIndex.open(folder.resolve("flat"), database.database(), SomeVectors.MODEL);
    graphs = SomeVectors.withGraphs(folder.resolve("graphs"), database.database());
  }

  @AfterAll
  static void close() {
    index.close();
    graphs.close();
    database.close();
  }

  private static Change asserts(String document, String language, String text, int from, int to) {
    return new Change.Assert(
        Change.Place.of(document, "office"),
        new Change.Wanted.New(
            new NewVersion(
                "v1",
                null,
                language,
                null,
                null,
                false,
                null,
                PreparedText.of(Format.MARKDOWN, text))),
        Story.day(day(from)),
        Story.day(day(to)),
        false);
  }

  private static String day(int day) {
    return LocalDate.of(2024, 1, 1).plusDays(day).toString();
  }

  private static Query eligible(Story of, Instant at, int... days) {
    List<Eligibility.At> points = new ArrayList<>();
    for (int day : days) {
      points.add(new Eligibility.At(new BitemporalPoint(Story.at(day(day)), at), Set.of()));
    }
    return new Eligibility(of.tenant(), points, StatePolicy.DEFAULT, Set.of(), Set.of(), Set.of())
        .of(Tier.IN_FORCE)
        .orElseThrow();
  }

  private static Query eligible(int... days) {
    return eligible(story, known, days);
  }

  private static Lease lease(PassageIndex of) {
    return of.lease(story.tenant(), 1);
  }

  private static double cosine(PassageId passage, float[] question) {
    return Vectors.cosine(
        SomeVectors.of(new Embeddings.Place(passage.text(), passage.passage()), DIMENSION),
        question);
  }

  private static List<VectorSearch.Near> all(VectorSearch search, int page) {
    List<VectorSearch.Near> all = new ArrayList<>();
    for (List<VectorSearch.Near> next = search.next(page);
        !next.isEmpty();
        next = search.next(page)) {
      assertThat(next).hasSizeLessThanOrEqualTo(page);
      all.addAll(next);
    }
    return all;
  }

  @Test
  void pageAfterPageTheNearestComeFirstWithTheCosineOfTheirVectors() {
    try (Lease lease = lease(index)) {
      for (int round = 0; round < 10; round++) {
        float[] question = SomeVectors.question(DIMENSION, random.nextLong());
        int day = random.nextInt(DAYS);
        VectorSearch once = new VectorSearch(lease, question, eligible(day), ENGLISH);
        List<VectorSearch.Near> found = once.next(PASSAGES);
        assertThat(all(new VectorSearch(lease, question, eligible(day), ENGLISH), 7))
            .as("seed %d", SEED)
            .isEqualTo(found);
        assertThat(found).hasSize((int) once.report().eligible());
        double last = 1;
        for (VectorSearch.Near near : found) {
          assertThat(near.cosine())
              .isCloseTo(cosine(near.passage(), question), within(1e-5))
              .isLessThanOrEqualTo(last);
          last = near.cosine();
        }
        assertThat(once.report().path()).isEqualTo(VectorSearch.Path.EXACT);
        assertThat(once.report().isComplete()).isTrue();
        assertThat(once.report().pending()).isZero();
      }
    }
  }

  @Test
  void whatAWiderWindowFindsAndANarrowerOneAdmitsIsFoundThere() {
    try (Lease lease = lease(index)) {
      for (int round = 0; round < 40; round++) {
        float[] question = SomeVectors.question(DIMENSION, random.nextLong());
        int day = random.nextInt(DAYS);
        int k = 1 + random.nextInt(60);
        List<VectorSearch.Near> wide =
            new VectorSearch(
                    lease,
                    question,
                    eligible(day, random.nextInt(DAYS), random.nextInt(DAYS)),
                    ENGLISH)
                .next(k);
        VectorSearch search = new VectorSearch(lease, question, eligible(day), ENGLISH);
        List<VectorSearch.Near> narrow = search.next(k);
        Set<PassageId> admitted = new HashSet<>();
        new VectorSearch(lease, question, eligible(day), ENGLISH)
            .next(PASSAGES)
            .forEach(near -> admitted.add(near.passage()));
        assertThat(narrow)
            .as("seed %d", SEED)
            .containsAll(wide.stream().filter(near -> admitted.contains(near.passage())).toList());
      }
    }
  }

  @Test
  void graphsFindMostOfTheNearestNothingThatIsNotEligibleAndInTheEndEverything() {
    int found = 0;
    int wanted = 0;
    try (Lease exact = lease(index);
        Lease lease = lease(graphs)) {
      for (int round = 0; round < 20; round++) {
        float[] question = SomeVectors.question(DIMENSION, random.nextLong());
        int day = 20 + random.nextInt(60);
        List<VectorSearch.Near> right =
            new VectorSearch(exact, question, eligible(day), ENGLISH).next(PASSAGES);
        VectorSearch search = new VectorSearch(lease, question, eligible(day), ENGLISH, 0);
        assertThat(search.report().path()).isEqualTo(VectorSearch.Path.APPROXIMATE);
        assertThat(search.report().isComplete()).isFalse();
        assertThat(search.report().eligible()).isEqualTo(right.size());
        List<VectorSearch.Near> first = search.next(20);
        assertThat(first).hasSize(20);
        wanted += 20;
        found += (int) first.stream().filter(right.subList(0, 20)::contains).count();
        List<VectorSearch.Near> everything = new ArrayList<>(first);
        everything.addAll(all(search, 100));
        // Each once, and none too few: where the graph gives up, every vector is compared.
        assertThat(everything).as("seed %d", SEED).containsExactlyInAnyOrderElementsOf(right);
      }
    }
    assertThat(found).isGreaterThan(wanted * 9 / 10);
  }

  @Test
  void aGraphThatReturnsFewerThanAreEligibleIsNotTakenAtItsWord() {
    try (Lease lease = lease(graphs)) {
      // A handful among 800: a filtered graph search finds few of these by itself.
      Query few =
          new Eligibility(
                  story.tenant(),
                  List.of(
                      new Eligibility.At(new BitemporalPoint(Story.at(day(2)), known), Set.of())),
                  StatePolicy.DEFAULT,
                  Set.of(),
                  Set.of(),
                  Set.of())
              .of(Tier.IN_FORCE)
              .orElseThrow();
      float[] question = SomeVectors.question(DIMENSION, 7);
      VectorSearch search = new VectorSearch(lease, question, few, ENGLISH, 0);
      assertThat(search.next(PASSAGES)).hasSize((int) search.report().eligible());
    }
  }

  @Test
  void equallyNearPassagesComeInTheOrderOfTheirIds() {
    Story same = new Story(database.database(), "same");
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      changes.add(asserts("doc-" + i, "en", "Text number " + i % 7 + ".", 0, 1));
    }
    Instant at = Objects.requireNonNull(same.write(changes.toArray(Change[]::new)).systemTime());
    float[] one = SomeVectors.question(DIMENSION, 1);
    SomeVectors.store(
        database.database(), same.tenant(), SomeVectors.MODEL, DIMENSION, place -> one);
    try (Lease lease = index.lease(same.tenant(), 1)) {
      List<VectorSearch.Near> found =
          all(
              new VectorSearch(
                  lease, SomeVectors.question(DIMENSION, 2), eligible(same, at, 0), ENGLISH),
              4);
      assertThat(found).hasSize(30);
      assertThat(found.stream().map(VectorSearch.Near::passage)).isSortedAccordingTo(Order.BY_ID);
    }
  }

  @Test
  void theReportTellsWhatHasNoVectorYetFromWhatTheModelDoesNotSpeak() {
    Story mixed = new Story(database.database(), "mixed");
    mixed.write(
        asserts("one", "en", "First.", 0, 1),
        asserts("two", "en-GB", "Second.", 0, 1),
        asserts("three", "ko", "셋.", 0, 1));
    Map<Embeddings.Place, String> words = new HashMap<>();
    new Embeddings(database.database())
        .waiting(
            mixed.tenant(),
            SomeVectors.MODEL,
            Embeddings.Place.START,
            new Embeddings(database.database()).lastText(mixed.tenant()).orElseThrow(),
            10)
        .forEach(waiting -> words.put(waiting.place(), waiting.words()));
    Instant at =
        Objects.requireNonNull(mixed.write(asserts("four", "de", "Viertens.", 0, 1)).systemTime());
    try (Lease lease = index.lease(mixed.tenant(), 2)) {
      VectorSearch none =
          new VectorSearch(
              lease, SomeVectors.question(DIMENSION, 1), eligible(mixed, at, 0), ENGLISH);
      assertThat(none.report()).isEqualTo(new VectorSearch.Report(VectorSearch.Path.NONE, 4, 0, 2));
      assertThat(none.next(5)).isEmpty();
    }
    List<Embeddings.Vector> one =
        words.entrySet().stream()
            .filter(entry -> entry.getValue().startsWith("First"))
            .map(entry ->
                new Embeddings.Vector(entry.getKey(), SomeVectors.of(entry.getKey(), DIMENSION)))
            .toList();
    new Embeddings(database.database()).store(mixed.tenant(), SomeVectors.MODEL, DIMENSION, one);
    try (Lease lease = index.lease(mixed.tenant(), 2)) {
      VectorSearch search =
          new VectorSearch(
              lease, SomeVectors.question(DIMENSION, 1), eligible(mixed, at, 0), ENGLISH);
      assertThat(search.report())
          .isEqualTo(new VectorSearch.Report(VectorSearch.Path.EXACT, 4, 1, 2));
      assertThat(search.report().pending()).isEqualTo(1);
      assertThat(search.next(5)).hasSize(1);
      assertThat(
              new VectorSearch(
                      lease,
                      SomeVectors.question(DIMENSION, 1),
                      eligible(mixed, at, 0),
                      new Coverage(Set.of()))
                  .report()
                  .pending())
          .isEqualTo(3);
    }
  }

  @Test
  void aQuestionOfAnotherModelIsRefused() {
    try (Lease lease = lease(index)) {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () -> new VectorSearch(lease, SomeVectors.question(3, 1), eligible(1), ENGLISH))
          .withMessageContaining("3 components");
    }
  }
}
