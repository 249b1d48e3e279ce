package dev.asof.fold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.id.SectionId;
import dev.asof.id.StatementId;
import dev.asof.id.VersionId;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExplicitTest {

  private static final SectionId FEES = new SectionId(7);
  private static final int POINTS = 20;

  /// `-Dasof.test.seed=N` repeats a run.
  private static final long SEED = Long.getLong("asof.test.seed", System.nanoTime());

  private static final List<Belief> VERSIONS =
      Fold.of(
          List.of(said(1, text(1), 0, null), said(2, text(2), 6, 10), said(3, text(3), 12, 14)));

  @Test
  void aTextOfItsOwnEndsWithTheVersionItDepartsFrom() {
    assertThat(held(said(9, text(99), 2, null))).containsExactly(range(2, 6));
    assertThat(held(said(9, text(99), 6, null))).containsExactly(range(6, 10));
  }

  @Test
  void aStatedEndMayOutlastEveryVersion() {
    assertThat(held(said(9, text(99), 7, 18))).containsExactly(range(7, 18));
  }

  @Test
  void theTextOfAVersionAppliesEarlyAndEndsWithThatVersion() {
    assertThat(held(said(9, text(3), 8, null))).containsExactly(range(8, 14));
  }

  @Test
  void theTextOfAVersionThatHasEndedEndsWithTheOneThatAppliesNow() {
    List<Belief> replaced = Fold.of(List.of(said(1, text(1), 0, 6), said(2, text(2), 6, 10)));

    assertThat(Explicit.during(said(9, text(1), 7, null), replaced)).isEqualTo(range(7, 10));
  }

  @Test
  void neighboursThatHoldTheSameAreOneBelief() {
    List<Belief> stated = Fold.of(List.of(said(1, text(1), 0, 6), said(2, text(1), 6, 10)));

    assertThat(Explicit.during(said(9, text(99), 2, null), stated)).isEqualTo(range(2, 10));
  }

  @Test
  void whereNothingIsBelievedItHasNoEnd() {
    assertThat(Explicit.during(said(9, nothing(), 3, null), List.of())).isEqualTo(range(3, null));
  }

  @Test
  void anImpliedOverrideDoesNotOutlastABeliefThatNothingApplies() {
    Statement law = said(1, text(1), 0, 6);
    List<SectionDates> dates = List.of(new SectionDates(FEES, null, at(12)));

    assertThat(
            Implied.overrides(Fold.of(List.of(law)), version -> dates, (version, section) -> true))
        .extracting(SectionOverride::during)
        .containsExactly(range(6, 12));
    assertThat(
            Implied.overrides(
                Fold.of(List.of(law, said(2, nothing(), 8, null))),
                version -> dates,
                (version, section) -> true))
        .extracting(SectionOverride::during)
        .containsExactly(range(6, 8));
  }

  /// Against a slow, obvious model: who holds the section at each point of a grid.
  @Test
  void overridesAreWhatTheModelSaysAtEveryPoint() {
    for (int history = 0; history < 300; history++) {
      Random random = new Random(SEED + history);
      List<Statement> documents = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        documents.add(random(random, i));
      }
      List<Belief> beliefs = Fold.of(documents);
      List<SectionStatement> sections = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        sections.add(new SectionStatement(FEES, random(random, 100 + i)));
      }
      List<SectionOverride> overrides = Explicit.overrides(beliefs, sections);
      for (int point = -2; point <= 2 * POINTS; point++) {
        Instant instant = at(point);
        Statement holder = null;
        for (SectionStatement said : sections) {
          Statement next = said.statement();
          if (isHeldAt(next, point, beliefs)
              && (holder == null
                  || next.effect() == Effect.REPLACES
                  || !holder.startsAfter(next))) {
            holder = next;
          }
        }
        assertThat(
                overrides.stream()
                    .filter(override -> override.during().contains(instant))
                    .map(SectionOverride::by)
                    .toList())
            .as("seed %d history %d point %d", SEED, history, point)
            .isEqualTo(holder == null ? List.of() : List.of(holder.id()));
      }
    }
  }

  /// Whether a statement without an end still runs at a point: walked from its start, as long as
  /// the belief it departs from goes on.
  private static boolean isHeldAt(Statement statement, int point, List<Belief> beliefs) {
    if (!statement.stated().contains(at(point))) {
      return false;
    }
    if (!statement.stated().isEndUnbounded()) {
      return true;
    }
    int start = -3;
    while (!statement.stated().contains(at(start))) {
      start++;
    }
    int from = start;
    Holding own = statement.holding();
    if (own instanceof Holding.Text && firstPoint(own, from, beliefs) != null) {
      int later = java.util.Objects.requireNonNull(firstPoint(own, from, beliefs));
      return point < later || runsOn(own, later, point, beliefs);
    }
    Holding departs = holdingAt(from, beliefs);
    return departs == null || runsOn(departs, from, point, beliefs);
  }

  private static @Nullable Integer firstPoint(Holding wanted, int from, List<Belief> beliefs) {
    for (int point = from; point <= 3 * POINTS; point++) {
      if (wanted.equals(holdingAt(point, beliefs))) {
        return point;
      }
    }
    return null;
  }

  private static boolean runsOn(Holding holding, int from, int to, List<Belief> beliefs) {
    for (int point = from; point <= to; point++) {
      if (!holding.equals(holdingAt(point, beliefs))) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable Holding holdingAt(int point, List<Belief> beliefs) {
    return beliefs.stream()
        .filter(belief -> belief.during().contains(at(point)))
        .map(belief -> belief.by().holding())
        .findFirst()
        .orElse(null);
  }

  private static Statement random(Random random, int number) {
    int from = random.nextInt(POINTS);
    Integer to = random.nextBoolean() ? null : Integer.valueOf(from + 1 + random.nextInt(POINTS));
    return new Statement(
        new StatementId(number),
        random.nextInt(3) == 0 ? Effect.REPLACES : Effect.PLACES,
        random.nextInt(4) == 0 ? nothing() : text(random.nextInt(4)),
        range(from, to),
        false,
        null);
  }

  private static List<TimeRange> held(Statement statement) {
    return Explicit.overrides(VERSIONS, List.of(new SectionStatement(FEES, statement))).stream()
        .map(SectionOverride::during)
        .toList();
  }

  private static Statement said(int number, Holding holding, int from, @Nullable Integer to) {
    return new Statement(
        new StatementId(number), Effect.PLACES, holding, range(from, to), false, null);
  }

  private static Holding text(int version) {
    return new Holding.Text(new VersionId(version));
  }

  private static Holding nothing() {
    return new Holding.Nothing(Why.WITHDRAWN);
  }

  private static TimeRange range(int from, @Nullable Integer to) {
    return TimeRange.of(at(from), to == null ? null : at(to));
  }

  private static Instant at(int day) {
    return Instant.parse("2024-01-01T00:00:00Z").plusSeconds(86_400L * day);
  }
}
