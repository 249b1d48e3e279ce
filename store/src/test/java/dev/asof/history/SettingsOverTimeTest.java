package dev.asof.history;

import static dev.asof.history.Story.about;
import static dev.asof.history.Story.at;
import static dev.asof.history.Story.time;
import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.verify.Verifier;
import dev.asof.write.Change;
import dev.asof.write.Receipt;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// How a source is set holds for a range of valid time, as known at a time.
class SettingsOverTimeTest {

  private final Story story = new Story();

  @AfterEach
  void drop() {
    story.close();
  }

  private Receipt set(
      String source, @Nullable String zone, @Nullable Integer rank, @Nullable String from) {
    return story.write(
        "set",
        new Change.SetSource(
            source, null, zone, rank, null, null, null, from == null ? null : time(from)));
  }

  private List<String> order(String about, Known known) {
    return story.inForce("act", about, known).results().stream().map(Citation::source).toList();
  }

  @Test
  void theOrderOfAuthorityIsThatOfTheTimeAskedAboutAsKnownThen() {
    story.states("a", "act", "a1", "one", "2020-01-01", null);
    story.states("b", "act", "b1", "two", "2020-01-01", null);
    Receipt before = set("a", null, 1, null);
    Receipt turned = set("b", null, 0, "2024-03-01T00:00:00Z");

    assertThat(order("2024-02-29T23:59:59.999999Z", Known.latest())).containsExactly("a", "b");
    assertThat(order("2024-03-01T00:00:00Z", Known.latest())).containsExactly("b", "a");
    assertThat(order("2024-03-01T00:00:00Z", at(before))).containsExactly("a", "b");

    set("b", null, 5, null);
    assertThat(order("2024-03-01T00:00:00Z", Known.latest())).containsExactly("a", "b");
    assertThat(order("2024-03-01T00:00:00Z", at(turned))).containsExactly("b", "a");
    assertThat(new Verifier(story.database).verify(story.tenant).finding()).isEmpty();
  }

  @Test
  void aDateIsReadInTheZoneThatTheSourceHasThen() {
    set("gov", "Europe/London", null, null);
    story.states("gov", "act", "v1", "one", "2020-01-01", null);
    set("gov", "America/New_York", null, "2024-03-01T05:00:00Z");

    assertThat(instantOf("2024-02-01")).isEqualTo(Instant.parse("2024-02-01T00:00:00Z"));
    // Both zones read this midnight into their own range: the earlier is taken.
    assertThat(instantOf("2024-03-01")).isEqualTo(Instant.parse("2024-03-01T00:00:00Z"));
    assertThat(instantOf("2024-03-02")).isEqualTo(Instant.parse("2024-03-02T05:00:00Z"));
    assertThat(instantOf("2024-04-01")).isEqualTo(Instant.parse("2024-04-01T04:00:00Z"));
  }

  @Test
  void aMidnightThatNoZoneReadsIntoItsOwnRangeIsReadAsBefore() {
    set("gov", "America/New_York", null, null);
    story.states("gov", "act", "v1", "one", "2020-01-01", null);
    // New York's midnight is at 05:00Z, after the change; Tokyo's was at 15:00Z, before it.
    set("gov", "Asia/Tokyo", null, "2024-03-01T00:00:00Z");
    assertThat(instantOf("2024-03-01")).isEqualTo(Instant.parse("2024-03-01T05:00:00Z"));
    assertThat(instantOf("2024-03-02")).isEqualTo(Instant.parse("2024-03-01T15:00:00Z"));
  }

  private Instant instantOf(String day) {
    return Objects.requireNonNull(story.inForce("act", day).reading().about())
        .zones()
        .getFirst()
        .instant();
  }

  @Test
  void aNewSourceIsAsAnyOtherBeforeTheTimeFromWhichItIsSet() {
    set("gov", "Asia/Tokyo", 3, "2024-03-01T00:00:00Z");
    List<Sources.Setting> settings =
        story
            .history
            .reader()
            .snapshot(story.tenant, Known.latest(), snapshot -> Sources.in(snapshot).settings());
    assertThat(settings)
        .extracting(setting -> setting.source().rank(), setting -> setting.source().zoneAssumed())
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(null, true),
            org.assertj.core.groups.Tuple.tuple(3, false));
  }

  @Test
  void whatIsSoAlreadyWritesNothingAndEqualNeighboursAreOne() {
    set("gov", null, 3, null);
    assertThat(set("gov", null, 3, "2024-03-01T00:00:00Z").outcome())
        .isEqualTo(Receipt.Outcome.UNCHANGED);
    set("gov", null, 4, "2024-03-01T00:00:00Z");
    assertThat(set("gov", null, 4, "2024-03-01T00:00:00Z").outcome())
        .isEqualTo(Receipt.Outcome.UNCHANGED);
    set("gov", null, 3, "2024-03-01T00:00:00Z");
    assertThat(
            story
                .history
                .reader()
                .<List<Sources.Setting>>snapshot(
                    story.tenant, Known.latest(), snapshot -> Sources.in(snapshot).settings()))
        .hasSize(1);
  }

  @Test
  void atEveryPointTheSettingIsTheLastOneMadeForIt() {
    long seed = Long.getLong("asof.test.seed", System.nanoTime());
    Random random = new Random(seed);
    story.states("gov", "act", "v1", "one", "2020-01-01", null);
    record Made(long sequence, int rank, int from) {}
    List<Made> made = new java.util.ArrayList<>();
    for (int i = 0; i < 20; i++) {
      int from = random.nextInt(8) - 1;
      int rank = random.nextInt(4);
      Receipt receipt = set("gov", null, rank, from < 0 ? null : "2024-01-0" + (from + 1));
      if (receipt.outcome() == Receipt.Outcome.WRITTEN) {
        made.add(new Made(receipt.sequence(), rank, from));
      }
    }
    for (Made last : made) {
      story
          .history
          .reader()
          .snapshot(
              story.tenant,
              Known.token(last.sequence()),
              snapshot -> {
                for (int day = -1; day < 9; day++) {
                  int at = day;
                  Integer wanted =
                      made.stream()
                          .filter(one -> one.sequence() <= last.sequence() && one.from() <= at)
                          .reduce((one, other) -> other)
                          .map(Made::rank)
                          .orElse(null);
                  String about =
                      day < 0 ? "2023-12-01T00:00:00Z" : "2024-01-0" + (day + 1) + "T00:00Z";
                  assertThat(Sources.about(snapshot, about(about)).all().iterator().next().rank())
                      .as("-Dasof.test.seed=%d: %s as of @%d", seed, about, last.sequence())
                      .isEqualTo(wanted);
                }
                return 0;
              });
    }
    assertThat(new Verifier(story.database).verify(story.tenant).finding()).isEmpty();
  }

  @Test
  void theChainCoversTheRangeOfASetting() {
    set("gov", null, 3, "2024-03-01T00:00:00Z");
    assertThat(new Verifier(story.database).verify(story.tenant).finding()).isEmpty();
    for (String range : List.of("[2024-03-02,)", "[2024-03-02,2025-01-01)")) {
      story.home.asOwner(sql -> {
        sql.execute("set session_replication_role = replica");
        sql.execute(
            "update asof.source_setting set valid_during = '"
                + range
                + "' where authority_rank = 3");
      });
      assertThat(new Verifier(story.database).verify(story.tenant).finding()).as(range).isPresent();
    }
  }
}
