package dev.asof.bench;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `bench change`.
@Command(
    name = "change",
    description =
        "What a small change of a large document costs, beside a table that keeps each version"
            + " whole.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  bench change --quick",
      "  bench change --records ../shared/data/codecivil/versions.jsonl.gz"
    })
final class ChangeCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--records",
      paramLabel = "FILE",
      description = "Import these records, plain or gzip, instead of a made document.")
  private @Nullable Path records;

  @Option(names = "--quick", description = "Scaled down to a minute; the results say so.")
  private boolean quick;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "Of the random texts. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(names = "--output", description = "${COMPLETION-CANDIDATES}. Default: table.")
  private Shown output = Shown.TABLE;

  @Override
  public Integer call() throws Exception {
    PrintWriter err = spec.commandLine().getErr();
    ChangeBench bench = new ChangeBench(seed, line -> err.println("bench: " + line));
    Path file = records;
    Figures figures =
        file == null
            ? bench.amend(quick ? ChangeBench.Size.QUICK : ChangeBench.Size.FULL)
            : bench.records(file);
    figures.print(output, spec.commandLine().getOut());
    return 0;
  }
}
