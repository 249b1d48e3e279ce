package dev.asof.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.ask.Ask;
import dev.asof.ask.Asked;
import dev.asof.ask.Request;
import dev.asof.history.Filter;
import dev.asof.history.Known;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseRole;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.time.LocalTimes;
import dev.asof.write.Eraser;
import dev.asof.write.ErasureReport;
import dev.asof.write.Intent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ErasedPassagesTest {

  private static TestDatabase home;
  private static Database erasing;

  @BeforeAll
  static void open() {
    home = TestDatabases.create();
    erasing = home.open(DatabaseRole.ERASER);
  }

  @AfterAll
  static void close() {
    home.close();
  }

  private static ErasureReport erase(Story story, String document, Eraser.Which which) {
    return new Eraser(erasing)
        .erase(
            story.tenant(), Intent.of("erase", "clerk").because("ordered"), document, which, "O 1");
  }

  private static boolean holds(Path folder, String word) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(word)) {
          return true;
        }
      }
    }
    return false;
  }

  private static Asked ask(PassageIndex index, Story story, String question, Known known) {
    return new Ask(home.database(), index)
        .ask(
            story.tenant(),
            Request.of(question)
                .about(LocalTimes.parseAbout("2024-06-01", ZoneOffset.UTC, false))
                .known(known)
                .top(10));
  }

  @Test
  void anIndexThatWasAwayForgetsWhatWasErasedWhenItCatchesUp(@TempDir Path folder)
      throws IOException {
    Story story = new Story(home.database(), "away");
    story.asserts(
        "terms", "office", "one", "# T\n\nThe quokka owes doubloons.\n", "2024-01-01", null);
    long before =
        story
            .asserts("rest", "office", "two", "# T\n\nThe wombat pays.\n", "2024-01-01", null)
            .sequence();
    try (PassageIndex index = PassageIndex.open(folder, home.database())) {
      assertThat(ask(index, story, "quokka", Known.latest()).results()).hasSize(1);
    }
    assertThat(holds(folder, "quokka")).isTrue();
    erase(story, "terms", new Eraser.Which.All());
    try (PassageIndex index = PassageIndex.open(folder, home.database())) {
      // As known before the erasure too.
      assertThat(ask(index, story, "quokka", Known.token(before)).results()).isEmpty();
      assertThat(ask(index, story, "wombat", Known.latest()).results()).hasSize(1);
    }
    assertThat(holds(folder, "quokka")).isFalse();
    assertThat(holds(folder, "doubloons")).isFalse();
    assertThat(holds(folder, "wombat")).isTrue();
  }

  @Test
  void aTextThatAnotherVersionHoldsIsFoundThroughThatOneOnly(@TempDir Path folder) {
    Story story = new Story(home.database(), "shared");
    String shared = "# T\n\nThe numbat sleeps.\n";
    story.asserts("terms", "office", "one", shared, "2024-01-01", null);
    story.asserts("copy", "office", "two", shared, "2024-01-01", null);
    try (PassageIndex index = PassageIndex.open(folder, home.database())) {
      assertThat(ask(index, story, "numbat", Known.latest()).results()).hasSize(2);
      erase(story, "terms", new Eraser.Which.All());
      assertThat(ask(index, story, "numbat", Known.latest()).results())
          .extracting(hit -> hit.citation().document())
          .containsExactly("copy");
      Asked named =
          new Ask(home.database(), index)
              .ask(
                  story.tenant(),
                  Request.of("numbat")
                      .about(LocalTimes.parseAbout("2024-06-01", ZoneOffset.UTC, false))
                      .top(10)
                      .of(Filter.document("terms")));
      assertThat(named.results()).isEmpty();
      assertThat(named.allNotices().toString()).contains("O 1");
      assertThat(new Ask(home.database(), index).searchEverything(story.tenant(), "numbat", 10))
          .extracting(found -> found.document())
          .isEqualTo(List.of("copy"));
    }
  }
}
