package dev.asof.cli;

/// The entry of the program.
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.exit(run(Edge.ofProcess(System.in), args));
  }

  /// Runs one command line and returns its exit code; ends nothing.
  static int run(Edge edge, String... args) {
    Faults faults = new Faults(edge);
    try {
      int exit = Asof.commandLine(edge, faults, args).execute(args);
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
