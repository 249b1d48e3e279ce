package dev.asof.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Conflict;
import dev.asof.history.Answer;
import dev.asof.history.AnswerJson;
import dev.asof.history.Citation;
import dev.asof.history.Filter;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.id.StatementId;
import dev.asof.id.TenantId;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.split.Format;
import dev.asof.time.LocalTimes;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeRange;
import dev.asof.verify.Verifier;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StoreTest {

  private static final Change.Place RULES = Change.Place.of("rules", "office");
  private static final ZoneId UTC = ZoneId.of("UTC");

  private static TestDatabase database;
  private static int tenants;

  private Store store;
  private History history;
  private TenantId tenant;

  @BeforeAll
  static void open() {
    database = TestDatabases.create();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @BeforeEach
  void begin() {
    store = new Store(database.database());
    history = new History(database.database());
    tenant = store.createTenant("story-" + ++tenants);
  }

  @AfterEach
  void whateverHappenedTheLedgerVerifies() {
    assertThat(new Verifier(database.database()).verify(tenant).finding()).isEmpty();
  }

  @Test
  void aCorrectionLeavesTheOldAnswerAsKnownBefore() {
    place("v1", "2024-01-01", null);
    Receipt before = place("v2", "2024-07-01", null);
    String asked = json("2024-07-15", Known.token(before.sequence()));

    Receipt receipt = write("correct", correct("v1", "2024-07-01", "2024-08-01"));

    assertThat(receipt.closed()).hasSize(1);
    assertThat(receipt.opened()).hasSize(2);
    assertThat(label("2024-07-15")).isEqualTo("v1");
    assertThat(json("2024-07-15", Known.token(before.sequence()))).isEqualTo(asked);
  }

  @Test
  void atTheBoundaryExactlyOneVersionApplies() {
    place("v1", "2024-01-01", null);
    place("v2", "2024-07-01", null);

    assertThat(label("2024-06-30T23:59:59.999999Z")).isEqualTo("v1");
    assertThat(label("2024-07-01")).isEqualTo("v2");
  }

  @Test
  void aVersionThatArrivesLateTakesOnlyItsOwnPlace() {
    place("v1", "2024-01-01", null);
    place("v3", "2024-09-01", null);
    place("v2", "2024-05-01", null);

    assertThat(label("2024-04-30")).isEqualTo("v1");
    assertThat(label("2024-05-01")).isEqualTo("v2");
    assertThat(label("2024-09-01")).isEqualTo("v3");
  }

  @Test
  void whatATemporaryActDisplacedComesBackWhenItEnds() {
    place("law", "2024-01-01", null);
    place("act", "2024-03-01", "2024-06-01");

    assertThat(label("2024-05-31")).isEqualTo("act");
    assertThat(label("2024-06-01")).isEqualTo("law");
  }

  @Test
  void afterATerminationNothingApplies() {
    place("v1", "2024-01-01", null);
    write("terminate", new Change.Terminate(RULES, at("2024-10-01")));

    assertThat(label("2024-09-30")).isEqualTo("v1");
    Answer<Citation> after = inForce("2024-10-01", Known.latest());
    assertThat(after.results()).extracting(Citation::why).containsExactly("terminated");
  }

  @Test
  void aRetractionGivesUpItsRangeWithOneRowOfNothing() {
    place("v1", "2024-01-01", null);
    Receipt receipt =
        write(
            "retract",
            new Change.Retract(
                RULES, TimeRange.between(at("2024-03-01").instant(), at("2024-04-01").instant())));

    assertThat(receipt.opened()).hasSize(3);
    assertThat(receipt.opened()).filteredOn(row -> row.label() == null).hasSize(1);
    assertThat(label("2024-04-01")).isEqualTo("v1");
  }

  @Test
  void aRecallTakesAStatementBackAsIfItHadNotBeenMade() {
    place("v1", "2024-01-01", null);
    Receipt wrong = place("v2", "2024-07-01", null);
    long statement =
        wrong.opened().stream()
            .filter(row -> "v2".equals(row.label()))
            .findFirst()
            .orElseThrow()
            .statement();

    write("recall", new Change.Recall(new StatementId(statement)));

    assertThat(label("2024-07-15")).isEqualTo("v1");
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> write("recall", new Change.Recall(new StatementId(statement))))
        .matches(fault -> fault.code() == Code.UNKNOWN_STATEMENT);
  }

  @Test
  void whatMatchesNothingIsAnErrorAndWritesNothing() {
    Receipt first = place("v1", "2024-01-01", "2024-02-01");

    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> write("correct", correct("v1", "2025-01-01", "2025-02-01")))
        .matches(fault -> fault.code() == Code.NOTHING_MATCHES);
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> write("terminate", new Change.Terminate(RULES, at("2024-03-01"))))
        .matches(fault -> fault.code() == Code.NOTHING_MATCHES);
    assertThat(inForce("2024-01-15", Known.latest()).token()).isEqualTo(first.sequence());
  }

  @Test
  void theSameAssertionTwiceWritesNothing() {
    Receipt first = place("v1", "2024-01-01", null);
    Receipt second = place("v1", "2024-01-01", null);

    assertThat(second.outcome()).isEqualTo(Receipt.Outcome.UNCHANGED);
    assertThat(second.sequence()).isEqualTo(first.sequence());
  }

  @Test
  void aDryRunShowsWhatItWouldDoAndWritesNothing() {
    Receipt first = place("v1", "2024-01-01", null);
    Receipt dry =
        store.write(
            tenant,
            Intent.of("terminate", "test").dry(true),
            List.of(new Change.Terminate(RULES, at("2024-10-01"))));

    assertThat(dry.outcome()).isEqualTo(Receipt.Outcome.DRY_RUN);
    assertThat(dry.sequence()).isEqualTo(first.sequence());
    assertThat(dry.systemTime()).isNull();
    assertThat(dry.closed()).hasSize(1);
    assertThat(dry.opened()).hasSize(2);
    assertThat(inForce("2024-11-01", Known.latest()).token()).isEqualTo(first.sequence());
    assertThat(label("2024-11-01")).isEqualTo("v1");
  }

  @Test
  void anIdempotencyKeyIsCarriedOutOnceAndNeverForAnotherRequest() {
    Change change = asserted("v1", "2024-01-01", null);
    Receipt first = store.write(tenant, Intent.of("assert", "test").under("k1"), List.of(change));
    Receipt again = store.write(tenant, Intent.of("assert", "test").under("k1"), List.of(change));

    assertThat(again.outcome()).isEqualTo(Receipt.Outcome.REPEATED);
    assertThat(again.sequence()).isEqualTo(first.sequence());
    assertThatExceptionOfType(Conflict.class)
        .isThrownBy(() ->
            store.write(
                tenant,
                Intent.of("assert", "test").under("k1"),
                List.of(asserted("v2", "2024-02-01", null))))
        .matches(conflict -> conflict.code() == Code.IDEMPOTENCY_MISMATCH);
  }

  @Test
  void whoExpectsAnOlderTransactionIsToldWhatMovedOn() {
    Receipt seen = place("v1", "2024-01-01", null);
    Receipt newer = place("v2", "2024-07-01", null);

    assertThatExceptionOfType(Conflict.class)
        .isThrownBy(() ->
            store.write(
                tenant,
                Intent.of("terminate", "test").expecting(seen.sequence()),
                List.of(new Change.Terminate(RULES, at("2024-10-01")))))
        .withMessageContaining("transaction " + newer.sequence());
    assertThat(
            store
                .write(
                    tenant,
                    Intent.of("terminate", "test").expecting(newer.sequence()),
                    List.of(new Change.Terminate(RULES, at("2024-10-01"))))
                .outcome())
        .isEqualTo(Receipt.Outcome.WRITTEN);
  }

  @Test
  void severalChangesOfOneTransactionAreFoldedToTheirNetRows() {
    Receipt receipt =
        store.write(
            tenant,
            Intent.of("assert", "test").because("a story"),
            List.of(
                asserted("v1", "2024-01-01", null),
                asserted("v2", "2024-03-01", null),
                correct("v1", "2024-03-01", "2024-04-01")));

    assertThat(receipt.closed()).isEmpty();
    assertThat(receipt.opened()).hasSize(3);
    assertThat(label("2024-03-15")).isEqualTo("v1");
    assertThat(label("2024-04-01")).isEqualTo("v2");
  }

  @Test
  void aVersionCanBeNamedByItsLabelInTheTransactionThatStoresIt() {
    store.write(
        tenant,
        Intent.of("correct", "test").because("a test"),
        List.of(
            asserted("v1", "2024-01-01", null),
            asserted("v2", "2024-03-01", null),
            new Change.Correct(
                RULES, new Change.Wanted.Labelled("v1"), at("2024-03-01"), at("2024-04-01"))));

    assertThat(label("2024-03-15")).isEqualTo("v1");
    assertThat(label("2024-04-01")).isEqualTo("v2");
  }

  @Test
  void fiveRoundsOfAssertingAndRetractingEndAsTheyBegan() {
    for (int round = 0; round < 5; round++) {
      write("assert", replacing("v1", "2024-01-01"));
      assertThat(label("2024-06-01")).isEqualTo("v1");
      write("retract", new Change.Retract(RULES, TimeRange.from(at("2024-01-01").instant())));
      assertThat(inForce("2024-06-01", Known.latest()).results())
          .extracting(Citation::why)
          .containsExactly("retracted");
    }
  }

  @Test
  void theSameTextInTwoDisjointPeriodsIsTwoBeliefsOfOneVersion() {
    place("a", "2024-01-01", "2024-02-01");
    place("b", "2024-02-01", "2024-03-01");
    place("a", "2024-03-01", null);

    assertThat(label("2024-01-15")).isEqualTo("a");
    assertThat(label("2024-02-15")).isEqualTo("b");
    assertThat(label("2024-03-15")).isEqualTo("a");
  }

  @Test
  void looksThatArriveInAnyOrderMakeTheSameRuns() {
    observe("2024-01-10", "a");
    observe("2024-03-10", "a");
    observe("2024-02-10", "b");

    assertThat(inForce("2024-01-20", Known.latest()).results().getFirst().valid().to())
        .isEqualTo("2024-02-10T00:00:00Z");
    assertThat(inForce("2024-02-20", Known.latest()).results().getFirst().valid().to())
        .isEqualTo("2024-03-10T00:00:00Z");
    assertThat(inForce("2024-03-20", Known.latest()).results().getFirst().valid().to()).isNull();
  }

  @Test
  void twoTextsPutWithoutDatesLeaveOneUnknownBelief() {
    write("put", new Change.Put(RULES, version("one")));
    write("put", new Change.Put(RULES, version("two")));

    assertThat(inForce("2024-01-01", Known.latest()).results())
        .extracting(Citation::label)
        .containsExactly("two");
  }

  private Receipt place(String label, String from, @Nullable String to) {
    return write("assert", asserted(label, from, to));
  }

  private static Change asserted(String label, String from, @Nullable String to) {
    return new Change.Assert(
        RULES, new Change.Wanted.New(version(label)), at(from), to == null ? null : at(to), false);
  }

  private static Change replacing(String label, String from) {
    return new Change.Assert(RULES, new Change.Wanted.New(version(label)), at(from), null, true);
  }

  private static Change correct(String label, String from, String to) {
    return new Change.Correct(RULES, new Change.Wanted.New(version(label)), at(from), at(to));
  }

  private void observe(String looked, String text) {
    write(
        "observe",
        new Change.Observe(RULES, at(looked).instant(), new Change.Seen.Text(version(text))));
  }

  private Receipt write(String kind, Change change) {
    return store.write(tenant, Intent.of(kind, "test").because("a story"), List.of(change));
  }

  private static NewVersion version(String label) {
    return new NewVersion(
        label,
        null,
        "en",
        null,
        null,
        false,
        null,
        PreparedText.of(Format.TEXT, "The rule " + label + "."));
  }

  private @Nullable String label(String about) {
    return inForce(about, Known.latest()).results().getFirst().label();
  }

  private Answer<Citation> inForce(String about, Known known) {
    return history.inForce(
        tenant, Filter.document("rules"), LocalTimes.parseAbout(about, UTC, false), known);
  }

  private String json(String about, Known known) {
    return AnswerJson.mapper().writeValueAsString(inForce(about, known));
  }

  private static StatedTime at(String day) {
    return LocalTimes.parseStated(day, UTC, false);
  }
}
