package dev.asof.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.split.Format;
import dev.asof.time.LocalTimes;
import dev.asof.time.StatedTime;
import dev.asof.verify.Verifier;
import dev.asof.write.Change;
import dev.asof.write.ImportOptions;
import dev.asof.write.ImportReport;
import dev.asof.write.Importer;
import dev.asof.write.Intent;
import dev.asof.write.NewVersion;
import dev.asof.write.PreparedText;
import dev.asof.write.Store;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// One hot document: what a correction costs on top of many, and a full backfill done twice.
///
/// `asof.conformance.depth` (10,000) is how many corrections. The cost at each depth is the mean of
/// 50 corrections, each a transaction of its own; those between are written a hundred at a time.
class DepthConformance {

  private static final int DEPTH = Integer.getInteger("asof.conformance.depth", 10_000);
  private static final int MEASURED = 50;
  private static final int BATCH = 100;
  private static final Instant FIRST = Instant.parse("2000-01-01T00:00:00Z");

  /// However deep, a correction costs at most so many times what it costs at a depth of a hundred.
  private static final double MOST_GROWTH = 10;

  @Test
  void aCorrectionCostsAboutTheSameHoweverManyWereMadeBefore() {
    long seed = Histories.seed();
    Random random = new Random(seed);
    try (TestDatabase home = TestDatabases.create()) {
      Database database = home.database();
      Store store = new Store(database);
      TenantId tenant = store.createTenant("deep");
      store.write(tenant, intent("assert"), List.of(first()));
      TreeMap<Integer, Double> cost = new TreeMap<>();
      int done = 0;
      for (int depth : new int[] {100, 1_000, 10_000}) {
        if (depth > DEPTH) {
          break;
        }
        while (done < depth) {
          List<Change> batch = new ArrayList<>();
          while (batch.size() < BATCH && done < depth) {
            batch.add(correction(random, ++done));
          }
          store.write(tenant, intent("correct"), batch);
        }
        home.asOwner(sql -> sql.execute("analyze"));
        for (int i = 0; i < 10; i++) {
          store.write(tenant, intent("correct"), List.of(correction(random, ++done)));
        }
        long began = System.nanoTime();
        for (int i = 0; i < MEASURED; i++) {
          store.write(tenant, intent("correct"), List.of(correction(random, ++done)));
        }
        cost.put(depth, (System.nanoTime() - began) / 1e6 / MEASURED);
      }
      long live =
          database.<Long>read(
              tenant,
              sql ->
                  sql.fetchSingle(
                          "select count(*) from asof.document_validity where system_to is null")
                      .get(0, Long.class));
      assertThat(new Verifier(database).verify(tenant).finding()).isEmpty();
      System.out.printf(
          Locale.ROOT,
          "depth: a correction costs %s ms; %,d beliefs live after %,d corrections (seed %d)%n",
          cost.entrySet().stream()
              .map(each ->
                  String.format(Locale.ROOT, "%.1f at depth %,d", each.getValue(), each.getKey()))
              .toList(),
          live,
          done,
          seed);
      assertThat(cost.lastEntry().getValue())
          .as("cost by depth: %s", cost)
          .isLessThan(MOST_GROWTH * cost.firstEntry().getValue());
    }
  }

  @Test
  void aFullBackfillDoneTwiceWritesNothingTheSecondTime() {
    try (TestDatabase home = TestDatabases.create()) {
      TenantId tenant = new Store(home.database()).createTenant("backfill");
      byte[] records = records();
      long began = System.nanoTime();
      ImportReport first = backfill(home.database(), tenant, records);
      Duration once = Duration.ofNanos(System.nanoTime() - began);
      began = System.nanoTime();
      ImportReport second = backfill(home.database(), tenant, records);
      Duration twice = Duration.ofNanos(System.nanoTime() - began);

      assertThat(first.written()).isEqualTo(DEPTH);
      assertThat(second.written()).isZero();
      assertThat(second.held()).isEqualTo(DEPTH);
      assertThat(new Verifier(home.database()).verify(tenant).transactions()).isEqualTo(DEPTH);
      System.out.printf(
          Locale.ROOT,
          "depth: %,d records of one document backfilled in %.1f s, the second time in %.1f s%n",
          DEPTH,
          once.toMillis() / 1e3,
          twice.toMillis() / 1e3);
    }
  }

  private static Intent intent(String kind) {
    return Intent.of(kind, "conformance").because("depth");
  }

  private static Change first() {
    return new Change.Assert(place(), wanted("v0", "Text 0."), time(FIRST), null, false);
  }

  private static Change correction(Random random, int number) {
    Instant from = FIRST.plusSeconds(random.nextInt(800_000_000));
    return new Change.Correct(
        place(),
        wanted("v" + number % 500, "Text " + number % 500 + "."),
        time(from),
        time(from.plusSeconds(1 + random.nextInt(80_000))));
  }

  private static Change.Place place() {
    return Change.Place.of("hot", "office");
  }

  private static Change.Wanted wanted(String label, String text) {
    return new Change.Wanted.New(
        new NewVersion(
            label, null, null, null, null, false, null, PreparedText.of(Format.TEXT, text)));
  }

  private static StatedTime time(Instant at) {
    return LocalTimes.parseStated(at.toString(), ZoneOffset.UTC, false);
  }

  private static byte[] records() {
    StringBuilder lines = new StringBuilder();
    for (int number = 0; number < DEPTH; number++) {
      lines
          .append("{\"source\":\"gazette\",\"document_key\":\"hot\",\"version_label\":\"v")
          .append(number)
          .append("\",\"validity_state\":\"asserted\",\"valid_from\":\"")
          .append(FIRST.plus(Duration.ofHours(number)))
          .append("\",\"recorded_at\":\"")
          .append(FIRST.plus(Duration.ofHours(number)))
          .append("\",\"body\":\"Text ")
          .append(number)
          .append(".\"}\n");
    }
    return lines.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static ImportReport backfill(Database database, TenantId tenant, byte[] records) {
    return new Importer(database)
        .run(
            tenant,
            List.of(Importer.Input.file("backfill", () -> new ByteArrayInputStream(records))),
            ImportOptions.CARRIED,
            Intent.of("import", "conformance"),
            Importer.Progress.NONE);
  }
}
