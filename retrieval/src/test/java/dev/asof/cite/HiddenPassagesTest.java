package dev.asof.cite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.asof.ask.Ask;
import dev.asof.ask.Asked;
import dev.asof.ask.Request;
import dev.asof.fault.AsofException;
import dev.asof.fault.Code;
import dev.asof.index.CatchUp;
import dev.asof.index.PassageIndex;
import dev.asof.index.Story;
import dev.asof.schema.Caller;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseSettings;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.time.TimeInput;
import dev.asof.write.Change;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is asked by callers from whom documents are hidden. `-Dasof.test.seed=N` repeats a run.
class HiddenPassagesTest {
  private static final long SEED = Long.getLong("asof.test.seed", new Random().nextLong());
  private static final List<String> LABELS = List.of("hr", "legal", "board");
  private static final int DOCUMENTS = 24;
  private static final int ALL = 1_000;

  private static TestDatabase home;

  @TempDir Path folder;

  @BeforeAll
  static void open() {
    home = TestDatabases.create();
  }

  @AfterAll
  static void close() {
    home.close();
  }

  private static Story story(String name) {
    return new Story(home.database().as(Caller.everything()), name);
  }

  private static Set<String> some(Random random, int oneIn) {
    Set<String> some = new HashSet<>();
    for (String label : LABELS) {
      if (random.nextInt(oneIn) == 0) {
        some.add(label);
      }
    }
    return some;
  }

  private static TimeInput day(String day) {
    return new TimeInput.Moment(Story.day(day));
  }

  private static Asked ask(Database database, PassageIndex index, Story story, String day, int k) {
    return new Ask(database, index)
        .ask(story.tenant(), Request.of("notice of fees").about(day(day)).top(k));
  }

  private static Hit withoutScore(Hit hit) {
    return new Hit(
        hit.period(),
        hit.citation(),
        hit.heading(),
        hit.text(),
        hit.display(),
        0,
        hit.tier(),
        hit.also(),
        hit.remarks(),
        hit.permalink(),
        hit.factors());
  }

  @Test
  void askingIsAskingEverythingWithoutWhatTheModelHides() {
    Random random = new Random(SEED);
    Story story = story("random");
    for (int i = 0; i < DOCUMENTS; i++) {
      String text = "# Notice\n\nThirty days of notice.\n\n# Fees\n\nThe fees of " + i % 5 + ".\n";
      if (i % 6 == 5) {
        story.puts(key(i), "site", "v1", text);
      } else {
        story.asserts(key(i), "site", "v1", text, "2024-01-01", i % 4 == 3 ? "2024-02-01" : null);
      }
    }
    Map<String, Set<String>> model = new HashMap<>();
    try (PassageIndex index = PassageIndex.open(folder, home.database())) {
      index.catchUp(story.tenant(), 1);
      for (int round = 0; round < 12; round++) {
        relabel(random, story, model);
        Set<String> held = some(random, 2);
        Database caller = home.database().as(Caller.holding(held));
        String day = random.nextBoolean() ? "2024-01-15" : "2024-03-15";
        Asked all = ask(home.database().as(Caller.everything()), index, story, day, ALL);
        Asked seen = ask(caller, index, story, day, ALL);
        String shown = "seed " + SEED + ", round " + round + ", " + held + ", " + model;
        // Scores count places, and there are fewer.
        assertThat(seen.results().stream().map(HiddenPassagesTest::withoutScore))
            .as(shown)
            .containsExactlyElementsOf(
                all.results().stream()
                    .filter(hit -> isSeen(model, hit.citation().document(), held))
                    .map(HiddenPassagesTest::withoutScore)
                    .toList());
        int k = 1 + random.nextInt(5);
        assertThat(ask(caller, index, story, day, k).results())
            .as(shown)
            .isEqualTo(seen.results().subList(0, Math.min(k, seen.results().size())));
        for (int i = 0; i < DOCUMENTS; i++) {
          if (!isSeen(model, key(i), held)) {
            assertThat(seen.toString()).as(shown).doesNotContain(key(i));
            assertThat(
                    new Ask(caller, index).searchEverything(story.tenant(), "fees", ALL).toString())
                .doesNotContain(key(i));
          }
        }
      }
    }
  }

  private static String key(int document) {
    return "document-" + (char) ('a' + document) + "-x";
  }

  private static boolean isSeen(Map<String, Set<String>> model, String document, Set<String> held) {
    return held.containsAll(model.getOrDefault(document, Set.of()));
  }

  private static void relabel(Random random, Story story, Map<String, Set<String>> model) {
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < DOCUMENTS; i++) {
      if (random.nextInt(3) == 0) {
        Set<String> wanted = some(random, 3);
        Set<String> before = model.getOrDefault(key(i), Set.of());
        changes.add(
            new Change.Label(
                key(i),
                wanted.stream().filter(label -> !before.contains(label)).toList(),
                before.stream().filter(label -> !wanted.contains(label)).toList()));
        model.put(key(i), wanted);
      }
    }
    if (!changes.isEmpty()) {
      story.write(changes.toArray(Change[]::new));
    }
  }

  @Test
  void aChangeOfLabelsTouchesNoPassageOfTheIndex() {
    Story story = story("untouched");
    story.asserts("page", "site", "v1", "Fees and notice.", "2024-01-01", null);
    try (PassageIndex index = PassageIndex.open(folder, home.database())) {
      index.catchUp(story.tenant(), 1);
      story.write(new Change.Label("page", List.of("hr"), List.of()));
      CatchUp done = index.catchUp(story.tenant(), 2);
      assertThat(done.sequence()).isEqualTo(2);
      assertThat(done.documents()).isZero();
      assertThat(ask(home.database(), index, story, "2024-03-01", 5).results()).isEmpty();
      assertThat(
              ask(home.database().as(Caller.holding("hr")), index, story, "2024-03-01", 5)
                  .results())
          .hasSize(1);
    }
  }

  @Test
  void theIndexIsMadeOfEverythingWhoeverAsksFirst() {
    Story story = story("first");
    story.asserts("page", "site", "v1", "Fees and notice.", "2024-01-01", null);
    story.write(new Change.Label("page", List.of("hr"), List.of()));
    try (PassageIndex index = PassageIndex.open(folder, home.database())) {
      assertThat(ask(home.database(), index, story, "2024-03-01", 5).results()).isEmpty();
      assertThat(
              ask(home.database().as(Caller.holding("hr")), index, story, "2024-03-01", 5)
                  .results())
          .hasSize(1);
    }
  }

  @Test
  void aLoginThatMayNotSeeEverythingAsksAnIndexThatIsCurrentAndMakesNone() {
    Story story = story("login");
    story.asserts("page", "site", "v1", "Fees and notice.", "2024-01-01", null);
    story.asserts("secret", "site", "v1", "Fees of the secret.", "2024-01-01", null);
    story.write(new Change.Label("secret", List.of("hr"), List.of()));
    DatabaseSettings settings = home.loginFor(story.tenant().value());
    home.asOwner(sql ->
        sql.execute(
            "update asof.tenant_login set labels = '{legal}' where login = '"
                + settings.user()
                + "'"));
    Database login = home.open(settings).as(Caller.everything());
    try (PassageIndex own = PassageIndex.open(folder, login)) {
      assertThatExceptionOfType(AsofException.class)
          .isThrownBy(() -> ask(login, own, story, "2024-03-01", 5))
          .satisfies(e -> assertThat(e.code()).isEqualTo(Code.NOT_ALLOWED));
      try (PassageIndex index = PassageIndex.open(folder, home.database())) {
        index.catchUp(story.tenant(), 3);
      }
      assertThat(ask(login, own, story, "2024-03-01", 5).results())
          .singleElement()
          .satisfies(hit -> assertThat(hit.citation().document()).isEqualTo("page"));
    }
  }
}
