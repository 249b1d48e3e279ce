package dev.asof.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.eligible.Eligibility;
import dev.asof.embed.Coverage;
import dev.asof.rank.VectorSearch;
import dev.asof.schema.Caller;
import dev.asof.schema.DatabaseRole;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.write.Embeddings;
import dev.asof.write.Eraser;
import dev.asof.write.Intent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VectorsInTheIndexTest {
  private static final int DIMENSION = 8;
  private static final String OTHER = "another model";

  private static TestDatabase database;

  @TempDir Path folder;

  @BeforeAll
  static void create() {
    database = TestDatabases.create();
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  private PassageIndex index(@Nullable String model) {
    return PassageIndex.open(folder, database.database(), model);
  }

  private static Story story(String name) {
    Story story = new Story(database.database(), name);
    story.asserts(
        "terms", "site", "v1", "# Notice\n\nThirty days.\n\n# Fees\n\nTen.\n", "2024-01-01", null);
    return story;
  }

  private static int embed(Story story) {
    return SomeVectors.store(database.database(), story.tenant(), DIMENSION);
  }

  private static List<VectorSearch.Near> nearest(PassageIndex index, Story story) {
    try (Lease lease = index.lease(story.tenant(), 1)) {
      return new VectorSearch(
              lease,
              SomeVectors.question(DIMENSION, 5),
              Eligibility.everything(story.tenant(), Set.of()),
              new Coverage(Set.of()))
          .next(100);
    }
  }

  @Test
  void vectorsThatComeLaterThanTheirTextsAreFoundByTheNextQuestion() {
    Story story = story("later");
    try (PassageIndex index = index(SomeVectors.MODEL)) {
      assertThat(nearest(index, story)).isEmpty();
      assertThat(embed(story)).isEqualTo(2);
      assertThat(nearest(index, story)).hasSize(2);
      long generation = generation(index, story);
      assertThat(nearest(index, story)).hasSize(2);
      assertThat(generation(index, story)).isEqualTo(generation);

      long sequence =
          story.asserts("more", "site", "v1", "# More\n\nMore.\n", "2024-01-01", null).sequence();
      embed(story);
      try (Lease lease = index.lease(story.tenant(), sequence)) {
        assertThat(lease.sequence()).isEqualTo(sequence);
      }
      assertThat(nearest(index, story)).hasSize(3);
    }
  }

  private static long generation(PassageIndex index, Story story) {
    try (Lease lease = index.lease(story.tenant(), 1)) {
      return lease.generation();
    }
  }

  @Test
  void aPassageThatAnAmendmentDidNotTouchKeepsItsVectorAndItsPlace() {
    Story story = story("amended");
    try (PassageIndex index = index(SomeVectors.MODEL)) {
      embed(story);
      nearest(index, story);
      story.asserts(
          "terms",
          "site",
          "v2",
          "# Notice\n\nThirty days.\n\n# Fees\n\nTwelve.\n",
          "2024-06-01",
          null);
      assertThat(embed(story)).isEqualTo(1);
      assertThat(nearest(index, story)).hasSize(3);
    }
  }

  @Test
  void anIndexMadeAgainGivesTheSameAnswersWithoutAnythingBeingEmbedded() throws IOException {
    Story story = story("again");
    embed(story);
    List<VectorSearch.Near> before;
    try (PassageIndex index = index(SomeVectors.MODEL)) {
      before = nearest(index, story);
      index.rebuild(story.tenant());
      assertThat(nearest(index, story)).isEqualTo(before);
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    try (PassageIndex index = index(SomeVectors.MODEL)) {
      assertThat(nearest(index, story)).isEqualTo(before).hasSize(2);
    }
  }

  @Test
  void anotherModelReplacesTheVectorsAndIsNeverMixedWithThem() {
    Story story = story("models");
    embed(story);
    try (PassageIndex index = index(SomeVectors.MODEL)) {
      assertThat(nearest(index, story)).hasSize(2);
    }
    SomeVectors.store(
        database.database(), story.tenant(), OTHER, 3, place -> SomeVectors.of(place, 3));
    try (PassageIndex other = index(OTHER);
        Lease lease = other.lease(story.tenant(), 1)) {
      assertThat(lease.vectors()).contains(new VectorField(OTHER, 3));
    }
    // One that embeds nothing keeps what is there.
    try (PassageIndex any = index(null)) {
      story.asserts("more", "site", "v1", "# More\n\nMore.\n", "2024-01-01", null);
      try (Lease lease = any.lease(story.tenant(), 2)) {
        assertThat(lease.vectors()).contains(new VectorField(OTHER, 3));
      }
    }
    try (PassageIndex index = index(SomeVectors.MODEL)) {
      assertThat(nearest(index, story)).hasSize(2);
      embed(story);
      assertThat(nearest(index, story)).hasSize(3);
    }
  }

  @Test
  void anIndexFromBeforeAnyModelWasConfiguredGetsTheVectors() {
    Story story = story("before");
    try (PassageIndex index = index(null);
        Lease lease = index.lease(story.tenant(), 1)) {
      assertThat(lease.vectors()).isEmpty();
    }
    embed(story);
    try (PassageIndex index = index(SomeVectors.MODEL)) {
      assertThat(nearest(index, story)).hasSize(2);
    }
  }

  @Test
  void vectorsOfADatabaseThatWasTakenBackAreFoundThoughTheirNumbersRepeat() {
    Story story = story("restored");
    Embeddings embeddings = new Embeddings(database.database());
    List<Embeddings.Vector> both =
        embeddings
            .waiting(
                story.tenant(),
                SomeVectors.MODEL,
                Embeddings.Place.START,
                embeddings.lastText(story.tenant()).orElseThrow(),
                10)
            .stream()
            .map(waiting ->
                new Embeddings.Vector(waiting.place(), SomeVectors.of(waiting.place(), DIMENSION)))
            .toList();
    embeddings.store(story.tenant(), SomeVectors.MODEL, DIMENSION, both.subList(0, 1));
    try (PassageIndex index = index(SomeVectors.MODEL)) {
      assertThat(nearest(index, story)).hasSize(1);
      // As a backup taken before it would have it.
      database.asOwner(sql -> {
        sql.execute("delete from asof.embedding where tenant = " + story.tenant().value());
        sql.execute(
            "update asof.embedding_model set stored = 0 where tenant = " + story.tenant().value());
      });
      embeddings.store(story.tenant(), SomeVectors.MODEL, DIMENSION, both.subList(1, 2));
      assertThat(nearest(index, story))
          .singleElement()
          .satisfies(
              near -> assertThat(near.passage().text()).isEqualTo(both.get(1).place().text()));
    }
  }

  @Test
  void aCatchUpThatWasKilledIsMadeGood() throws IOException {
    Story story = story("killed");
    try (PassageIndex index = index(SomeVectors.MODEL)) {
      nearest(index, story);
    }
    embed(story);
    // Killed before its commit: what was flushed belongs to no commit.
    try (Directory directory = FSDirectory.open(folder)) {
      IndexWriter writer =
          new IndexWriter(directory, new IndexWriterConfig().setCommitOnClose(false));
      writer.deleteDocuments(PassageFields.tenantTerm(story.tenant()));
      writer.flush();
      writer.close();
    }
    try (PassageIndex index = index(SomeVectors.MODEL);
        PassageIndex same = index(SomeVectors.MODEL)) {
      assertThat(nearest(index, story)).hasSize(2).isEqualTo(nearest(same, story));
    }
  }

  @Test
  void aCallerFromWhomDocumentsAreHiddenHasTheSameIndex() {
    Story story = story("hidden");
    embed(story);
    try (PassageIndex index =
        PassageIndex.open(
            folder, database.database().as(Caller.withoutLabels()), SomeVectors.MODEL)) {
      assertThat(nearest(index, story)).hasSize(2);
    }
  }

  @Test
  void anErasureTakesTheVectorsFromTheTableAndFromTheFolder() throws IOException {
    Story story = story("erased");
    story.asserts("rest", "site", "v1", "# Rest\n\nRest.\n", "2024-01-01", null);
    embed(story);
    try (PassageIndex index = index(SomeVectors.MODEL)) {
      List<VectorSearch.Near> before = nearest(index, story);
      assertThat(before).hasSize(3);
      List<byte[]> vectors =
          before.stream()
              .map(near ->
                  Embeddings.bytes(
                      SomeVectors.of(
                          new Embeddings.Place(near.passage().text(), near.passage().passage()),
                          DIMENSION)))
              .toList();
      assertThat(vectors).allSatisfy(bytes -> assertThat(holds(folder, bytes)).isTrue());
      new Eraser(database.open(DatabaseRole.ERASER))
          .erase(
              story.tenant(),
              Intent.of("erase", "clerk").because("ordered"),
              "terms",
              new Eraser.Which.All(),
              "O 1");
      assertThat(
              database
                  .database()
                  .<Integer>read(
                      story.tenant(),
                      sql -> sql.fetchCount(dev.asof.schema.generated.Tables.EMBEDDING)))
          .isEqualTo(1);
      long head = index.status(story.tenant()).head();
      try (Lease lease = index.lease(story.tenant(), head)) {
        assertThat(lease.sequence()).isEqualTo(head);
      }
      List<VectorSearch.Near> after = nearest(index, story);
      assertThat(after).hasSize(1);
      for (int i = 0; i < before.size(); i++) {
        assertThat(holds(folder, vectors.get(i))).isEqualTo(after.contains(before.get(i)));
      }
    }
  }

  private static boolean holds(Path folder, byte[] bytes) throws IOException {
    String wanted = new String(bytes, StandardCharsets.ISO_8859_1);
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(wanted)) {
          return true;
        }
      }
    }
    return false;
  }
}
