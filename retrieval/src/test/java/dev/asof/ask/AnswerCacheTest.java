package dev.asof.ask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.eligible.StatePolicy;
import dev.asof.history.Filter;
import dev.asof.history.Known;
import dev.asof.id.TenantId;
import dev.asof.index.PassageIndex;
import dev.asof.index.Story;
import dev.asof.rank.RankSettings;
import dev.asof.schema.Caller;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.time.State;
import dev.asof.time.TimeInput;
import dev.asof.write.Change;
import dev.asof.write.Receipt;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnswerCacheTest {
  private static TestDatabase database;

  @TempDir static Path folder;
  private static Receipt first;
  private static Story story;
  private static Story other;

  @BeforeAll
  static void create() {
    database = TestDatabases.create();
    story = new Story(database.database(), "cache");
    other = new Story(database.database(), "other");
    first = tell(story);
    tell(other);
  }

  private static Receipt tell(Story told) {
    Receipt receipt =
        told.asserts("terms", "site", "v1", notice("thirty days"), "2023-01-01", null);
    told.asserts("terms", "press", "p", notice("thirty full days"), "2023-01-01", null);
    told.asserts("terms", "site", "v2", notice("sixty days"), "2023-07-01", null);
    told.asserts("rules", "site", "r", notice("nine days"), "2023-01-01", null);
    return receipt;
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  private static String notice(String words) {
    return "# Notice\n\nWe give " + words + " of notice before a change.\n";
  }

  private static Request base() {
    return Request.of("notice")
        .about(new TimeInput.Day(LocalDate.of(2023, 8, 1)))
        .seenFrom(Instant.parse("2024-05-15T10:00:00Z"));
  }

  @Test
  void theSameQuestionIsAnsweredOnce() {
    try (PassageIndex index = PassageIndex.open(folder, database.database())) {
      Ask ask = new Ask(database.database(), index);

      assertThat(ask.ask(story.tenant(), base())).isSameAs(ask.ask(story.tenant(), base()));
    }
  }

  /// Whatever is varied, the answer from a warm cache is the one that nothing was kept for.
  @Test
  void everyArgumentCounts() {
    Map<String, Request> varied = new LinkedHashMap<>();
    varied.put("question", with(base(), "thirty"));
    varied.put("about", base().about(new TimeInput.Day(LocalDate.of(2023, 2, 1))));
    varied.put("about as another day", base().about(new TimeInput.Day(LocalDate.of(2023, 8, 2))));
    varied.put("known", base().known(Known.token(first.sequence())));
    varied.put(
        "known as an instant", base().known(Known.at(Objects.requireNonNull(first.systemTime()))));
    varied.put("k", base().top(1));
    varied.put("document", base().of(Filter.document("rules")));
    varied.put("source", base().of(Filter.all().from("press")));
    varied.put("scope", base().of(Filter.all().forScope("nobody")));
    varied.put("states", base().inStates(new StatePolicy(EnumSet.of(State.UNKNOWN))));
    varied.put("ranker", base().rankedBy("decay-exponential"));
    varied.put("explained", base().explained(true));
    varied.put("words", with(base().about(null), "notice last year"));
    varied.put(
        "now",
        with(base().about(null), "notice last year")
            .seenFrom(Instant.parse("2023-05-15T10:00:00Z")));
    varied.put(
        "zone", with(base().about(null), "notice last year").inZone(ZoneId.of("Asia/Tokyo")));
    AnswerCache cache = new AnswerCache(Ask.KEPT);
    try (PassageIndex index = PassageIndex.open(folder, database.database())) {
      Ask warm = new Ask(database.database(), index, Models.none(), cache);
      Asked before = warm.ask(story.tenant(), base());
      varied.forEach((what, request) -> {
        Asked cold = new Ask(database.database(), index).ask(story.tenant(), request);
        assertThat(warm.ask(story.tenant(), request)).as(what).isEqualTo(cold).isNotEqualTo(before);
        assertThat(warm.ask(story.tenant(), request)).as(what).isEqualTo(cold);
      });
      assertThat(warm.ask(story.tenant(), base())).isSameAs(before);
      assertThat(warm.ask(other.tenant(), base())).as("tenant").isNotEqualTo(before);
      Models others =
          new Models(RankSettings.DEFAULT.withDecay(Duration.ofDays(1), 0), null, null, null);
      assertThat(new Ask(database.database(), index, others, cache).ask(story.tenant(), base()))
          .as("settings")
          .isNotSameAs(before);
    }
  }

  private static Request with(Request request, String question) {
    return Request.of(question).about(request.about()).seenFrom(request.now());
  }

  @Test
  void thePresentIsNeverKept() {
    try (PassageIndex index = PassageIndex.open(folder, database.database())) {
      Ask ask = new Ask(database.database(), index);
      Request now = Request.of("notice");

      Part one = ask.ask(story.tenant(), now).parts().getFirst();
      Part two = ask.ask(story.tenant(), now).parts().getFirst();

      assertThat(Instant.parse(String.valueOf(one.about())))
          .isBefore(Instant.parse(String.valueOf(two.about())));
    }
  }

  @Test
  void whatTheCallerMayNotSeeTodayIsNotTakenFromAnother() {
    Story own = new Story(database.database().as(Caller.everything()), "labels");
    tell(own);
    AnswerCache cache = new AnswerCache(Ask.KEPT);
    try (PassageIndex index = PassageIndex.open(folder, database.database())) {
      Ask all = new Ask(database.database().as(Caller.everything()), index, Models.none(), cache);
      Ask some =
          new Ask(database.database().as(Caller.holding(Set.of())), index, Models.none(), cache);
      Request request = base();
      assertThat(some.ask(own.tenant(), request).toString()).contains("rules");

      own.write(new Change.Label("rules", List.of("legal"), List.of()));

      Known before = Known.latest();
      assertThat(all.ask(own.tenant(), request.known(before)).toString()).contains("rules");
      assertThat(some.ask(own.tenant(), request.known(before)).toString()).doesNotContain("rules");
      // As known before the label was set: permission is today's.
      assertThat(some.ask(own.tenant(), request.known(Known.token(4))).toString())
          .doesNotContain("rules");
      assertThat(all.ask(own.tenant(), request.known(Known.token(4))).toString()).contains("rules");
    }
  }

  @Test
  void aCacheForgetsWhatWasNotAskedForLongest() {
    AnswerCache cache = new AnswerCache(1);
    try (PassageIndex index = PassageIndex.open(folder, database.database())) {
      Ask ask = new Ask(database.database(), index, Models.none(), cache);
      TenantId tenant = story.tenant();

      Asked one = ask.ask(tenant, base());
      ask.ask(tenant, base().top(1));

      assertThat(ask.ask(tenant, base())).isEqualTo(one).isNotSameAs(one);
    }
  }

  @Test
  void whatIsRecordedLaterAboutThatTimeDoesNotChangeWhatWasKnownThen() {
    Story own = new Story(database.database(), "later");
    tell(own);
    try (PassageIndex index = PassageIndex.open(folder, database.database())) {
      Ask ask = new Ask(database.database(), index);
      Request then = base().known(Known.token(4));
      Asked before = ask.ask(own.tenant(), then);

      own.corrects("terms", "site", "v1", "2023-07-01", null);

      assertThat(ask.ask(own.tenant(), then).parts()).isEqualTo(before.parts());
      assertThat(ask.ask(own.tenant(), base()).parts()).isNotEqualTo(before.parts());
    }
  }
}
