package dev.asof.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.asof.fault.AsofException;
import dev.asof.fault.Code;
import dev.asof.history.Filter;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.id.TenantId;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.split.Format;
import dev.asof.time.LocalTimes;
import dev.asof.write.Change;
import dev.asof.write.Intent;
import dev.asof.write.NewVersion;
import dev.asof.write.PreparedText;
import dev.asof.write.Receipt;
import dev.asof.write.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The short form of the stability run, and what a clock may do.
class StabilityTest {

  private TestDatabase home;

  @BeforeEach
  void open() {
    home = TestDatabases.create();
  }

  @AfterEach
  void close() {
    home.close();
  }

  @Test
  void whatAReaderWasToldItIsToldAgainWhateverIsWrittenMeanwhile() throws Exception {
    StabilityRun.Figures figures = StabilityRun.run(home, Duration.ofSeconds(10), Histories.seed());

    assertThat(figures.transactions()).isPositive();
    assertThat(figures.slow()).isPositive();
    assertThat(figures.present()).isPositive();
    assertThat(figures.rereads()).isGreaterThan(figures.answers());
  }

  @Test
  void aClockThatStepsBackNeitherReordersNorLoses() {
    TenantId tenant = tenant("back");
    clockSays("2026-06-01T12:00:00Z");
    Receipt first = write(tenant, "one");
    clockSays("2026-06-01T11:00:00Z");
    Receipt second = write(tenant, "two");
    Receipt third = write(tenant, "three");

    assertThat(second.systemTime()).isEqualTo("2026-06-01T12:00:00.000001Z");
    assertThat(third.systemTime()).isEqualTo("2026-06-01T12:00:00.000002Z");
    for (Receipt each : List.of(first, second, third)) {
      assertThat(labels(tenant, Known.at(Objects.requireNonNull(each.systemTime()))))
          .isEqualTo(labels(tenant, Known.token(each.sequence())));
    }
    assertThat(labels(tenant, Known.token(1))).containsExactly("one");
    assertThat(labels(tenant, Known.token(2))).containsExactly("two");
  }

  @Test
  void aClockFurtherAheadThanTheToleranceIsRefusedWithBothTimesAndNothingIsWritten() {
    TenantId tenant = tenant("ahead");
    clockSays("2026-06-01T12:00:00Z");
    Receipt first = write(tenant, "one");
    home.asOwner(sql ->
        sql.execute(
            "update asof.tenant set clock_tolerance = '1 hour' where tenant = " + tenant.value()));

    clockSays("2026-06-01T13:00:00.000001Z");
    assertThatExceptionOfType(AsofException.class)
        .isThrownBy(() -> write(tenant, "two"))
        .satisfies(fault -> assertThat(fault.code()).isEqualTo(Code.CLOCK_AHEAD))
        .withMessageContaining("2026-06-01T13:00:00.000001")
        .withMessageContaining("2026-06-01T12:00:00");
    assertThat(labels(tenant, Known.latest())).containsExactly("one");

    clockSays("2026-06-01T13:00:00Z");
    assertThat(write(tenant, "two").sequence()).isEqualTo(first.sequence() + 1);
  }

  @Test
  void twoTransactionsAtOneInstantAreOrderedAMicrosecondApart() {
    TenantId tenant = tenant("frozen");
    clockSays("2026-06-01T12:00:00Z");
    Instant last = Instant.parse("2026-06-01T12:00:00Z");
    for (int i = 0; i < 5; i++) {
      Receipt receipt = write(tenant, "v" + i);
      assertThat(receipt.systemTime()).isEqualTo(last.plusNanos(1_000L * i));
      assertThat(labels(tenant, Known.at(Objects.requireNonNull(receipt.systemTime()))))
          .containsExactly("v" + i);
    }
  }

  @Test
  @Timeout(60)
  void aWriterInFlightHoldsUpNoOtherTenant() {
    TenantId busy = tenant("busy");
    TenantId other = tenant("other");
    write(busy, "one");
    assertThatExceptionOfType(TakenBack.class)
        .isThrownBy(() ->
            home.database()
                .write(
                    busy,
                    sql -> {
                      sql.fetch("select * from asof.open_transaction(" + busy.value() + ")");
                      whileTheHeadIsLocked(busy, other);
                      throw new TakenBack();
                    }));
  }

  private void whileTheHeadIsLocked(TenantId busy, TenantId other) {
    assertThat(write(other, "two").outcome()).isEqualTo(Receipt.Outcome.WRITTEN);
    Instant present =
        new History(home.database())
            .reader()
            .snapshot(other, Known.latest(), snapshot -> snapshot.clock());
    assertThat(labels(other, Known.at(present))).containsExactly("two");
    // What is final of the busy tenant is read without waiting too.
    assertThat(labels(busy, Known.latest())).containsExactly("one");
  }

  private static final class TakenBack extends RuntimeException {}

  private TenantId tenant(String name) {
    return new Store(home.database()).createTenant(name);
  }

  private Receipt write(TenantId tenant, String label) {
    return new Store(home.database())
        .write(
            tenant,
            Intent.of("assert", "test"),
            List.of(
                new Change.Assert(
                    Change.Place.of("act", "gov"),
                    new Change.Wanted.New(
                        new NewVersion(
                            label,
                            null,
                            null,
                            null,
                            null,
                            false,
                            null,
                            PreparedText.of(Format.TEXT, label))),
                    LocalTimes.parseStated("2024-01-01", ZoneOffset.UTC, false),
                    null,
                    true)));
  }

  private List<String> labels(TenantId tenant, Known known) {
    return new History(home.database())
            .inForce(
                tenant,
                Filter.all(),
                LocalTimes.parseAbout("2024-06-01", ZoneOffset.UTC, false),
                known)
            .results()
            .stream()
            .map(held -> String.valueOf(held.label()))
            .toList();
  }

  private void clockSays(String instant) {
    home.asOwner(sql ->
        sql.execute(
            "create or replace function asof.clock() returns timestamptz language sql volatile as"
                + " $$ select timestamptz '"
                + Instant.parse(instant)
                + "' $$"));
  }
}
