package dev.asof.schema;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Runs a program of PostgreSQL to its end.
final class Program {

  private Program() {}

  /// @param exit exit code
  /// @param output standard output and error together
  record Ended(int exit, String output) {}

  /// Waits without a limit: the programs have limits of their own.
  static Ended run(Path folder, List<String> prefix, List<String> command) throws IOException {
    List<String> whole = new ArrayList<>(prefix);
    whole.addAll(command);
    ProcessBuilder builder =
        new ProcessBuilder(whole).directory(folder.toFile()).redirectErrorStream(true);
    // A PGDATA or PGOPTIONS of the user's means another server, and messages are read in English.
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.startsWith("PG") || name.startsWith("LC_"));
    builder.environment().put("LC_ALL", "C");
    builder.environment().remove("LANGUAGE");
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      return new Ended(process.waitFor(), output);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + command.getFirst() + " ran", e);
    }
  }
}
