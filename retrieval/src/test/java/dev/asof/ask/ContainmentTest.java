package dev.asof.ask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.cite.Hit;
import dev.asof.index.PassageIndex;
import dev.asof.index.Story;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Questions about a range and about ranges inside it, by words. `-Dasof.test.seed=N` repeats a
/// run.
class ContainmentTest {
  private static final long SEED = Long.getLong("asof.test.seed", new Random().nextLong());
  private static final LocalDate START = LocalDate.of(2023, 1, 1);
  private static final List<String> WORDS =
      List.of("notice", "fees", "refund", "privacy", "change", "days");
  private static final int K = 4;

  @TempDir Path folder;

  private static String text(Random random) {
    StringBuilder text = new StringBuilder("# Part\n\n");
    for (int i = 2 + random.nextInt(12); i > 0; i--) {
      text.append(WORDS.get(random.nextInt(WORDS.size()))).append(' ');
    }
    return text.append('\n').toString();
  }

  private static String day(int number) {
    return START.plusDays(number).toString();
  }

  private static List<String> texts(Ask ask, Story story, int from, int to) {
    String question = "notice of fees from " + day(from) + " to " + day(to);
    return ask
        .ask(story.tenant(), Request.of(question).top(K))
        .parts()
        .getFirst()
        .results()
        .stream()
        .map(ContainmentTest::passage)
        .toList();
  }

  private static String passage(Hit hit) {
    return hit.citation().document() + "\n" + hit.text();
  }

  private static boolean isIn(Ask ask, Story story, int from, int to, String passage) {
    String question = "notice of fees from " + day(from) + " to " + day(to);
    return ask
        .ask(story.tenant(), Request.of(question).top(Request.MOST_RESULTS))
        .results()
        .stream()
        .anyMatch(hit -> passage(hit).equals(passage));
  }

  @Test
  void whatAWiderTimeFindsAndANarrowerOneAdmitsIsFoundThereToo() {
    Random random = new Random(SEED);
    try (TestDatabase database = TestDatabases.create();
        PassageIndex index = PassageIndex.open(folder, database.database())) {
      Story story = new Story(database.database(), "containment");
      for (int document = 0; document < 12; document++) {
        int from = 0;
        for (int version = 0; version < 4 && from < 60; version++) {
          int to = from + 1 + random.nextInt(30);
          story.asserts("d" + document, "site", "v" + version, text(random), day(from), day(to));
          from = to + random.nextInt(3);
        }
      }
      Ask ask = new Ask(database.database(), index);
      for (int run = 0; run < 25; run++) {
        int from = random.nextInt(40);
        int to = from + 5 + random.nextInt(20);
        int within = from + random.nextInt(3);
        int until = Math.max(within + 1, to - random.nextInt(4));
        List<String> narrow = texts(ask, story, within, until);
        for (String found : texts(ask, story, from, to)) {
          if (isIn(ask, story, within, until, found)) {
            assertThat(narrow).as("seed %d, run %d", SEED, run).contains(found);
          }
        }
      }
    }
  }
}
