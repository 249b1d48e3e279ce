package dev.asof.cli;

import dev.asof.cli.resident.ResidentClient;
import dev.asof.cli.resident.ResidentStart;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.file.Path;
import java.util.OptionalInt;

/// The entry of the program.
public final class Main {
  private Main() {}

  /// Hands the command line to the resident where there is one for it, before anything else is
  /// loaded; else runs it here.
  public static void main(String[] args) {
    if (args.length == 3 && args[0].equals(ResidentStart.COMMAND)) {
      ResidentProcess.run(Path.of(args[1]), args[2]);
      // Whatever still runs is of nobody, and the program's files may have been replaced.
      Runtime.getRuntime().halt(0);
    }
    OptionalInt done =
        new ResidentClient(
                System.getenv(),
                Path.of(System.getProperty("user.home")),
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err))
            .run(System.getProperty("asof.terminals", ""), args);
    if (done.isPresent()) {
      // Nothing is left to be flushed, and an orderly end would load a logger to tell of it.
      Runtime.getRuntime().halt(done.getAsInt());
    }
    System.exit(run(Edge.ofProcess(System.in), args));
  }

  /// Runs one command line in this process and returns its exit code; ends nothing.
  static int run(Edge edge, String... args) {
    return run(edge, Host.own(), args);
  }

  static int run(Edge edge, Host host, String... args) {
    Faults faults = new Faults(edge);
    try {
      int exit = Asof.commandLine(edge, faults, host, args).execute(args);
      // What could not be written was said already; to try again would say it twice.
      if (!faults.isOutputLost()) {
        edge.out().flush();
      }
      return exit;
    } catch (Throwable thrown) {
      return faults.exit(thrown);
    } finally {
      edge.err().flush();
    }
  }
}
