package dev.asof.bench;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `bench store`.
@Command(
    name = "store",
    description = "The store against its peers: the same changes and questions in one run.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "A peer that is not installed is left out, with a line that says so. Each answer of each"
          + " system is",
      "held against a model; a wrong one ends the run with exit code 1.",
      "",
      "Examples:",
      "  bench store --quick",
      "  bench store --peers plain,mariadb --workloads easy --output json > easy.json"
    })
final class StoreCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--peers",
      split = ",",
      paramLabel = "NAME",
      description = "Which: ${COMPLETION-CANDIDATES}. Default: all.")
  private List<Peer> peers = List.of(Peer.values());

  @Option(
      names = "--workloads",
      split = ",",
      paramLabel = "NAME",
      description = "Which: ${COMPLETION-CANDIDATES}. Default: all.")
  private List<Workload> workloads = List.of(Workload.values());

  @Option(
      names = "--quick",
      description =
          "Scaled down to minutes; the results say so. Ratios of whole questions mean less.")
  private boolean quick;

  @Option(
      names = "--durability",
      paramLabel = "HOW",
      description =
          "full: a commit is on disk when it returns. none: nothing waits for the disk. For every"
              + " system.")
  private Durability durability = Durability.FULL;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "Of the random histories. Default: 1.")
  private long seed;

  @Option(names = "--output", description = "${COMPLETION-CANDIDATES}. Default: table.")
  private Shown output = Shown.TABLE;

  @Override
  public Integer call() throws Exception {
    PrintWriter err = spec.commandLine().getErr();
    Results results =
        new StoreBench(
                quick ? Sizes.QUICK : Sizes.FULL,
                durability,
                seed,
                line -> {
                  err.println("bench: " + line);
                  err.flush();
                })
            .run(peers, workloads);
    output.print(results, spec.commandLine().getOut());
    return 0;
  }
}
