package dev.asof.bench;

import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// What `tools/bin/bench` runs.
@Command(
    name = "bench",
    description = "What asof costs, measured against its peers in one run.",
    mixinStandardHelpOptions = true,
    subcommands = {
      StoreCommand.class,
      ChangeCommand.class,
      ConcurrencyCommand.class,
      MicroCommand.class
    })
public final class Bench {

  private Bench() {}

  /// Runs a command line and returns its exit code.
  static int run(String[] args, PrintWriter out, PrintWriter err) {
    return new CommandLine(new Bench())
        .setOut(out)
        .setErr(err)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler((e, line, parsed) -> {
          if (e instanceof WrongAnswer) {
            err.println("bench: wrong answer: " + e.getMessage());
            return 1;
          }
          e.printStackTrace(err);
          return 70;
        })
        .execute(args);
  }

  /// Ends the process with the exit code.
  public static void main(String[] args) {
    PrintWriter out = new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8));
    PrintWriter err =
        new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), true);
    int code = run(args, out, err);
    out.flush();
    err.flush();
    System.exit(code);
  }
}
