package dev.asof.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.AnswerJson;
import dev.asof.history.Filter;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.history.Snapshot;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.schema.TestDatabase;
import dev.asof.split.Format;
import dev.asof.time.Precision;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeInput;
import dev.asof.verify.Verifier;
import dev.asof.write.Change;
import dev.asof.write.Intent;
import dev.asof.write.NewVersion;
import dev.asof.write.PreparedText;
import dev.asof.write.Receipt;
import dev.asof.write.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Writers and readers at the same time on one tenant, while the clock jumps and some writers are
/// slow: whatever a reader was told once it is told again, byte for byte.
final class StabilityRun {

  private static final int WRITERS = 2;
  private static final int READERS = 3;
  private static final int DOCUMENTS = 5;

  /// @param present answers about the present clock, given while writers were in flight
  record Figures(
      long transactions,
      long slow,
      long answers,
      long present,
      long rereads,
      long snapshots,
      long jumps) {}

  private record Pin(int question, String document, Instant about, Known known, String answer) {}

  private final TestDatabase home;
  private final Database database;
  private final Store store;
  private final History history;
  private final TenantId tenant;
  private final long end;
  private final long seed;
  private final Map<Long, Instant> acknowledged = new ConcurrentHashMap<>();
  private final AtomicLong slow = new AtomicLong();
  private final AtomicLong answers = new AtomicLong();
  private final AtomicLong present = new AtomicLong();
  private final AtomicLong rereads = new AtomicLong();
  private final AtomicLong snapshots = new AtomicLong();
  private final AtomicLong jumps = new AtomicLong();

  private StabilityRun(TestDatabase home, String tenant, Duration during, long seed) {
    this.home = home;
    this.database = home.database();
    this.store = new Store(database);
    this.history = new History(database);
    this.tenant = store.createTenant(tenant);
    this.end = System.nanoTime() + during.toNanos();
    this.seed = seed;
  }

  static Figures run(TestDatabase home, Duration during, long seed) throws Exception {
    return new StabilityRun(home, "stable", during, seed).run();
  }

  private Figures run() throws Exception {
    home.asOwner(sql ->
        sql.execute(
            """
            create table public.shift (by interval not null);
            insert into public.shift values ('0');
            grant select on public.shift to public;
            create or replace function asof.clock() returns timestamptz language sql volatile
              as $$ select clock_timestamp() + (select by from public.shift) $$;
            create function public.linger() returns trigger language plpgsql as $$
              begin perform pg_sleep(0.02 + random() * 0.2); return new; end $$;
            create trigger linger before insert on asof.transaction
              for each row when (new.kind = 'slow') execute function public.linger()
            """));
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<Future<?>> all = new ArrayList<>();
      write(0, new Random(seed - 1));
      for (int i = 0; i < WRITERS; i++) {
        Random random = new Random(seed + i);
        int writer = i;
        all.add(threads.submit(repeated(() -> write(writer, random))));
      }
      for (int i = 0; i < READERS; i++) {
        Reader reader = new Reader(new Random(seed + 100 + i));
        all.add(
            threads.submit(() -> {
              while (System.nanoTime() < end) {
                reader.step();
              }
              reader.everythingAgain();
              return null;
            }));
      }
      all.add(threads.submit(repeated(this::observe)));
      Random jumping = new Random(seed + 200);
      all.add(threads.submit(repeated(() -> jump(jumping))));
      for (Future<?> each : all) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
      threads.awaitTermination(1, TimeUnit.MINUTES);
    }
    theLedgerIsWhatWasAcknowledgedInOrderOfCommit();
    return new Figures(
        acknowledged.size(),
        slow.get(),
        answers.get(),
        present.get(),
        rereads.get(),
        snapshots.get(),
        jumps.get());
  }

  private interface Step {
    void run() throws Exception;
  }

  private Callable<?> repeated(Step step) {
    return () -> {
      while (System.nanoTime() < end) {
        step.run();
      }
      return null;
    };
  }

  private void write(int writer, Random random) {
    boolean lingering = writer == 0 && random.nextInt(3) == 0;
    int from = random.nextInt(Grid.POINTS);
    Change.Place place =
        Change.Place.of("doc-" + random.nextInt(DOCUMENTS), random.nextInt(3) == 0 ? "b" : "a");
    String label = "w" + writer + "-" + random.nextInt(1_000_000_000);
    NewVersion version =
        new NewVersion(
            label, null, "en", null, null, false, null, PreparedText.of(Format.TEXT, label));
    List<Change> changes =
        random.nextInt(4) == 0
            ? List.of(new Change.Observe(place, Grid.at(from), new Change.Seen.Text(version)))
            : List.of(
                new Change.Assert(
                    place,
                    new Change.Wanted.New(version),
                    stated(Grid.at(from)),
                    random.nextBoolean()
                        ? null
                        : stated(Grid.at(from + 1 + random.nextInt(Grid.POINTS))),
                    random.nextBoolean()));
    Receipt receipt =
        store.write(tenant, Intent.of(lingering ? "slow" : "fast", "writer " + writer), changes);
    acknowledged.put(receipt.sequence(), Objects.requireNonNull(receipt.systemTime()));
    if (lingering) {
      slow.incrementAndGet();
    }
  }

  private static StatedTime stated(Instant at) {
    return new StatedTime(at.toString(), ZoneOffset.UTC, false, Precision.INSTANT, at, null);
  }

  private void jump(Random random) throws InterruptedException {
    int seconds = random.nextInt(120) - 60;
    home.asOwner(sql -> sql.execute("update public.shift set by = interval '" + seconds + " s'"));
    jumps.incrementAndGet();
    TimeUnit.MILLISECONDS.sleep(50 + random.nextInt(400));
  }

  /// In every snapshot the ledger is whole: had a later transaction been committed before an
  /// earlier one, some snapshot would show a gap.
  private void observe() throws InterruptedException {
    database.read(
        tenant,
        sql -> {
          var row =
              sql.fetchSingle(
                  "select count(*), coalesce(max(sequence), 0), (select sequence from asof.head"
                      + " where tenant = {0}) from asof.transaction where tenant = {0}",
                  org.jooq.impl.DSL.inline(tenant.value()));
          assertThat(row.get(0, Long.class)).isEqualTo(row.get(1, Long.class));
          assertThat(row.get(2, Long.class)).isEqualTo(row.get(1, Long.class));
          return null;
        });
    snapshots.incrementAndGet();
    TimeUnit.MILLISECONDS.sleep(1);
  }

  private void theLedgerIsWhatWasAcknowledgedInOrderOfCommit() {
    home.asOwner(sql -> {
      Instant last = Instant.MIN;
      long sequence = 0;
      for (var row :
          sql.fetch(
              "select sequence, system_time from asof.transaction where tenant = "
                  + tenant.value()
                  + " order by sequence")) {
        Instant time = row.get(1, Instant.class);
        assertThat(row.get(0, Long.class)).isEqualTo(++sequence);
        assertThat(time).isAfter(last);
        assertThat(acknowledged.get(sequence)).as("sequence %d", sequence).isEqualTo(time);
        last = time;
      }
      assertThat(acknowledged).hasSize((int) sequence);
      if ("on".equals(sql.fetchSingle("show track_commit_timestamp").get(0))) {
        assertThat(
                sql.fetchSingle(
                        """
                        select count(*) from (
                          select pg_xact_commit_timestamp(xmin) as committed,
                            lag(pg_xact_commit_timestamp(xmin)) over (order by system_time) as before
                          from asof.transaction where tenant = %d) as pair
                        where committed < before
                        """
                            .formatted(tenant.value()))
                    .get(0, Long.class))
            .as("transactions committed before one of an earlier system time")
            .isZero();
      }
    });
    assertThat(new Verifier(database).verify(tenant).finding()).isEmpty();
  }

  /// Asks, remembers, and asks again.
  private final class Reader {
    private static final int MOST_PINS = 300;

    private final Random random;
    private final List<Pin> pins = new ArrayList<>();

    Reader(Random random) {
      this.random = random;
    }

    void step() {
      if (!pins.isEmpty() && random.nextInt(3) > 0) {
        again(pins.get(random.nextInt(pins.size())));
        return;
      }
      Known known = known();
      int question = random.nextInt(3);
      String document = "doc-" + random.nextInt(DOCUMENTS);
      Instant about = Grid.at(random.nextInt(2 * Grid.POINTS));
      String answer = ask(question, document, about, known);
      if (answer.startsWith(Code.KNOWN_IN_FUTURE.name())) {
        // The clock stepped back before the question; nothing was answered.
        return;
      }
      answers.incrementAndGet();
      Pin pin = new Pin(question, document, about, known, answer);
      if (pins.size() < MOST_PINS) {
        pins.add(pin);
      } else {
        again(pins.set(random.nextInt(MOST_PINS), pin));
      }
    }

    /// A token, the present, an instant a moment ago, or the system time of a transaction.
    private Known known() {
      Snapshot now = history.reader().snapshot(tenant, Known.latest(), snapshot -> snapshot);
      return switch (random.nextInt(4)) {
        case 0 -> Known.token(1 + random.nextLong(now.token()));
        case 1 -> {
          present.incrementAndGet();
          yield Known.at(now.clock());
        }
        case 2 -> Known.at(now.clock().minusNanos(random.nextInt(500_000_000)));
        default -> Known.at(now.known());
      };
    }

    private String ask(int question, String document, Instant about, Known known) {
      Filter filter = Filter.document(document);
      TimeInput at = new TimeInput.Moment(stated(about));
      try {
        return AnswerJson.line(
            switch (question) {
              case 0 -> history.inForce(tenant, Filter.all(), at, known);
              case 1 -> history.timeline(tenant, filter, known);
              default -> history.learned(tenant, filter, at, known);
            });
      } catch (CallerFault fault) {
        return fault.code().name() + " " + fault.sentence();
      }
    }

    private void again(Pin pin) {
      String answer = ask(pin.question(), pin.document(), pin.about(), pin.known());
      if (!answer.equals(pin.answer())) {
        throw new AssertionError(
            """
            seed %d, question %d about %s at %s, %s
            told first:  %s
            told again:  %s
            told a third time: %s
            %s\
            """
                .formatted(
                    seed,
                    pin.question(),
                    pin.document(),
                    pin.about(),
                    pin.known(),
                    pin.answer(),
                    answer,
                    ask(pin.question(), pin.document(), pin.about(), pin.known()),
                    asStored()));
      }
      rereads.incrementAndGet();
    }

    /// What an answer may be made of, once by the indexes and once without: whether the store or
    /// the reading of it is at fault.
    private String asStored() {
      StringBuilder stored = new StringBuilder();
      for (String indexes : List.of("on", "off")) {
        home.asOwner(sql -> {
          for (String scan : List.of("indexscan", "indexonlyscan", "bitmapscan")) {
            sql.execute("set enable_" + scan + " = " + indexes);
          }
          for (String table :
              List.of("transaction", "source_setting", "statement", "document_validity")) {
            stored
                .append("with indexes ")
                .append(indexes)
                .append(", ")
                .append(table)
                .append('\n')
                .append(
                    sql.fetch(
                            "select ctid::text, xmin::text, xmax::text, one::text from asof.%s as one where tenant = %d order by 4"
                                .formatted(table, tenant.value()))
                        .format(2_000))
                .append('\n');
          }
        });
      }
      return stored.toString();
    }

    void everythingAgain() {
      pins.forEach(this::again);
    }
  }
}
