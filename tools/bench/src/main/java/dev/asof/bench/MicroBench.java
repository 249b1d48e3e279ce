package dev.asof.bench;

import dev.asof.fold.Belief;
import dev.asof.fold.Effect;
import dev.asof.fold.Fold;
import dev.asof.fold.Holding;
import dev.asof.fold.Statement;
import dev.asof.id.StatementId;
import dev.asof.id.VersionId;
import dev.asof.split.Format;
import dev.asof.time.TimeRange;
import dev.asof.write.PreparedText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// What a change computes without a database: folding statements, cutting and hashing a text.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class MicroBench {

  private static final Instant FIRST = Instant.parse("2000-01-01T00:00:00Z");

  /// How many statements the lane holds already.
  @Param({"10", "1000", "10000"})
  public int depth;

  private List<Statement> statements = List.of();
  private List<Belief> beliefs = List.of();
  private Statement next = statement(new Random(0), 0);
  private String text = "";

  /// Makes a lane of random corrections.
  @Setup
  public void makeLane() {
    Random random = new Random(1);
    List<Statement> made = new ArrayList<>();
    made.add(
        new Statement(
            new StatementId(1),
            Effect.PLACES,
            new Holding.Text(new VersionId(1)),
            TimeRange.from(FIRST),
            false,
            null));
    for (int i = 2; i <= depth; i++) {
      made.add(statement(random, i));
    }
    statements = made;
    beliefs = Fold.of(made);
    next = statement(random, depth + 1);
    text = "Article 1. The provider shall notify every customer of any change.\n".repeat(30);
  }

  private static Statement statement(Random random, int number) {
    Instant from = FIRST.plusSeconds(random.nextInt(800_000_000));
    return new Statement(
        new StatementId(number),
        Effect.REPLACES,
        new Holding.Text(new VersionId(number)),
        TimeRange.between(from, from.plusSeconds(1 + random.nextInt(80_000))),
        false,
        null);
  }

  /// One more statement on top of a folded lane, as a change does it.
  @Benchmark
  public List<Belief> foldOneMore() {
    return Fold.append(beliefs, next);
  }

  /// The whole lane, as a recall and `verify` do it.
  @Benchmark
  public List<Belief> foldAll() {
    return Fold.of(statements);
  }

  /// A text of 2 kB cut into sections and hashed, before any lock is taken.
  @Benchmark
  public PreparedText cutAndHash() {
    return PreparedText.of(Format.TEXT, text);
  }
}
