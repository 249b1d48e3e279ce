package dev.asof.fold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.id.StatementId;
import dev.asof.id.VersionId;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Random histories against a slow, obvious model: a map from each point of a grid to the statement
/// that holds it.
class FoldModelTest {

  private static final int POINTS = 24;
  private static final int HISTORIES = 200;
  private static final int OPERATIONS = 300;

  /// `-Dasof.test.seed=N` repeats a run.
  private static final long SEED = Long.getLong("asof.test.seed", System.nanoTime());

  @Test
  void beliefsAreWhatTheModelSaysAtEveryPoint() {
    for (int history = 0; history < HISTORIES; history++) {
      Random random = new Random(SEED + history);
      List<Statement> live = new ArrayList<>();
      List<Belief> beliefs = List.of();
      for (int operation = 0; operation < OPERATIONS; operation++) {
        if (!live.isEmpty() && random.nextInt(6) == 0) {
          live.remove(random.nextInt(live.size()));
          beliefs = Fold.of(live);
        } else {
          Statement next = statement(random, operation);
          List<Statement> closed = Lane.closedBy(next, live);
          live.removeAll(closed);
          live.add(next);
          beliefs = closed.isEmpty() ? Fold.append(beliefs, next) : Fold.of(live);
        }
        if (live.size() > 12) {
          live.remove(0);
          beliefs = Fold.of(live);
        }
        assertWellFormed(beliefs, history);
        assertSame(beliefs, live, history);
      }
    }
  }

  @Test
  void anyOrderOfPlacingsWithDifferentStartsEndsInTheSameBeliefs() {
    Random random = new Random(SEED);
    for (int round = 0; round < 300; round++) {
      List<Integer> starts = new ArrayList<>();
      for (int i = 0; i < POINTS; i++) {
        starts.add(i);
      }
      Collections.shuffle(starts, random);
      List<Statement> placings = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        int start = starts.get(i);
        Integer end = random.nextBoolean() ? null : start + 1 + random.nextInt(POINTS);
        placings.add(placing(i, start, end));
      }
      List<Belief> first = Fold.of(placings);
      List<Statement> shuffled = new ArrayList<>(placings);
      Collections.shuffle(shuffled, random);
      assertThat(Fold.of(shuffled)).as("seed %d round %d", SEED, round).isEqualTo(first);
    }
  }

  @Test
  void everyOrderOfLooksEndsInTheSameRuns() {
    Random random = new Random(SEED);
    for (int round = 0; round < 500; round++) {
      List<Sight> sights = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        boolean nothing = random.nextInt(4) == 0;
        int content = random.nextInt(3);
        sights.add(
            new Sight(
                at(i),
                i,
                nothing ? "nothing" : "text " + content,
                nothing ? new Holding.Nothing(Why.GONE) : new Holding.Text(new VersionId(content)),
                nothing || random.nextInt(3) > 0,
                random.nextInt(5) == 0 ? at(i + 1 + random.nextInt(5)) : null));
      }
      List<Runs.Run> first = Runs.of(sights);
      Collections.shuffle(sights, random);
      assertThat(Runs.of(sights)).as("seed %d round %d", SEED, round).isEqualTo(first);
    }
  }

  private static Statement statement(Random random, int number) {
    int from = random.nextInt(POINTS) - 1;
    Integer to = random.nextInt(3) == 0 ? null : from + 1 + random.nextInt(POINTS);
    return new Statement(
        new StatementId(number),
        random.nextInt(3) == 0 ? Effect.REPLACES : Effect.PLACES,
        random.nextInt(5) == 0
            ? new Holding.Nothing(Why.WITHDRAWN)
            : new Holding.Text(new VersionId(random.nextInt(4))),
        TimeRange.of(from < 0 ? null : at(from), to == null ? null : at(to)),
        random.nextBoolean(),
        random.nextBoolean() ? at(random.nextInt(POINTS)) : null);
  }

  private static Statement placing(int number, int from, @Nullable Integer to) {
    return new Statement(
        new StatementId(number),
        Effect.PLACES,
        new Holding.Text(new VersionId(number)),
        TimeRange.of(at(from), to == null ? null : at(to)),
        false,
        null);
  }

  private static Instant at(int point) {
    return Instant.parse("2024-01-01T00:00:00Z").plusSeconds(86_400L * point);
  }

  private static void assertWellFormed(List<Belief> beliefs, int history) {
    for (int i = 1; i < beliefs.size(); i++) {
      assertThat(beliefs.get(i - 1).during().precedes(beliefs.get(i).during()))
          .as("seed %d history %d: %s", SEED, history, beliefs)
          .isTrue();
    }
  }

  private static void assertSame(List<Belief> beliefs, List<Statement> live, int history) {
    for (int point = -2; point <= 2 * POINTS; point++) {
      Instant at = at(point);
      Statement model = null;
      for (Statement statement : live) {
        if (statement.stated().contains(at)
            && (model == null
                || statement.effect() == Effect.REPLACES
                || !isLater(model, statement))) {
          model = statement;
        }
      }
      Statement believed =
          beliefs.stream()
              .filter(belief -> belief.during().contains(at))
              .map(Belief::by)
              .findFirst()
              .orElse(null);
      assertThat(believed).as("seed %d history %d point %d", SEED, history, point).isEqualTo(model);
    }
  }

  /// Whether `held` has a stated start later than `next`'s.
  private static boolean isLater(Statement held, Statement next) {
    Instant mine = held.stated().fromOrNull();
    Instant theirs = next.stated().fromOrNull();
    return mine != null && (theirs == null || mine.isAfter(theirs));
  }
}
