package dev.asof.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Conflict;
import dev.asof.fold.Why;
import dev.asof.history.Answer;
import dev.asof.history.Citation;
import dev.asof.history.Filter;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.history.Span;
import dev.asof.id.StatementId;
import dev.asof.id.TenantId;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.split.Format;
import dev.asof.time.LocalTimes;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeRange;
import dev.asof.verify.Verifier;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Each operation at its edges, and how many rows it writes.
class OperationsTest {

  private static final Change.Place RULES = Change.Place.of("rules", "office");
  private static final ZoneId UTC = ZoneId.of("UTC");
  private static final Duration TICK = Duration.ofNanos(1_000);

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
    tenant = store.createTenant("operations-" + ++tenants);
  }

  @AfterEach
  void whateverHappenedTheLedgerVerifies() {
    assertThat(new Verifier(database.database()).verify(tenant).finding()).isEmpty();
  }

  // Restate

  @Test
  void aRestatementReplacesTheTimelineAndKeepsWhatItRepeats() {
    write(placed("v1", "2024-01-01", null));
    Receipt kept = write(placed("v2", "2024-06-01", null));
    write(placed("v3", "2024-09-01", null));

    Receipt restated =
        write(
            restated(
                entry("v1", "2024-02-01", null),
                entry("v2", "2024-06-01", null),
                entry("v4", "2024-10-01", "2024-11-01")));

    assertThat(timeline())
        .containsExactly(
            "v1 2024-02-01..2024-06-01",
            "v2 2024-06-01..2024-10-01",
            "v4 2024-10-01..2024-11-01",
            "v2 2024-11-01..");
    assertThat(statementOf(restated, "v2")).isEqualTo(statementOf(kept, "v2"));
    assertThat(timeline(Known.token(kept.sequence())))
        .containsExactly("v1 2024-01-01..2024-06-01", "v2 2024-06-01..");
  }

  @Test
  void aRestatementThatRepeatsEverythingWritesNothing() {
    write(placed("v1", "2024-01-01", null));
    Receipt last = write(placed("v2", "2024-06-01", "2024-09-01"));

    Receipt again =
        write(restated(entry("v2", "2024-06-01", "2024-09-01"), entry("v1", "2024-01-01", null)));

    assertThat(again.outcome()).isEqualTo(Receipt.Outcome.UNCHANGED);
    assertThat(again.sequence()).isEqualTo(last.sequence());
  }

  @Test
  void aRestatementGivesUpCorrectionsToo() {
    write(placed("v1", "2024-01-01", null));
    write(corrected("v2", "2024-03-01", "2024-04-01"));

    Receipt restated = write(restated(entry("v1", "2024-01-01", null)));

    assertThat(timeline()).containsExactly("v1 2024-01-01..");
    assertThat(restated.closed()).hasSize(3);
    assertThat(restated.opened()).hasSize(1);
  }

  @Test
  void aRestatementMaySayThatNothingApplies() {
    write(placed("v1", "2024-01-01", null));

    write(
        new Change.Restate(
            RULES,
            List.of(
                entry("v1", "2024-01-01", null),
                new Change.Restate.Entry(
                    new Change.Content.Nothing(Why.REPEALED), at("2025-01-01"), null))));

    assertThat(timeline()).containsExactly("v1 2024-01-01..2025-01-01", "repealed 2025-01-01..");
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() ->
            write(
                new Change.Restate(
                    RULES,
                    List.of(
                        new Change.Restate.Entry(
                            new Change.Content.Nothing(Why.GONE), at("2025-01-01"), null)))))
        .withMessageContaining("repealed");
  }

  @Test
  void twoEntriesOfOneStartAndATimelineOfNothingAreRefused() {
    write(placed("v1", "2024-01-01", null));

    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(
            () -> write(restated(entry("v1", "2024-01-01", null), entry("v2", "2024-01-01", null))))
        .withMessageContaining("two entries start at 2024-01-01");
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> write(restated()))
        .withMessageContaining("use retract");
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> write(restated(entry("v1", "2024-02-01", "2024-01-01"))))
        .matches(fault -> fault.code() == Code.BAD_TIME);
  }

  @Test
  void onlyWhatIsThereCanBeRestated() {
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> write(restated(entry("v1", "2024-01-01", null))))
        .matches(fault -> fault.code() == Code.UNKNOWN_SOURCE);
    write(new Change.Put(RULES, version("v1")));
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> write(restated(entry("v1", "2024-01-01", null))))
        .matches(fault -> fault.code() == Code.NOTHING_MATCHES)
        .withMessageContaining("use assert");
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() ->
            write(
                new Change.Restate(
                    Change.Place.of("other", "office"), List.of(entry("v1", "2024-01-01", null)))))
        .matches(fault -> fault.code() == Code.UNKNOWN_DOCUMENT);
  }

  @Test
  void aRestatementByLabelNamesWhatIsNotStored() {
    write(placed("v1", "2024-01-01", null));

    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() ->
            write(
                restated(
                    new Change.Restate.Entry(
                        new Change.Wanted.Labelled("v9"), at("2024-01-01"), null))))
        .matches(fault -> fault.code() == Code.UNKNOWN_VERSION)
        .withMessageContaining("v9");
  }

  // Rows

  @Test
  void aReplacingChangeWritesOneRowAndAtMostTwoRemaindersHoweverManyItCovers() {
    for (int month = 1; month <= 9; month++) {
      write(placed("v" + month, "2024-0" + month + "-01", null));
    }

    Receipt receipt = write(corrected("fixed", "2024-02-15", "2024-08-15"));

    assertThat(receipt.opened()).hasSize(3);
    assertThat(receipt.closed()).hasSize(7);
    assertThat(timeline())
        .containsExactly(
            "v1 2024-01-01..2024-02-01",
            "v2 2024-02-01..2024-02-15",
            "fixed 2024-02-15..2024-08-15",
            "v8 2024-08-15..2024-09-01",
            "v9 2024-09-01..");
  }

  @Test
  void placingClosesAndOpensOnlyWhatItTakesFrom() {
    write(placed("v1", "2024-01-01", null));
    write(placed("v5", "2024-05-01", null));
    write(placed("v9", "2024-09-01", null));

    Receipt late = write(placed("v3", "2024-03-01", null));

    assertThat(late.closed()).extracting(Receipt.Touched::label).containsExactly("v1");
    assertThat(late.opened())
        .extracting(Receipt.Touched::label)
        .containsExactlyInAnyOrder("v1", "v3");
  }

  @Test
  void aRecallWritesTheDifferenceOfTheTwoFoldsOnly() {
    write(placed("v1", "2024-01-01", null));
    Receipt wrong = write(placed("v2", "2024-03-01", "2024-04-01"));
    write(placed("v3", "2024-06-01", null));

    Receipt recalled = write(new Change.Recall(new StatementId(statementOf(wrong, "v2"))));

    assertThat(recalled.closed()).hasSize(3);
    assertThat(recalled.opened()).hasSize(1);
    assertThat(timeline()).containsExactly("v1 2024-01-01..2024-06-01", "v3 2024-06-01..");
  }

  @Test
  void sayingAgainWhatIsSaidWritesNothingAlsoWhereLaterVersionsFollow() {
    write(placed("v1", "2024-01-01", null));
    Receipt last = write(placed("v2", "2024-06-01", null));

    Receipt again = write(placed("v1", "2024-01-01", null));

    assertThat(again.outcome()).isEqualTo(Receipt.Outcome.UNCHANGED);
    assertThat(again.sequence()).isEqualTo(last.sequence());
    Receipt corrected = write(corrected("v2", "2024-02-01", null));
    assertThat(write(corrected("v2", "2024-02-01", null)).sequence())
        .isEqualTo(corrected.sequence());
  }

  // Edges

  @Test
  void everyOperationIsExactToTheMicrosecondAtItsEdges() {
    write(placed("v1", "2024-01-01T00:00:00Z", null));
    write(corrected("v2", "2024-03-01T00:00:00Z", "2024-04-01T00:00:00Z"));
    write(retracted("2024-05-01T00:00:00Z", "2024-06-01T00:00:00Z"));
    write(new Change.Terminate(RULES, at("2024-09-01T00:00:00Z")));

    assertThat(label(before("2024-01-01"))).isNull();
    assertThat(label("2024-01-01T00:00:00Z")).isEqualTo("v1");
    assertThat(label(before("2024-03-01"))).isEqualTo("v1");
    assertThat(label("2024-03-01T00:00:00Z")).isEqualTo("v2");
    assertThat(label(before("2024-04-01"))).isEqualTo("v2");
    assertThat(label("2024-04-01T00:00:00Z")).isEqualTo("v1");
    assertThat(label(before("2024-05-01"))).isEqualTo("v1");
    assertThat(label("2024-05-01T00:00:00Z")).isEqualTo("nothing: retracted");
    assertThat(label(before("2024-06-01"))).isEqualTo("nothing: retracted");
    assertThat(label("2024-06-01T00:00:00Z")).isEqualTo("v1");
    assertThat(label(before("2024-09-01"))).isEqualTo("v1");
    assertThat(label("2024-09-01T00:00:00Z")).isEqualTo("nothing: terminated");
  }

  @Test
  void anEmptyRangeIsRefusedByEachOperationAndNothingIsWritten() {
    Receipt first = write(placed("v1", "2024-01-01", null));

    for (Change change :
        List.of(
            placed("v2", "2024-02-01", "2024-02-01"),
            corrected("v2", "2024-02-01", "2024-01-31"))) {
      assertThatExceptionOfType(CallerFault.class)
          .isThrownBy(() -> write(change))
          .matches(fault -> fault.code() == Code.BAD_TIME);
    }
    assertThat(head()).isEqualTo(first.sequence());
  }

  @Test
  void aCorrectionMayStartEarlierWithAnotherTextInOneStep() {
    write(placed("v1", "2024-03-01", null));

    Receipt receipt = write(corrected("v1a", "2024-01-01", null));

    assertThat(receipt.opened()).hasSize(1);
    assertThat(receipt.closed()).hasSize(1);
    assertThat(timeline()).containsExactly("v1a 2024-01-01..");
  }

  @Test
  void aCorrectionWithoutAnEndReachesEveryLaterBeliefAlsoBehindAGap() {
    write(placed("v1", "2024-01-01", "2024-02-01"));
    write(placed("v2", "2024-06-01", "2024-07-01"));
    write(placed("v3", "2024-09-01", null));

    write(corrected("fixed", "2024-01-15", null));

    assertThat(timeline()).containsExactly("v1 2024-01-01..2024-01-15", "fixed 2024-01-15..");
  }

  @Test
  void twoAnnouncementsInARowStandUntilEachStarts() {
    write(placed("v1", "2024-01-01", null));
    write(placed("soon", "2098-01-01", null));
    write(placed("later", "2099-01-01", null));

    assertThat(timeline())
        .containsExactly(
            "v1 2024-01-01..2098-01-01", "soon 2098-01-01..2099-01-01", "later 2099-01-01..");
  }

  @Test
  void aVersionThatIsValidUntilALaterYearIsInForceUntilThen() {
    write(placed("v1", "2024-01-01", "2097-01-01"));

    assertThat(label("2026-08-01")).isEqualTo("v1");
    assertThat(label("2097-01-01")).isNull();
  }

  @Test
  void anEffectiveDateBeforeTheLastTransactionChangesThePastAndNotWhatWasKnown() {
    write(placed("v1", "2024-01-01", null));
    Receipt before = write(placed("v2", "2024-09-01", null));

    write(placed("retroactive", "2024-05-01", null));

    assertThat(label("2024-06-01")).isEqualTo("retroactive");
    assertThat(label("2024-06-01", Known.token(before.sequence()))).isEqualTo("v1");
  }

  // One transaction

  @Test
  void theLastOfTwoCorrectionsInOneTransactionIsTheOneVersionSeen() {
    write(placed("v1", "2024-01-01", null));

    Receipt receipt =
        write(
            corrected("a", "2024-03-01", "2024-04-01"), corrected("b", "2024-03-01", "2024-04-01"));

    assertThat(label("2024-03-15")).isEqualTo("b");
    assertThat(receipt.opened())
        .extracting(Receipt.Touched::label)
        .containsExactlyInAnyOrder("v1", "b", "v1");
    assertThat(history.history(tenant, Filter.document("rules"), Known.latest(), true).results())
        .extracting(line -> line.belief().label())
        .doesNotContain("a");
  }

  @Test
  void whatIsAssertedAndRetractedInOneTransactionReadsAsRetractedWithItsActorAndReason() {
    Receipt receipt = write(placed("v1", "2024-01-01", null), retracted("2024-01-01", null));

    Citation nothing = inForce("2024-06-01", Known.latest()).results().getFirst();
    assertThat(nothing.why()).isEqualTo("retracted");
    assertThat(nothing.transaction()).isEqualTo(receipt.sequence());
    var line =
        history
            .history(tenant, Filter.document("rules"), Known.latest(), false)
            .results()
            .getFirst();
    assertThat(line.opened().actor()).isEqualTo("ada");
    assertThat(line.opened().reason()).isEqualTo("a test");
  }

  @Test
  void noRowOfASystemRangeWithoutLengthIsStored() {
    write(placed("v1", "2024-01-01", null), corrected("v2", "2024-01-01", null));
    write(corrected("v3", "2024-01-01", null), corrected("v4", "2024-01-01", null));

    assertThat(history.history(tenant, Filter.document("rules"), Known.latest(), true).results())
        .allMatch(line -> {
          Span system = line.belief().system();
          Instant to = system.to();
          return to == null || Objects.requireNonNull(system.from()).isBefore(to);
        });
  }

  @Test
  void aStatementGivenUpByAnEarlierChangeOfATransactionCannotBeRecalledInIt() {
    Receipt first = write(placed("v1", "2024-01-01", null));
    StatementId statement = new StatementId(statementOf(first, "v1"));

    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(
            () -> write(restated(entry("v2", "2024-02-01", null)), new Change.Recall(statement)))
        .matches(fault -> fault.code() == Code.UNKNOWN_STATEMENT);
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> write(new Change.Recall(statement), new Change.Recall(statement)))
        .matches(fault -> fault.code() == Code.UNKNOWN_STATEMENT);
    assertThat(head()).isEqualTo(first.sequence());
  }

  @Test
  void aLabelGivenByAnEarlierChangeOfATransactionIsKnownToTheNext() {
    write(
        new Change.Put(RULES, version("v1")),
        new Change.Assert(RULES, new Change.Wanted.Labelled("v1"), at("2024-01-01"), null, false));

    assertThat(label("2024-02-01")).isEqualTo("v1");
  }

  @Test
  void aSettingSetTwiceInOneTransactionHasItsLastValue() {
    write(new Change.Set("zone", "Europe/London"));
    write(new Change.Set("zone", "Asia/Seoul"), new Change.Set("zone", "Asia/Tokyo"));

    assertThat(write(new Change.Set("zone", "Asia/Tokyo")).outcome())
        .isEqualTo(Receipt.Outcome.UNCHANGED);
  }

  @Test
  void twoTransactionsAMomentApartAreBothReadableAtTheirTimes() {
    List<Receipt> receipts = new ArrayList<>();
    write(placed("v1", "2024-01-01", null));
    for (int i = 0; i < 5; i++) {
      receipts.add(write(corrected("c" + i, "2024-01-01", null)));
    }

    for (int i = 0; i < 5; i++) {
      Instant time = java.util.Objects.requireNonNull(receipts.get(i).systemTime());
      assertThat(label("2030-01-01", Known.at(time))).isEqualTo("c" + i);
      if (i > 0) {
        assertThat(label("2030-01-01", Known.at(time.minusNanos(1_000)))).isEqualTo("c" + (i - 1));
      }
    }
  }

  // Conditions

  @Test
  void whatIsGivenUpNeedsAReason() {
    Receipt first = write(placed("v1", "2024-01-01", null));

    for (Change change :
        List.of(
            corrected("v2", "2024-02-01", null),
            retracted("2024-02-01", null),
            new Change.Recall(new StatementId(statementOf(first, "v1"))))) {
      for (String reason : java.util.Arrays.asList(null, " ")) {
        assertThatExceptionOfType(CallerFault.class)
            .isThrownBy(() ->
                store.write(tenant, Intent.of("change", "ada").because(reason), List.of(change)))
            .withMessageContaining("--reason");
      }
      assertThat(
              store.write(tenant, Intent.of("change", "ada").dry(true), List.of(change)).outcome())
          .isEqualTo(Receipt.Outcome.DRY_RUN);
    }
    assertThat(head()).isEqualTo(first.sequence());
    assertThat(
            store
                .write(
                    tenant,
                    Intent.of("terminate", "ada"),
                    List.of(new Change.Terminate(RULES, at("2025-01-01"))))
                .outcome())
        .isEqualTo(Receipt.Outcome.WRITTEN);
  }

  @Test
  void whoExpectsATransactionIsToldOfANewLookAndOfWhatIsThereNow() {
    Receipt seen = write(placed("v1", "2024-01-01", null));
    Receipt look =
        write(new Change.Observe(RULES, instant("2024-05-01"), new Change.Seen.Failed("timeout")));

    assertThatExceptionOfType(Conflict.class)
        .isThrownBy(() -> writeExpecting(seen, new Change.Terminate(RULES, at("2025-01-01"))))
        .withMessageContaining("transaction " + look.sequence())
        .withMessageContaining("now: v1 [2024-01-01T00:00:00Z, unbounded)");
    assertThat(writeExpecting(look, new Change.Terminate(RULES, at("2025-01-01"))).outcome())
        .isEqualTo(Receipt.Outcome.WRITTEN);
  }

  @Test
  void whoseChangeMatchesNothingAnyMoreIsToldThatTheBeliefMovedOn() {
    Receipt seen = write(placed("v1", "2024-01-01", null));
    write(retracted("2024-01-01", null));

    assertThatExceptionOfType(Conflict.class)
        .isThrownBy(() -> writeExpecting(seen, new Change.Terminate(RULES, at("2025-01-01"))))
        .matches(conflict -> conflict.code() == Code.MOVED_ON)
        .withMessageContaining("nothing (retracted)");
  }

  @Test
  void aTransactionThatDoesNotExistYetCannotBeExpected() {
    Receipt seen = write(placed("v1", "2024-01-01", null));

    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() ->
            store.write(
                tenant,
                Intent.of("assert", "ada").expecting(seen.sequence() + 1),
                List.of(placed("v2", "2024-02-01", null))))
        .withMessageContaining("the last one is " + seen.sequence());
  }

  @Test
  void aLookInTheFutureIsRefusedByTheClockOfTheDatabase() {
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() ->
            write(
                new Change.Observe(
                    RULES, instant("2999-01-01"), new Change.Seen.Text(version("v1")))))
        .matches(fault -> fault.code() == Code.BAD_TIME);

    Receipt now = write(new Change.Observe(RULES, null, new Change.Seen.Text(version("v1"))));
    assertThat(now.opened().getFirst().valid().start()).contains(now.systemTime());
  }

  // Sections

  @Test
  void aSectionMayBeAssertedCorrectedTerminatedRetractedAndRecalled() {
    write(document("v1", "ten", "2024-01-01", null));
    Change.Place fees = RULES.in("fees");

    write(section("twenty", "2024-03-01", null));
    assertThat(text("2024-02-29")).contains("Fee ten").doesNotContain("twenty");
    assertThat(text("2024-03-01")).contains("Fee twenty").contains("Scope of v1");
    write(
        new Change.Correct(
            fees, wanted("c1", "# Fees\n\nFee fifteen.\n"), at("2024-04-01"), at("2024-05-01")));
    assertThat(text("2024-04-15")).contains("fifteen");
    assertThat(text("2024-05-01")).contains("twenty");
    Receipt retracted =
        write(
            new Change.Retract(
                fees, TimeRange.between(instant("2024-06-01"), instant("2024-07-01"))));
    assertThat(retracted.opened()).allMatch(row -> "fees".equals(row.section())).hasSize(3);
    assertThat(text("2024-06-15")).contains("Scope").doesNotContain("Fee");
    write(new Change.Terminate(fees, at("2024-09-01")));
    assertThat(text("2024-09-01")).doesNotContain("Fee");
    write(
        new Change.Recall(
            new StatementId(
                retracted.opened().stream()
                    .filter(row -> row.nothing() != null)
                    .findFirst()
                    .orElseThrow()
                    .statement())));
    assertThat(text("2024-06-15")).contains("twenty");
  }

  @Test
  void anOverrideMaySayThatASectionIsNotInForceAndEndsWhereAskedOrWithItsVersion() {
    write(document("v1", "ten", "2024-01-01", null));
    write(document("v2", "thirty", "2024-07-01", null));

    write(
        new Change.OverrideSection(
            RULES.in("fees"), new Change.Content.Nothing(Why.WITHDRAWN), at("2024-03-01"), null));

    assertThat(text("2024-06-30T23:59:59.999999Z")).doesNotContain("Fee");
    assertThat(text("2024-07-01")).contains("Fee thirty");
    write(
        new Change.OverrideSection(
            RULES.in("fees"),
            new Change.Wanted.Labelled("v1"),
            at("2024-07-01"),
            at("2024-10-01")));
    assertThat(text("2024-08-01")).contains("Fee ten").contains("Scope of v2");
    assertThat(text("2024-10-01")).contains("Fee thirty");
  }

  @Test
  void anOverrideWithoutAnEndMovesWithTheBeliefItDepartsFrom() {
    write(document("v1", "ten", "2024-01-01", null));
    write(section("twenty", "2024-03-01", null));

    Receipt moved = write(document("v2", "thirty", "2024-06-01", null));

    assertThat(moved.closed()).anyMatch(row -> "fees".equals(row.section()));
    assertThat(text("2024-05-31")).contains("twenty");
    assertThat(text("2024-06-01")).contains("thirty");
    write(retracted("2024-06-01", null));
    assertThat(text("2024-05-31")).contains("twenty");
  }

  @Test
  void theSameStatementAboutASectionTwiceWritesNothing() {
    write(document("v1", "ten", "2024-01-01", null));
    Receipt first = write(section("twenty", "2024-03-01", "2024-06-01"));

    assertThat(write(section("twenty", "2024-03-01", "2024-06-01")).sequence())
        .isEqualTo(first.sequence());
  }

  @Test
  void aSectionThatADocumentNeverHadIsNamedWithTheKeysItHas() {
    write(document("v1", "ten", "2024-01-01", null));

    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() ->
            write(
                new Change.OverrideSection(
                    RULES.in("fee"), wanted("x", "Fee."), at("2024-03-01"), null)))
        .matches(fault -> fault.code() == Code.UNKNOWN_SECTION)
        .withMessageContaining("similar: fees");
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> write(new Change.Put(RULES.in("fees"), version("v2"))))
        .withMessageContaining("whole document");
  }

  @Test
  void theTextOfOneSectionIsNoVersionOfTheDocument() {
    write(document("v1", "ten", "2024-01-01", null));
    write(section("twenty", "2024-03-01", null));

    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() ->
            write(
                new Change.Assert(
                    RULES, new Change.Wanted.Labelled("twenty"), at("2024-04-01"), null, false)))
        .withMessageContaining("section fees alone");
    // The same words as a whole document are another version.
    write(
        new Change.Assert(
            RULES, wanted("whole", "# Fees\n\nFee twenty.\n"), at("2024-04-01"), null, false));
    assertThat(label("2024-04-01")).isEqualTo("whole");
  }

  @Test
  void whatASectionDoesNotSayCannotBeTakenBack() {
    write(document("v1", "ten", "2024-01-01", "2024-06-01"));

    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> write(new Change.Terminate(RULES.in("fees"), at("2024-06-01"))))
        .matches(fault -> fault.code() == Code.NOTHING_MATCHES)
        .withMessageContaining("section fees of rules");
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() ->
            write(
                new Change.Correct(
                    RULES.in("fees"), wanted("x", "# Fees\n\nFee.\n"), at("2024-07-01"), null)))
        .matches(fault -> fault.code() == Code.NOTHING_MATCHES);
  }

  // What is said, in few words

  private Receipt write(Change... changes) {
    return store.write(tenant, Intent.of("test", "ada").because("a test"), List.of(changes));
  }

  private Receipt writeExpecting(Receipt seen, Change change) {
    return store.write(
        tenant,
        Intent.of("test", "ada").because("a test").expecting(seen.sequence()),
        List.of(change));
  }

  private static Change placed(String label, String from, @Nullable String to) {
    return new Change.Assert(
        RULES, new Change.Wanted.New(version(label)), at(from), orNull(to), false);
  }

  private static Change corrected(String label, String from, @Nullable String to) {
    return new Change.Correct(RULES, new Change.Wanted.New(version(label)), at(from), orNull(to));
  }

  private static Change retracted(String from, @Nullable String to) {
    return new Change.Retract(RULES, TimeRange.of(instant(from), to == null ? null : instant(to)));
  }

  private static Change restated(Change.Restate.Entry... entries) {
    return new Change.Restate(RULES, List.of(entries));
  }

  private static Change.Restate.Entry entry(String label, String from, @Nullable String to) {
    return new Change.Restate.Entry(new Change.Wanted.New(version(label)), at(from), orNull(to));
  }

  private static Change document(String label, String fee, String from, @Nullable String to) {
    return new Change.Assert(
        RULES,
        wanted(label, "# Scope\n\nScope of " + label + ".\n\n# Fees\n\nFee " + fee + ".\n"),
        at(from),
        orNull(to),
        false);
  }

  private static Change section(String fee, String from, @Nullable String to) {
    return new Change.Assert(
        RULES.in("fees"), wanted(fee, "# Fees\n\nFee " + fee + ".\n"), at(from), orNull(to), false);
  }

  private static Change.Wanted wanted(String label, String text) {
    return new Change.Wanted.New(
        new NewVersion(
            label, null, "en", null, null, false, null, PreparedText.of(Format.MARKDOWN, text)));
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

  private static StatedTime at(String day) {
    return LocalTimes.parseStated(day, UTC, false);
  }

  private static @Nullable StatedTime orNull(@Nullable String day) {
    return day == null ? null : at(day);
  }

  private static Instant instant(String day) {
    return at(day).instant();
  }

  /// The last microsecond before a day.
  private static String before(String day) {
    return instant(day).minus(TICK).toString();
  }

  private long head() {
    return inForce("2024-01-01", Known.latest()).token();
  }

  private Answer<Citation> inForce(String about, Known known) {
    return history.inForce(
        tenant, Filter.document("rules"), LocalTimes.parseAbout(about, UTC, false), known);
  }

  private @Nullable String label(String about) {
    return label(about, Known.latest());
  }

  private @Nullable String label(String about, Known known) {
    List<Citation> results = inForce(about, known).results();
    return results.isEmpty()
        ? null
        : results.getFirst().why() != null
            ? "nothing: " + results.getFirst().why()
            : results.getFirst().label();
  }

  private String text(String about) {
    StringBuilder text = new StringBuilder();
    history
        .documentAt(
            tenant,
            Filter.document("rules"),
            LocalTimes.parseAbout(about, UTC, false),
            Known.latest())
        .results()
        .getFirst()
        .sections()
        .forEach(section -> text.append(section.text()));
    return text.toString();
  }

  private List<String> timeline() {
    return timeline(Known.latest());
  }

  private List<String> timeline(Known known) {
    return history.timeline(tenant, Filter.document("rules"), known).results().stream()
        .filter(line -> line.section() == null)
        .map(line ->
            (line.why() == null ? line.label() : line.why())
                + " "
                + day(line.valid().from())
                + ".."
                + day(line.valid().to()))
        .toList();
  }

  private static String day(@Nullable Instant instant) {
    return instant == null ? "" : instant.toString().substring(0, 10);
  }

  private static long statementOf(Receipt receipt, String label) {
    return receipt.opened().stream()
        .filter(row -> label.equals(row.label()))
        .findFirst()
        .orElseThrow()
        .statement();
  }
}
