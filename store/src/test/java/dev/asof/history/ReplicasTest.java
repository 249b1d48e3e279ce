package dev.asof.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Unavailable;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseRole;
import dev.asof.schema.TestReplicas;
import dev.asof.write.Change;
import dev.asof.write.Intent;
import dev.asof.write.Receipt;
import dev.asof.write.Store;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What is read from servers that follow another by streaming replication. One of them lags where a
/// test stops its replay.
class ReplicasTest {

  private static final String ABOUT = "2024-06-01T00:00:00Z";

  private static TestReplicas servers;
  private static Database primary;
  private static TestReplicas.Replica one;
  private static TestReplicas.Replica other;
  private static Store store;
  private static TenantId tenant;
  private static int versions;

  @BeforeAll
  static void start() {
    servers = TestReplicas.start();
    primary = servers.primary();
    store = new Store(primary);
    tenant = store.createTenant("story");
    writes("2024-01-01", null);
    one = servers.add(DatabaseRole.APP);
    // What is written while the second copy is not there yet is in its base, what follows is not.
    writes("2024-02-01", "2024-08-01");
    other = servers.add(DatabaseRole.AUDITOR);
  }

  @AfterAll
  static void stop() {
    servers.close();
  }

  private static Receipt writes(String from, @Nullable String to) {
    String label = "v" + ++versions;
    return store.write(
        tenant,
        Intent.of("correct", "ada").because("amended"),
        List.of(
            new Change.Assert(
                Change.Place.of("act", "gov"),
                new Change.Wanted.New(Story.version(label, "# One\n\nText of " + label)),
                Story.time(from),
                to == null ? null : Story.time(to),
                to == null)));
  }

  private static Answer<Citation> inForce(Database database, Known known) {
    return new History(database).inForce(tenant, Filter.document("act"), Story.about(ABOUT), known);
  }

  private static Answer<Citation> inForce(TestReplicas.Replica replica, Known known) {
    return inForce(replica.database(), known);
  }

  private static List<String> lines(List<?> results) {
    return results.stream().map(AnswerJson::line).toList();
  }

  @Test
  void readsPinnedByATokenAreTheSameOnEveryServer() {
    List<Receipt> written = new ArrayList<>();
    written.add(writes("2024-05-01", "2024-07-01"));
    written.add(writes("2024-03-01", null));
    written.add(writes("2024-05-15", "2024-06-15"));
    servers.catchUp(one);
    servers.catchUp(other);

    List<Known> asked = new ArrayList<>(List.of(Known.token(1), Known.latest()));
    for (Receipt receipt : written) {
      asked.add(Story.at(receipt));
      asked.add(Known.at(Story.there(receipt.systemTime())));
      asked.add(Known.at(Story.there(receipt.systemTime()).minusNanos(1_000)));
    }
    for (Known known : asked) {
      assertTheSame(history ->
          AnswerJson.line(
              history.inForce(tenant, Filter.document("act"), Story.about(ABOUT), known)));
      assertTheSame(history ->
          AnswerJson.line(
              history.learned(tenant, Filter.document("act"), Story.about(ABOUT), known)));
      assertTheSame(
          history -> AnswerJson.line(history.history(tenant, Filter.document("act"), known, true)));
      assertTheSame(
          history -> String.valueOf(history.changes(tenant, Filter.all(), Known.token(1), known)));
    }
    assertThat(
            asked.stream()
                .map(known -> String.valueOf(Story.names(inForce(one, known))))
                .distinct())
        .as("the points differ")
        .hasSizeGreaterThan(3);
  }

  private static void assertTheSame(Function<History, String> question) {
    String answer = question.apply(new History(primary));
    assertThat(question.apply(new History(one.database()))).isEqualTo(answer);
    assertThat(question.apply(new History(other.database()))).isEqualTo(answer);
  }

  @Test
  void aTimeThatAReplicaHasNotReachedIsPinnedEarlierAndSaysSo() {
    Receipt before = writes("2024-01-01", null);
    servers.catchUp(one);
    servers.catchUp(other);
    one.pause();
    Answer<Citation> pinned;
    Answer<Citation> whole;
    Known asked;
    try {
      writes("2024-04-01", null);
      asked = Known.at(clock());
      whole = inForce(primary, asked);
      servers.catchUp(other);

      pinned = inForce(one, asked);
    } finally {
      one.resume();
    }

    assertThat(whole.reading().known().pinned()).isFalse();
    assertThat(pinned.reading().known().pinned()).isTrue();
    assertThat(Story.codes(pinned)).contains("pinned");
    assertThat(pinned.token()).isEqualTo(before.sequence());
    assertThat(pinned.known()).isBefore(whole.known());
    assertThat(Story.names(pinned)).isNotEqualTo(Story.names(whole));
    // What it reported holds everywhere.
    assertThat(lines(inForce(primary, Known.at(pinned.known())).results()))
        .isEqualTo(lines(pinned.results()));
    assertThat(AnswerJson.line(inForce(other, asked))).isEqualTo(AnswerJson.line(whole));
    servers.catchUp(one);
    assertThat(AnswerJson.line(inForce(one, asked))).isEqualTo(AnswerJson.line(whole));
  }

  @Test
  void aTokenThatAReplicaHasNotGotYetIsRefusedWithHowFarItIs() {
    Receipt before = writes("2024-01-01", null);
    servers.catchUp(one);
    one.pause();
    Receipt written;
    try {
      written = writes("2024-04-15", null);

      assertThatThrownBy(() -> inForce(one, Story.at(written)))
          .isInstanceOfSatisfying(
              Unavailable.class,
              late -> {
                assertThat(late.code()).isEqualTo(Code.RETRY);
                assertThat(late.sentence())
                    .isEqualTo(
                        "this replica has not got transaction "
                            + written.sequence()
                            + " yet; it has caught up to transaction "
                            + before.sequence()
                            + ", of "
                            + before.systemTime()
                            + "; ask again in a moment, or ask the server that it follows");
                assertThat(late.context())
                    .containsEntry("token", Long.toString(written.sequence()))
                    .containsEntry("last", Long.toString(before.sequence()));
              });
    } finally {
      one.resume();
    }

    servers.catchUp(one);
    assertThat(AnswerJson.line(inForce(one, Story.at(written))))
        .isEqualTo(AnswerJson.line(inForce(primary, Story.at(written))));
  }

  @Test
  void aTenantIsFoundByNameOnAReplica() {
    for (TestReplicas.Replica replica : List.of(one, other)) {
      assertThat(new Store(replica.database()).tenant("story")).isEqualTo(tenant);
      assertThat(new Store(replica.database()).tenants()).contains("default", "story");
    }
  }

  @Test
  void aReplicaRefusesAWriteAndSaysWhereToWrite() {
    Store onReplica = new Store(one.database());
    assertThatThrownBy(() ->
            onReplica.write(
                tenant,
                Intent.of("put", "ada").because("in the wrong place"),
                List.of(
                    new Change.Put(Change.Place.of("act", "gov"), Story.version("r", "Text.")))))
        .isInstanceOfSatisfying(
            CallerFault.class,
            fault -> {
              assertThat(fault.code()).isEqualTo(Code.NOT_ALLOWED);
              assertThat(fault.sentence())
                  .contains("can only be read")
                  .endsWith("where it is a replica, write to the server that it follows");
            });
  }

  /// The present, as the primary's clock says.
  private static Instant clock() {
    return new History(primary).reader().snapshot(tenant, Known.latest(), Snapshot::clock);
  }
}
