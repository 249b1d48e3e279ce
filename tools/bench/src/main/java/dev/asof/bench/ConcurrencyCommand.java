package dev.asof.bench;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `bench concurrency`.
@Command(
    name = "concurrency",
    description =
        "Writers and readers at once: how much they do together, and how long each waits.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Each writer corrects documents of its own; when all are done, what the store holds of each"
          + " is held",
      "against a model, and a wrong answer ends the run with exit code 1.",
      "",
      "Example:",
      "  bench concurrency --quick"
    })
final class ConcurrencyCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--quick", description = "3 seconds for each arrangement instead of 20.")
  private boolean quick;

  @Option(
      names = "--durability",
      paramLabel = "HOW",
      description = "full: a commit is on disk when it returns. none: nothing waits for the disk.")
  private Durability durability = Durability.FULL;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "Of the random histories. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(names = "--output", description = "${COMPLETION-CANDIDATES}. Default: table.")
  private Shown output = Shown.TABLE;

  @Override
  public Integer call() throws Exception {
    PrintWriter err = spec.commandLine().getErr();
    new ConcurrencyBench(
            Duration.ofSeconds(quick ? 3 : 20),
            durability,
            seed,
            line -> err.println("bench: " + line))
        .run(ConcurrencyBench.ARRANGEMENTS)
        .print(output, spec.commandLine().getOut());
    return 0;
  }
}
