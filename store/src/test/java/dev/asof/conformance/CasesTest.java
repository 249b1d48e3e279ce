package dev.asof.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.asof.fault.AsofException;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.Answer;
import dev.asof.history.Citation;
import dev.asof.history.Filter;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.id.TenantId;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.split.Format;
import dev.asof.time.LocalTimes;
import dev.asof.time.State;
import dev.asof.time.StatedTime;
import dev.asof.time.TimeRange;
import dev.asof.verify.Verifier;
import dev.asof.write.Change;
import dev.asof.write.ImportOptions;
import dev.asof.write.Importer;
import dev.asof.write.Intent;
import dev.asof.write.NewVersion;
import dev.asof.write.PreparedText;
import dev.asof.write.Receipt;
import dev.asof.write.Store;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Faults that users of other systems reported and that no other test of the store covers;
/// CONFORMANCE.md lists all of them.
class CasesTest {

  private static final Change.Place RULES = Change.Place.of("rules", "office");

  private static TestDatabase home;
  private static int tenants;

  private Store store;
  private History history;
  private TenantId tenant;

  @BeforeAll
  static void open() {
    home = TestDatabases.create();
  }

  @AfterAll
  static void close() {
    home.close();
  }

  @BeforeEach
  void begin() {
    store = new Store(home.database());
    history = new History(home.database());
    tenant = store.createTenant("case-" + ++tenants);
  }

  @AfterEach
  void whateverHappenedTheLedgerVerifies() {
    assertThat(new Verifier(home.database()).verify(tenant).finding()).isEmpty();
  }

  @Test
  void ofTwoCorrectionsOfOneRangeInOneTransactionTheLastHolds() {
    write(asserted("v1", "2024-01-01", null));

    Receipt receipt =
        write(
            corrected("v2", "2024-03-01", "2024-04-01"),
            corrected("v3", "2024-03-01", "2024-04-01"));

    assertThat(label("2024-03-15")).isEqualTo("v3");
    assertThat(receipt.opened()).extracting(Receipt.Touched::label).doesNotContain("v2");
  }

  @Test
  void aDatabaseTransactionTakesItsSystemTimeOnce() {
    String open = "select * from asof.open_transaction(" + tenant.value() + ")";

    assertThatExceptionOfType(AsofException.class)
        .isThrownBy(() ->
            home.database()
                .write(
                    tenant,
                    sql -> {
                      sql.fetch(open);
                      return sql.fetch(open);
                    }))
        .withStackTraceContaining("opens its ledger transactions once");
  }

  @Test
  void whoBeginsEarlyAndWritesLateTakesTheLaterTime() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch written = new CountDownLatch(1);
    CompletableFuture<Instant> early =
        CompletableFuture.supplyAsync(() ->
                home.database()
                    .write(
                        tenant,
                        sql -> {
                          sql.fetch("select now()");
                          begun.countDown();
                          await(written);
                          // The time is taken with the head row, not with the beginning.
                          Instant taken =
                              sql.fetchSingle(
                                      "select first_system_time from asof.open_transaction("
                                          + tenant.value()
                                          + ")")
                                  .get(0, Instant.class);
                          throw new Taken(taken);
                        }))
            .handle((none, thrown) -> ((Taken) Objects.requireNonNull(thrown.getCause())).at);
    await(begun);
    Receipt late = write(asserted("v1", "2024-01-01", null));
    written.countDown();

    assertThat(early.get(1, TimeUnit.MINUTES)).isAfter(late.systemTime());
  }

  private static final class Taken extends RuntimeException {
    private final Instant at;

    Taken(Instant at) {
      this.at = at;
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anImportBackdatedBehindWhatIsHeldIsRefusedAsAWhole() {
    Receipt held = write(asserted("v1", "2024-01-01", null));

    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() ->
            carry(
                record("r1", "2024-02-01", null, "2010-01-01T00:00:00Z"),
                record("r2", "2024-03-01", null, "2010-01-02T00:00:00Z")))
        .satisfies(fault -> assertThat(fault.code()).isEqualTo(Code.RECORDED_TOO_LATE))
        .withMessageContaining("2010-01-01T00:00:00Z")
        .withMessageContaining("nothing was imported");
    assertThat(inForce("2024-02-15", Known.latest()).token()).isEqualTo(held.sequence());
  }

  @Test
  void aCarriedTimeInTheFutureIsRefused() {
    assertThatExceptionOfType(AsofException.class)
        .isThrownBy(() -> carry(record("r1", "2024-02-01", null, "2999-01-01T00:00:00Z")))
        .withMessageContaining("2999-01-01")
        .withMessageContaining("ahead of the clock");
  }

  @Test
  void aRecordWithAnEndButNoStartIsRefusedAndItsEndIsNotTakenForTheStart() {
    assertThatExceptionOfType(CallerFault.class)
        .isThrownBy(() -> carry(record("r1", null, "2024-02-01", "2024-01-01T00:00:00Z")))
        .satisfies(fault -> assertThat(fault.code()).isEqualTo(Code.BAD_RECORD))
        .withMessageContaining("states no valid_from");
  }

  @Test
  void fromATimeToItselfNothingChangedAndTheNewestStaysInForce() {
    write(asserted("v1", "2024-01-01", null));
    Receipt last = write(asserted("v2", "2024-02-01", null));
    Known now = Known.token(last.sequence());

    assertThat(history.changes(tenant, Filter.all(), now, now).results()).isEmpty();
    assertThat(history.history(tenant, Filter.document("rules"), now, false).results())
        .extracting(line -> line.belief().label())
        .contains("v2");
  }

  @Test
  void aCorrectionMayBeginBeforeAnythingThatIsHeld() {
    write(asserted("v1", "2024-02-01", null));

    Receipt receipt = write(corrected("v2", "2024-01-01", "2024-03-01"));

    assertThat(receipt.opened()).hasSize(2);
    assertThat(label("2024-01-15")).isEqualTo("v2");
    assertThat(label("2024-02-15")).isEqualTo("v2");
    assertThat(label("2024-03-01")).isEqualTo("v1");
  }

  @Test
  void aTerminationReachesLaterRangesThatAreApartToo() {
    write(asserted("v1", "2024-01-01", "2024-02-01"));
    write(asserted("v2", "2024-06-01", "2024-07-01"));

    write(new Change.Terminate(RULES, at("2024-01-15")));

    assertThat(label("2024-01-14")).isEqualTo("v1");
    assertThat(nothing("2024-01-20")).isEqualTo("terminated");
    assertThat(nothing("2024-06-15")).isEqualTo("terminated");
  }

  @Test
  void twoAnnouncementsInARowBothHoldFromTheirDays() {
    write(asserted("v1", "2024-01-01", null));
    write(asserted("v2", "2998-01-01", null));
    write(asserted("v3", "2998-06-01", null));

    assertThat(label("2997-12-31")).isEqualTo("v1");
    assertThat(label("2998-01-01")).isEqualTo("v2");
    assertThat(label("2998-06-01")).isEqualTo("v3");
  }

  @Test
  void anEndInTheFutureDoesNotEndATextToday() {
    write(asserted("v1", "2024-01-01", "2998-01-01"));

    assertThat(history.inForce(tenant, Filter.document("rules"), null, Known.latest()).results())
        .extracting(Citation::label)
        .containsExactly("v1");
  }

  @Test
  void whatWasBelievedAboutAFarFutureStaysAnswerableAfterTheCorrection() {
    Receipt before = write(asserted("v1", "2024-01-01", null));
    write(corrected("v2", "2024-02-01", null));

    assertThat(inForce("2026-03-01", Known.token(before.sequence())).results())
        .extracting(Citation::label)
        .containsExactly("v1");
    assertThat(label("2026-03-01")).isEqualTo("v2");
  }

  @Test
  void aCorrectionLeavesEveryRowOfOtherDocumentsAsItIs() {
    for (String document : List.of("rules", "other", "third")) {
      write(
          new Change.Assert(
              Change.Place.of(document, "office"),
              new Change.Wanted.New(version("v1")),
              at("2024-01-01"),
              null,
              false));
    }
    List<String> before = rowsOfOthers();

    write(corrected("v2", "2024-02-01", "2024-03-01"));

    assertThat(rowsOfOthers()).isEqualTo(before).hasSize(4);
  }

  private List<String> rowsOfOthers() {
    List<String> rows = new ArrayList<>();
    for (String table : List.of("statement", "document_validity")) {
      rows.addAll(
          home.database()
              .read(
                  tenant,
                  sql ->
                      sql.fetch(
                              "select row_to_json(r)::text from asof."
                                  + table
                                  + " r join asof.document d on d.tenant = r.tenant and"
                                  + " d.document_id = r.document_id where r.tenant = "
                                  + tenant.value()
                                  + " and d.key <> 'rules' order by 1")
                          .map(row -> row.get(0, String.class))));
    }
    return rows;
  }

  @Test
  void aLookThatFailedSaysNothingAboutTheDocument() {
    write(
        new Change.Observe(RULES, at("2024-01-10").instant(), new Change.Seen.Text(version("v1"))));
    write(
        new Change.Observe(
            RULES, at("2024-02-10").instant(), new Change.Seen.Failed("503 from upstream")));

    assertThat(inForce("2024-03-01", Known.latest()).results())
        .extracting(Citation::label, Citation::state)
        .containsExactly(org.assertj.core.api.Assertions.tuple("v1", State.PRESUMED));
  }

  @Test
  void anEmptyRangeIsRefusedAndNeverStored() {
    assertThatExceptionOfType(RuntimeException.class)
        .isThrownBy(() -> write(asserted("v1", "2024-01-01", "2024-01-01")))
        .withMessageContaining("is empty");
    assertThatExceptionOfType(RuntimeException.class)
        .isThrownBy(
            () -> TimeRange.between(at("2024-02-01").instant(), at("2024-01-01").instant()));
  }

  @Test
  void infinityIsNoBoundAndFinerThanMicrosecondsIsCutBeforePostgresCouldRoundIt() throws Exception {
    write(asserted("v1", "2024-01-01T00:00:00.9999999Z", null));

    assertThat(inForce("2024-01-01T00:00:00.999998Z", Known.latest()).results()).isEmpty();
    assertThat(label("2024-01-01T00:00:00.999999Z")).isEqualTo("v1");
    try (Connection owner =
            DriverManager.getConnection(
                home.jdbcUrl(), home.superuser(), home.superuserPassword());
        Statement statement = owner.createStatement()) {
      for (String bound : List.of("[2024-01-01,infinity)", "(,infinity)", "empty")) {
        assertThatExceptionOfType(java.sql.SQLException.class)
            .as(bound)
            .isThrownBy(() ->
                statement.execute(
                    "update asof.document_validity set valid_during = '"
                        + bound
                        + "' where tenant = "
                        + tenant.value()))
            .withMessageContaining("document_validity_valid_is_half_open");
      }
    }
  }

  @Test
  void hostileKeysAndLabelsAreTextAndNothingElse() {
    for (String key :
        List.of("'; drop table asof.version; --", "../../etc/passwd", "a\nb", "%s {0} $1 ?")) {
      Receipt receipt =
          write(
              new Change.Assert(
                  Change.Place.of(key, key),
                  new Change.Wanted.New(version(key)),
                  at("2024-01-01"),
                  null,
                  false));
      assertThat(
              history
                  .inForce(
                      tenant,
                      Filter.document(key).from(key),
                      LocalTimes.parseAbout("2024-06-01", ZoneOffset.UTC, false),
                      Known.token(receipt.sequence()))
                  .results())
          .extracting(Citation::label)
          .containsExactly(key);
    }
  }

  private Receipt write(Change... changes) {
    return store.write(tenant, Intent.of("test", "ada").because("a case"), List.of(changes));
  }

  private void carry(String... lines) {
    byte[] file = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    new Importer(home.database())
        .run(
            tenant,
            List.of(Importer.Input.file("lines", () -> new ByteArrayInputStream(file))),
            ImportOptions.CARRIED,
            Intent.of("import", "ada"),
            Importer.Progress.NONE);
  }

  private static String record(
      String label, @Nullable String from, @Nullable String to, String recorded) {
    return """
    {"source": "office", "document_key": "rules", "version_label": "%s", "body": "Rule %s.",
     "validity_state": "asserted", "recorded_at": "%s"%s%s}\
    """
        .formatted(
            label,
            label,
            recorded,
            from == null ? "" : ", \"valid_from\": \"" + from + "\"",
            to == null ? "" : ", \"valid_to\": \"" + to + "\"")
        .replace("\n", "");
  }

  private static Change asserted(String label, String from, @Nullable String to) {
    return new Change.Assert(
        RULES, new Change.Wanted.New(version(label)), at(from), to == null ? null : at(to), false);
  }

  private static Change corrected(String label, String from, @Nullable String to) {
    return new Change.Correct(
        RULES, new Change.Wanted.New(version(label)), at(from), to == null ? null : at(to));
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

  private String nothing(String about) {
    return Objects.requireNonNull(inForce(about, Known.latest()).results().getFirst().why());
  }

  private Answer<Citation> inForce(String about, Known known) {
    return history.inForce(
        tenant,
        Filter.document("rules"),
        LocalTimes.parseAbout(about, ZoneOffset.UTC, false),
        known);
  }

  private static StatedTime at(String time) {
    return LocalTimes.parseStated(time, ZoneOffset.UTC, false);
  }
}
