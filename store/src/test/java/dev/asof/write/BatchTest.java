package dev.asof.write;

import static dev.asof.schema.generated.Tables.DOCUMENT;
import static dev.asof.schema.generated.Tables.DOCUMENT_VALIDITY;
import static dev.asof.schema.generated.Tables.SECTION;
import static dev.asof.schema.generated.Tables.SECTION_VALIDITY;
import static dev.asof.schema.generated.Tables.SOURCE;
import static dev.asof.schema.generated.Tables.STATEMENT;
import static dev.asof.schema.generated.Tables.VERSION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.fault.CallerFault;
import dev.asof.id.TenantId;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.time.StatedTime;
import dev.asof.time.ValidityState;
import dev.asof.verify.Verifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.jooq.Record;
import org.jooq.Result;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Many changes in one transaction, and looks in any order, end in the same state. What is compared
/// is what is live: beliefs, overrides, and statements in order of recording.
class BatchTest {

  /// `-Dasof.test.seed=N` repeats a run.
  private static final long SEED = Long.getLong("asof.test.seed", System.nanoTime());

  private static TestDatabase database;
  private static Store store;

  @BeforeAll
  static void open() {
    database = TestDatabases.create();
    store = new Store(database.database());
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @Test
  void manyChangesInOneTransactionEndWhereTheSameChangesOneByOneEnd() {
    for (int round = 0; round < 8; round++) {
      RandomChanges changes = new RandomChanges(new Random(SEED + round));
      TenantId single = store.createTenant("single-" + round);
      TenantId batch = store.createTenant("batch-" + round);
      for (int i = 0; i < 20; i++) {
        Change change = changes.next(List.of());
        if (succeeds(single, change)) {
          write(batch, List.of(change));
        }
      }
      List<Long> recallable = recallable(single);
      List<Change> together = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        Change change = changes.next(recallable);
        if (succeeds(single, change)) {
          together.add(change);
        }
      }
      write(batch, together);

      assertThat(live(batch))
          .as("seed %d round %d: %s", SEED, round, together)
          .isEqualTo(live(single));
      for (TenantId tenant : List.of(single, batch)) {
        assertThat(new Verifier(database.database()).verify(tenant).finding())
            .as("seed %d round %d", SEED, round)
            .isEmpty();
      }
    }
  }

  @Test
  void looksThatArriveInAnyOrderEndInTheSameRuns() {
    Change.Place place = Change.Place.of("terms", "crawler");
    for (int round = 0; round < 4; round++) {
      Random random = new Random(SEED + 1_000 + round);
      RandomChanges changes = new RandomChanges(random);
      List<Change> looks = new ArrayList<>();
      for (int i = 0; i < 14; i++) {
        StatedTime from = RandomChanges.at(random.nextInt(14));
        // Each look is drawn after the one before, so that no two are of one instant.
        changes.next(List.of());
        looks.add(random.nextBoolean() ? changes.look(place) : archived(changes, place, from));
      }
      List<String> first = List.of();
      for (int order = 0; order < 4; order++) {
        TenantId tenant = store.createTenant("looks-" + round + "-" + order);
        looks.forEach(look -> write(tenant, List.of(look)));
        List<String> runs = runs(tenant);
        assertThat(runs).isNotEmpty();
        if (order > 0) {
          assertThat(runs).as("seed %d round %d: %s", SEED, round, looks).isEqualTo(first);
        }
        first = runs;
        Collections.shuffle(looks, random);
      }
    }
  }

  private static Change archived(RandomChanges changes, Change.Place place, StatedTime from) {
    return changes.record(place, from, null);
  }

  private static boolean succeeds(TenantId tenant, Change change) {
    try {
      write(tenant, List.of(change));
      return true;
    } catch (CallerFault fault) {
      assertThat(fault.sentence()).isNotEmpty();
      return false;
    }
  }

  private static void write(TenantId tenant, List<Change> changes) {
    store.write(tenant, Intent.of("test", "ada").because("a test"), changes);
  }

  private static List<Long> recallable(TenantId tenant) {
    return database
        .database()
        .read(
            tenant,
            sql ->
                sql.select(STATEMENT.STATEMENT_ID)
                    .from(STATEMENT)
                    .where(
                        STATEMENT.TENANT.eq(tenant),
                        STATEMENT.SYSTEM_TO.isNull(),
                        STATEMENT.STATE.eq(ValidityState.ASSERTED))
                    .orderBy(STATEMENT.STATEMENT_ID)
                    .fetch(row -> row.value1().value()));
  }

  private static List<String> live(TenantId tenant) {
    return database
        .database()
        .read(
            tenant,
            sql -> {
              List<String> live = new ArrayList<>();
              live.addAll(
                  lines(
                      "belief",
                      sql.select(
                              DOCUMENT.KEY,
                              SOURCE.NAME,
                              DOCUMENT_VALIDITY.SCOPE,
                              DOCUMENT_VALIDITY.STATE,
                              DOCUMENT_VALIDITY.VALID_DURING,
                              VERSION.LABEL,
                              VERSION.SPLITTER,
                              DOCUMENT_VALIDITY.NOTHING)
                          .from(DOCUMENT_VALIDITY)
                          .join(DOCUMENT)
                          .on(
                              DOCUMENT.TENANT.eq(DOCUMENT_VALIDITY.TENANT),
                              DOCUMENT.DOCUMENT_ID.eq(DOCUMENT_VALIDITY.DOCUMENT_ID))
                          .join(SOURCE)
                          .on(
                              SOURCE.TENANT.eq(DOCUMENT_VALIDITY.TENANT),
                              SOURCE.SOURCE_ID.eq(DOCUMENT_VALIDITY.SOURCE_ID))
                          .leftJoin(VERSION)
                          .on(
                              VERSION.TENANT.eq(DOCUMENT_VALIDITY.TENANT),
                              VERSION.VERSION_ID.eq(DOCUMENT_VALIDITY.VERSION_ID))
                          .where(DOCUMENT_VALIDITY.SYSTEM_TO.isNull())
                          .fetch()));
              live.addAll(
                  lines(
                      "override",
                      sql.select(
                              DOCUMENT.KEY,
                              SOURCE.NAME,
                              SECTION_VALIDITY.STATE,
                              SECTION.KEY,
                              SECTION_VALIDITY.IMPLIED,
                              SECTION_VALIDITY.VALID_DURING,
                              VERSION.LABEL,
                              SECTION_VALIDITY.NOTHING)
                          .from(SECTION_VALIDITY)
                          .join(SECTION)
                          .on(
                              SECTION.TENANT.eq(SECTION_VALIDITY.TENANT),
                              SECTION.SECTION_ID.eq(SECTION_VALIDITY.SECTION_ID))
                          .join(DOCUMENT)
                          .on(
                              DOCUMENT.TENANT.eq(SECTION_VALIDITY.TENANT),
                              DOCUMENT.DOCUMENT_ID.eq(SECTION_VALIDITY.DOCUMENT_ID))
                          .join(SOURCE)
                          .on(
                              SOURCE.TENANT.eq(SECTION_VALIDITY.TENANT),
                              SOURCE.SOURCE_ID.eq(SECTION_VALIDITY.SOURCE_ID))
                          .leftJoin(VERSION)
                          .on(
                              VERSION.TENANT.eq(SECTION_VALIDITY.TENANT),
                              VERSION.VERSION_ID.eq(SECTION_VALIDITY.VERSION_ID))
                          .where(SECTION_VALIDITY.SYSTEM_TO.isNull())
                          .fetch()));
              // In order of recording within a lane.
              sql.select(
                      DOCUMENT.KEY,
                      SOURCE.NAME,
                      STATEMENT.STATE,
                      SECTION.KEY,
                      STATEMENT.OPERATION,
                      STATEMENT.EFFECT,
                      STATEMENT.VALID_FROM,
                      STATEMENT.VALID_TO,
                      VERSION.LABEL,
                      STATEMENT.NOTHING)
                  .from(STATEMENT)
                  .join(DOCUMENT)
                  .on(
                      DOCUMENT.TENANT.eq(STATEMENT.TENANT),
                      DOCUMENT.DOCUMENT_ID.eq(STATEMENT.DOCUMENT_ID))
                  .join(SOURCE)
                  .on(SOURCE.TENANT.eq(STATEMENT.TENANT), SOURCE.SOURCE_ID.eq(STATEMENT.SOURCE_ID))
                  .leftJoin(VERSION)
                  .on(
                      VERSION.TENANT.eq(STATEMENT.TENANT),
                      VERSION.VERSION_ID.eq(STATEMENT.VERSION_ID))
                  .leftJoin(SECTION)
                  .on(
                      SECTION.TENANT.eq(STATEMENT.TENANT),
                      SECTION.SECTION_ID.eq(STATEMENT.SECTION_ID))
                  .where(STATEMENT.SYSTEM_TO.isNull())
                  .orderBy(DOCUMENT.KEY, SOURCE.NAME, STATEMENT.STATE, STATEMENT.STATEMENT_ID)
                  .forEach(row -> live.add("statement " + row.intoList()));
              return live;
            });
  }

  private static List<String> lines(String what, Result<? extends Record> rows) {
    return rows.stream()
        .map(row ->
            what
                + " "
                + row.intoStream()
                    .map(value ->
                        value instanceof Object[] many
                            ? List.of(many).toString()
                            : String.valueOf(value))
                    .collect(Collectors.joining(" | ")))
        .sorted()
        .toList();
  }

  /// The observed lane: when which text was seen, whatever it is called.
  private static List<String> runs(TenantId tenant) {
    return database
        .database()
        .read(
            tenant,
            sql ->
                sql.select(
                        DOCUMENT_VALIDITY.VALID_DURING, VERSION.SHA256, DOCUMENT_VALIDITY.NOTHING)
                    .from(DOCUMENT_VALIDITY)
                    .leftJoin(VERSION)
                    .on(
                        VERSION.TENANT.eq(DOCUMENT_VALIDITY.TENANT),
                        VERSION.VERSION_ID.eq(DOCUMENT_VALIDITY.VERSION_ID))
                    .where(
                        DOCUMENT_VALIDITY.TENANT.eq(tenant),
                        DOCUMENT_VALIDITY.STATE.eq(ValidityState.OBSERVED),
                        DOCUMENT_VALIDITY.SYSTEM_TO.isNull())
                    .orderBy(DOCUMENT_VALIDITY.VALID_DURING)
                    .fetch(row ->
                        row.value1()
                            + " "
                            + (row.value2() == null
                                ? row.value3()
                                : HexFormat.of().formatHex(row.value2()))));
  }
}
