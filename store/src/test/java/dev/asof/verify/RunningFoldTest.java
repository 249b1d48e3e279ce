package dev.asof.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.fold.Effect;
import dev.asof.fold.Fold;
import dev.asof.fold.Holding;
import dev.asof.fold.Statement;
import dev.asof.id.StatementId;
import dev.asof.id.VersionId;
import dev.asof.time.TimeRange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RunningFoldTest {

  private static final Instant FIRST = Instant.parse("2024-01-01T00:00:00Z");

  @Test
  void whateverIsRecordedAndTakenBackItIsTheFoldOfWhatIsLive() {
    Long given = Long.getLong("asof.test.seed");
    long seed = given == null ? new Random().nextLong() : given;
    Random random = new Random(seed);
    for (int history = 0; history < 40; history++) {
      RunningFold fold = new RunningFold();
      List<Statement> live = new ArrayList<>();
      for (int step = 1; step <= 400; step++) {
        if (live.size() > 1 && random.nextInt(4) == 0) {
          Set<StatementId> closed = new HashSet<>();
          for (int i = 0; i <= random.nextInt(3); i++) {
            // Mostly of the last ones, sometimes of those long forgotten.
            int back =
                random.nextInt(random.nextBoolean() ? Math.min(5, live.size()) : live.size());
            closed.add(live.get(live.size() - 1 - back).id());
          }
          fold.close(closed);
          live.removeIf(statement -> closed.contains(statement.id()));
        } else {
          int from = random.nextInt(60);
          Statement statement =
              statement(
                  step,
                  random.nextBoolean() ? Effect.PLACES : Effect.REPLACES,
                  from,
                  random.nextInt(3) == 0 ? null : from + 1 + random.nextInt(20));
          fold.open(statement);
          live.add(statement);
        }
        assertThat(fold.beliefs()).as("-Dasof.test.seed=" + seed).isEqualTo(Fold.of(live));
      }
    }
  }

  @Test
  void takingBackWhatWasNeverRecordedChangesNothing() {
    RunningFold fold = new RunningFold();
    fold.close(Set.of(new StatementId(1)));
    fold.open(statement(1, Effect.PLACES, 0, null));
    fold.close(Set.of(new StatementId(2)));
    assertThat(fold.beliefs()).hasSize(1);
  }

  @Test
  @Timeout(60)
  void aLaneOfManyStatementsIsFollowedWithoutFoldingItAgainEachTime() {
    RunningFold fold = new RunningFold();
    int statements = 10_000;
    for (int i = 1; i <= statements; i++) {
      fold.open(statement(i, Effect.PLACES, i, null));
      if (i % 2 == 0) {
        fold.close(Set.of(new StatementId(i - 1)));
      }
    }
    assertThat(fold.beliefs()).hasSize(statements / 2);
  }

  private static Statement statement(long id, Effect effect, int from, @Nullable Integer to) {
    return new Statement(
        new StatementId(id),
        effect,
        new Holding.Text(new VersionId(id)),
        TimeRange.of(day(from), to == null ? null : day(to)),
        false,
        null);
  }

  private static Instant day(int number) {
    return FIRST.plus(Duration.ofDays(number));
  }
}
