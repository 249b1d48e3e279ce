package dev.asof.bench;

import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import picocli.CommandLine.Command;

/// `bench micro`.
@Command(
    name = "micro",
    description =
        "What a change computes without a database, by JMH: folding, cutting and hashing.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  bench micro"})
final class MicroCommand implements Callable<Integer> {

  @Override
  public Integer call() throws Exception {
    new Runner(
            new OptionsBuilder()
                .include(MicroBench.class.getName())
                .shouldFailOnError(true)
                .build())
        .run();
    return 0;
  }
}
