package dev.asof.cli;

import dev.asof.cli.resident.Resident;
import dev.asof.cli.resident.ResidentRequest;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;

/// Runs the commands of other processes, with what they need kept open between them.
final class ResidentProcess {

  private final Kept kept = new Kept();

  /// Serves one home until its end.
  static void run(Path home, String idle) {
    ResidentProcess process = new ResidentProcess();
    Edge edge = Edge.ofProcess(InputStream.nullInputStream());
    Resident.serve(home, edge.environment(), Duration.parse(idle), edge.clock(), process::run);
  }

  int run(ResidentRequest request, OutputStream out, OutputStream err) {
    try {
      return Main.run(
          Edge.ofRequest(request, out, err),
          kept.in(request.folder()),
          request.args().toArray(String[]::new));
    } catch (Output.Lost lost) {
      return Faults.BROKEN_PIPE;
    }
  }
}
