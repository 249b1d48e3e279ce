package dev.asof.evaluate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Answers of an evaluation as they come, a line each, in `outcomes.jsonl`: one that was stopped
/// goes on where it was, because an answer whose inputs are the same is not made again. What a
/// report says of a load is in `loads.jsonl`.
final class RunFolder implements AutoCloseable {
  private final Map<Key, Outcome> outcomes = new HashMap<>();
  private final Map<String, Loaded> loads = new HashMap<>();
  private @Nullable KeptLines<Outcome> outcomesTo;
  private @Nullable KeptLines<Loaded> loadsTo;

  private record Key(String system, String question, String inputs) {}

  /// What a report says of a load.
  ///
  /// @param inputs hash of everything that it depends on
  /// @param timeless nothing but words in the texts tells the time of one from that of another
  /// @param passages that may be found
  /// @param withVector those of them that have a vector; 0 where no system needs one
  record Loaded(String inputs, boolean timeless, long passages, long withVector) {}

  private RunFolder() {}

  /// Nothing is kept.
  static RunFolder none() {
    return new RunFolder();
  }

  static RunFolder open(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw Lines.unreadable(folder, e);
    }
    RunFolder run = new RunFolder();
    run.outcomesTo =
        KeptLines.open(
            folder.resolve("outcomes.jsonl"),
            Outcome.class,
            outcome ->
                run.outcomes.put(
                    new Key(outcome.system(), outcome.question(), outcome.inputs()), outcome));
    run.loadsTo =
        KeptLines.open(
            folder.resolve("loads.jsonl"),
            Loaded.class,
            load -> run.loads.put(load.inputs(), load));
    return run;
  }

  Optional<Outcome> find(String system, String question, String inputs) {
    return Optional.ofNullable(outcomes.get(new Key(system, question, inputs)));
  }

  Optional<Loaded> load(String inputs) {
    return Optional.ofNullable(loads.get(inputs));
  }

  void add(Outcome outcome) {
    if (outcomesTo != null) {
      outcomesTo.add(outcome);
    }
  }

  void add(Loaded load) {
    if (loadsTo != null) {
      loadsTo.add(load);
    }
  }

  @Override
  public void close() {
    if (outcomesTo != null) {
      outcomesTo.close();
    }
    if (loadsTo != null) {
      loadsTo.close();
    }
  }
}
