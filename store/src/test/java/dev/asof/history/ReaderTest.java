package dev.asof.history;

import static dev.asof.history.Story.names;
import static dev.asof.history.Story.there;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.TenantId;
import dev.asof.time.LocalTimes;
import dev.asof.write.Receipt;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReaderTest {

  private final Story story = new Story();

  @AfterEach
  void drop() {
    story.close();
  }

  @Test
  void withoutKnownTheLastTransactionIsRead() {
    story.states("gov", "act", "v1", "one", "2024-01-01", null);
    Receipt last = story.states("gov", "act", "v2", "two", "2024-06-01", null);

    Snapshot snapshot = read(Known.latest());

    assertThat(snapshot.known()).isEqualTo(last.systemTime());
    assertThat(snapshot.token()).isEqualTo(last.sequence());
    assertThat(snapshot.pinned()).isFalse();
    assertThat(snapshot.reading().how()).isEqualTo(KnownReading.How.DEFAULTED);
  }

  @Test
  void anEmptyTenantIsReadAsBeforeEverything() {
    Snapshot snapshot = read(Known.latest());
    assertThat(snapshot.known()).isEqualTo("0001-01-01T00:00:00Z");
    assertThat(snapshot.token()).isZero();
    assertThat(read(Known.token(0)).known()).isEqualTo(snapshot.known());
  }

  @Test
  void theTokenIsTheLastTransactionUpToKnown() {
    Receipt first = story.states("gov", "act", "v1", "one", "2024-01-01", null);
    Receipt second = story.states("gov", "act", "v2", "two", "2024-06-01", null);

    Instant justBefore = there(second.systemTime()).minusNanos(1_000);
    assertThat(read(Known.at(justBefore)).token()).isEqualTo(first.sequence());
    assertThat(read(Known.at(there(second.systemTime()))).token()).isEqualTo(second.sequence());
    assertThat(read(Known.at(there(first.systemTime()).minusNanos(1_000))).token()).isZero();
    assertThat(read(Known.token(first.sequence())).known()).isEqualTo(first.systemTime());
  }

  @Test
  void aTokenThatDoesNotExistIsRefused() {
    story.states("gov", "act", "v1", "one", "2024-01-01", null);
    assertThatThrownBy(() -> read(Known.token(99)))
        .hasMessage("there is no transaction 99 to repeat; the last one is 1");
  }

  @Test
  void aTimeInTheFutureIsRefusedWithBothTimes() {
    clockSays("2026-01-01T00:00:00Z");
    assertThatThrownBy(() -> read(Known.at(Instant.parse("2026-01-01T00:00:00.000001Z"))))
        .isInstanceOfSatisfying(
            CallerFault.class,
            fault -> {
              assertThat(fault.code()).isEqualTo(Code.KNOWN_IN_FUTURE);
              assertThat(fault.sentence())
                  .startsWith(
                      "known 2026-01-01T00:00:00.000001Z lies ahead of the database's clock,"
                          + " 2026-01-01T00:00:00Z");
            });
    assertThat(read(Known.at(Instant.parse("2026-01-01T00:00:00Z"))).pinned()).isFalse();
  }

  @Test
  void aDayThatIsNotOverIsCutToThePresentAndTheNextOneIsRefused() {
    clockSays("2026-01-01T12:00:00Z");
    ZoneId berlin = ZoneId.of("Europe/Berlin");

    Snapshot today = read(Known.stated(LocalTimes.parseKnown("2026-01-01", berlin, false)));

    assertThat(today.known()).isEqualTo("2026-01-01T12:00:00Z");
    assertThat(today.reading().decision())
        .isEqualTo("2026-01-01 is not over; it was cut to the present");
    assertThatThrownBy(() -> read(Known.stated(LocalTimes.parseKnown("2026-01-02", berlin, false))))
        .isInstanceOfSatisfying(
            CallerFault.class, fault -> assertThat(fault.code()).isEqualTo(Code.KNOWN_IN_FUTURE));
    assertThat(read(Known.stated(LocalTimes.parseKnown("2025-12-31", berlin, false))).known())
        .isEqualTo("2025-12-31T22:59:59.999999Z");
  }

  @Test
  void whatWasReadOnceAsKnownInBetweenStaysFinal() {
    clockSays("2026-01-01T00:00:00Z");
    story.states("gov", "act", "v1", "one", "2024-01-01", null);
    clockSays("2026-01-01T00:01:00Z");
    Known between = Known.at(Instant.parse("2026-01-01T00:00:30Z"));
    String before = AnswerJson.line(story.inForce("act", "2024-03-01T00:00:00Z", between));

    clockSays("2026-01-01T00:00:10Z");
    Receipt later = story.corrects("gov", "act", "v2", "two", "2024-01-01", null);

    assertThat(later.systemTime()).isAfter(Instant.parse("2026-01-01T00:01:00Z"));
    assertThat(AnswerJson.line(story.inForce("act", "2024-03-01T00:00:00Z", between)))
        .isEqualTo(before);
  }

  @Test
  void aReadInBetweenWaitsForTheWriterInFlightWhoHoldsAnEarlierTime() throws Exception {
    story.states("gov", "act", "v1", "one", "2024-01-01", null);
    story.home.asOwner(sql ->
        sql.execute(
            """
            create function public.hold() returns trigger language plpgsql as $$
            begin perform pg_advisory_xact_lock(42); return new; end $$;
            create trigger hold before insert on asof.transaction for each row execute function public.hold()
            """));
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (Connection door =
            DriverManager.getConnection(
                story.home.jdbcUrl(), story.home.superuser(), story.home.superuserPassword());
        Statement statement = door.createStatement()) {
      statement.execute("select pg_advisory_lock(42)");
      CompletableFuture<Receipt> writer =
          CompletableFuture.supplyAsync(
              () -> story.corrects("gov", "act", "v2", "two", "2024-01-01", null), threads);
      awaitWaiting(1);
      Instant between = clock();
      CompletableFuture<Answer<Citation>> reader =
          CompletableFuture.supplyAsync(
              () -> story.inForce("act", "2024-03-01T00:00:00Z", Known.at(between)), threads);
      awaitWaiting(2);
      assertThat(reader.isDone()).isFalse();
      statement.execute("select pg_advisory_unlock(42)");

      Receipt written = writer.get(30, TimeUnit.SECONDS);
      Answer<Citation> answer = reader.get(30, TimeUnit.SECONDS);
      assertThat(written.systemTime()).isBeforeOrEqualTo(between);
      assertThat(answer.known()).isEqualTo(between);
      assertThat(names(answer)).containsExactly("asserted v2");
      assertThat(AnswerJson.line(story.inForce("act", "2024-03-01T00:00:00Z", Known.at(between))))
          .isEqualTo(AnswerJson.line(answer));
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void duringACarriedImportAReadIsPinnedAtTheLastFinalTimeAndSaysSo() {
    clockSays("2026-01-01T00:00:00Z");
    Receipt last = story.states("gov", "act", "v1", "one", "2024-01-01", null);
    story.home.asOwner(sql -> sql.execute("update asof.head set carrying = true"));
    clockSays("2026-02-01T00:00:00Z");
    Known asked = Known.at(Instant.parse("2026-01-15T00:00:00Z"));

    Answer<Citation> pinned =
        story
            .home
            .database()
            .write(
                story.tenant,
                importer -> {
                  importer.execute("select asof.hold_carrying({0})", DSL.val(story.tenant.value()));
                  return story.inForce("act", "2024-03-01T00:00:00Z", asked);
                });

    assertThat(pinned.known()).isEqualTo(last.systemTime());
    assertThat(pinned.reading().known().pinned()).isTrue();
    assertThat(pinned.reading().known().instant()).isEqualTo("2026-01-15T00:00:00Z");
    assertThat(Story.codes(pinned)).containsExactly("pinned");
    // The import is gone, but nobody told the head: it was killed.
    assertThat(read(asked).pinned()).isFalse();
    story.home.asOwner(sql ->
        assertThat(
                sql.fetchSingle(
                        "select carrying from asof.head where tenant = {0}",
                        DSL.val(story.tenant.value()))
                    .get(0, Boolean.class))
            .isFalse());
  }

  @Test
  void twoTimesAreReadInOneSnapshot() {
    Receipt first = story.states("gov", "act", "v1", "one", "2024-01-01", null);
    Receipt second = story.states("gov", "act", "v2", "two", "2024-06-01", null);

    story
        .history
        .reader()
        .snapshots(
            story.tenant,
            java.util.List.of(Known.token(second.sequence()), Known.token(first.sequence())),
            snapshots -> {
              assertThat(snapshots).extracting(Snapshot::token).containsExactly(2L, 1L);
              return snapshots.size();
            });
  }

  @Test
  void aTenantThatDoesNotExistIsRefused() {
    assertThatThrownBy(() ->
            story.history.reader().snapshot(new TenantId(4711), Known.latest(), Snapshot::token))
        .isInstanceOfSatisfying(
            CallerFault.class, fault -> assertThat(fault.code()).isEqualTo(Code.UNKNOWN_TENANT));
  }

  private Snapshot read(Known known) {
    return story.history.reader().snapshot(story.tenant, known, snapshot -> snapshot);
  }

  private void clockSays(String instant) {
    story.home.asOwner(sql ->
        sql.execute(
            "create or replace function asof.clock() returns timestamptz language sql volatile as"
                + " $$ select timestamptz '"
                + Instant.parse(instant)
                + "' $$"));
  }

  private Instant clock() {
    return read(Known.latest()).clock();
  }

  /// Waits until as many sessions of this database wait for a lock.
  private void awaitWaiting(int sessions) throws InterruptedException {
    for (int i = 0; i < 3_000; i++) {
      int[] waiting = new int[1];
      story.home.asOwner(sql ->
          waiting[0] =
              sql.fetchCount(
                  org.jooq.impl.DSL.table("pg_stat_activity"),
                  org.jooq.impl.DSL.condition(
                      "datname = current_database() and wait_event_type = 'Lock'")));
      if (waiting[0] >= sessions) {
        return;
      }
      TimeUnit.MILLISECONDS.sleep(10);
    }
    throw new AssertionError("no " + sessions + " sessions wait for a lock");
  }
}
