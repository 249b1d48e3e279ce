package dev.asof.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.time.ValidityState;
import dev.asof.verify.Verifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The short form of the random run, and the proof that its checks catch what they are for.
class RandomHistoriesTest {

  private static final long SEED = Histories.seed();

  private static TestDatabase home;

  @BeforeAll
  static void open() {
    home = TestDatabases.create();
  }

  @AfterAll
  static void close() {
    home.close();
  }

  @Test
  void historiesInMemoryAreWhatTheModelSaysAfterEveryStep() {
    RandomRun.Figures all = RandomRun.Figures.NONE;
    for (int history = 0; history < 200; history++) {
      all = all.plus(RandomRun.inMemory(SEED + history, 300));
    }
    assertThat(all.rowsPerCorrection()).isLessThanOrEqualTo(RandomRun.MOST_ROWS_PER_CORRECTION);
  }

  @Test
  void historiesInPostgresAreWhatTheModelSaysAfterEveryTransaction() {
    RandomRun.Figures all = RandomRun.stored(home.database(), 10, SEED, 300);
    assertThat(all.rowsPerCorrection()).isLessThanOrEqualTo(RandomRun.MOST_ROWS_PER_CORRECTION);
    assertThat(all.rereads()).isPositive();
  }

  @Test
  void everyOrderOfArrivalAndOneBatchEndInTheSameState() {
    for (int round = 0; round < 3; round++) {
      RandomRun.everyOrder(home.database(), "order-" + round, SEED + round, 3);
    }
  }

  @Test
  void aPlantedOverlapIsCaught() {
    Planted planted = new Planted("overlap");
    Picture.Row row = planted.bounded();
    planted.rows.add(
        new Picture.Row(
            row.place(), row.state(), null, Grid.at(0), Grid.at(Grid.POINTS), row.holding()));

    assertThat(planted.finding()).contains("two rows at");
  }

  @Test
  void aPlantedLossOfARemainderIsCaught() {
    Planted planted = new Planted("remainder");
    planted.rows.remove(planted.bounded());

    assertThat(planted.finding()).contains("is - and should be");
  }

  @Test
  void aPlantedStaleOverrideIsCaught() {
    Planted planted = new Planted("override");
    Picture.Row row =
        planted.rows.stream().filter(each -> each.section() != null).findFirst().orElseThrow();
    planted.rows.remove(row);
    planted.rows.add(
        new Picture.Row(
            row.place(), row.state(), row.section(), Grid.at(0), row.to(), row.holding()));

    assertThat(planted.finding()).contains("not-started");
  }

  @Test
  void aPlantedEmptyRangeIsCaught() {
    Planted planted = new Planted("empty");
    Picture.Row row = planted.bounded();
    planted.rows.add(
        new Picture.Row(row.place(), row.state(), null, row.from(), row.from(), row.holding()));

    assertThat(planted.finding()).contains("an empty range");
  }

  @Test
  void whatAnOwnerPlantsInTheTablesIsCaughtByTheChecksAndByVerify() {
    for (String harm :
        List.of(
            // A lost remainder.
            "update asof.document_validity set system_to = system_from + interval '1 us' where"
                + " lower(valid_during) = '2024-01-11T00:00:00Z' and tenant = ",
            // A stale override.
            "update asof.section_validity set valid_during = tstzrange('2024-01-02', '2024-01-09')"
                + " where tenant = ",
            // An overlap, past the constraint.
            "alter table asof.document_validity drop constraint document_validity_no_overlap;"
                + " update asof.document_validity set valid_during = tstzrange('2024-01-02', null)"
                + " where upper(valid_during) = '2024-01-06T00:00:00Z' and tenant = ")) {
      Planted planted = new Planted("harm-" + Integer.toHexString(harm.hashCode()));
      assertThat(new Verifier(home.database()).verify(planted.subject.tenant()).finding())
          .isEmpty();
      home.asOwner(sql -> sql.execute(harm + planted.subject.tenant().value()));

      assertThat(planted.expected.differs(planted.subject.rows(null))).as(harm).isPresent();
      assertThat(new Verifier(home.database()).verify(planted.subject.tenant()).finding())
          .as(harm)
          .isPresent();
    }
  }

  /// A small real history with a remainder on each side of a correction, and an override.
  private static final class Planted {
    private final Model model = new Model(Histories.PAGES);
    private final StoreSubject subject;
    private final Picture expected;
    private final List<Picture.Row> rows;

    Planted(String name) {
      subject = new StoreSubject(home.database(), "planted-" + name);
      Op.Place act = new Op.Place("act", "archive", "");
      Op.Version law = new Op.Version(3, "law", Map.of("s1", new Op.Dates(3, null)));
      for (Op op :
          List.of(
              new Op.Stated(act, "law", law, null, 1, null, 1),
              new Op.Correct(act, new Op.Version(1, "text-1", Map.of()), false, 5, 10))) {
        model.apply(op);
        subject.write(List.of(op));
      }
      expected = model.picture();
      rows = new ArrayList<>(subject.rows(null));
      assertThat(expected.differs(rows)).isEmpty();
    }

    Picture.Row bounded() {
      return rows.stream()
          .filter(row ->
              row.section() == null
                  && row.state() == ValidityState.ASSERTED
                  && row.from() != null
                  && row.to() != null)
          .findFirst()
          .orElseThrow();
    }

    String finding() {
      return expected.differs(rows).orElse("nothing found");
    }
  }
}
