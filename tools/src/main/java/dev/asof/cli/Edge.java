package dev.asof.cli;

import dev.asof.cli.resident.ResidentRequest;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jline.terminal.impl.exec.ExecTerminalProvider;
import org.jline.terminal.spi.SystemStream;
import picocli.CommandLine;

/// Everything a command takes from the process it runs in. Nothing else reads the clock, the
/// environment, the user's name or home, so that a test can set them all.
///
/// @param out results, in UTF-8
/// @param bytes results that are no text; the same stream as `out`, under its buffer
/// @param err everything else, in UTF-8
/// @param userHome the user's home folder
/// @param user name of the operating system's user
/// @param colour whether `out` is a terminal that wants colour
/// @param progress whether `err` is a terminal; asked at most once, and only by long work, because
///   the answer takes milliseconds
record Edge(
    InputStream in,
    PrintWriter out,
    OutputStream bytes,
    PrintWriter err,
    Map<String, String> environment,
    Path userHome,
    String user,
    Clock clock,
    boolean colour,
    BooleanSupplier progress) {

  private static final int DEFAULT_WIDTH = 100;
  private static final int NARROWEST = 40;

  /// The edge of this process.
  static Edge ofProcess(InputStream in) {
    Output out = new Output(new FileOutputStream(FileDescriptor.out));
    return new Edge(
        in,
        utf8(out),
        out,
        utf8(new FileOutputStream(FileDescriptor.err)),
        System.getenv(),
        Path.of(System.getProperty("user.home")),
        System.getProperty("user.name"),
        Clock.systemUTC(),
        CommandLine.Help.Ansi.AUTO.enabled(),
        () -> new ExecTerminalProvider().isSystemStream(SystemStream.Error));
  }

  /// The edge of another process, whose command line the resident runs.
  static Edge ofRequest(ResidentRequest request, OutputStream results, OutputStream others) {
    Output out = new Output(results);
    return new Edge(
        InputStream.nullInputStream(),
        utf8(out),
        out,
        utf8(new Output(others)),
        request.environment(),
        Path.of(System.getProperty("user.home")),
        System.getProperty("user.name"),
        Clock.systemUTC(),
        wantsColour(request.environment(), request.terminals().contains("1")),
        () -> request.terminals().contains("2"));
  }

  /// As picocli decides it for the process it is in.
  private static boolean wantsColour(Map<String, String> environment, boolean terminal) {
    if (environment.containsKey("NO_COLOR")) {
      return false;
    }
    String forced = environment.get("CLICOLOR_FORCE");
    return (forced != null && !forced.equals("0"))
        || (terminal && !"0".equals(environment.get("CLICOLOR")));
  }

  private static PrintWriter utf8(OutputStream stream) {
    return new PrintWriter(
        new OutputStreamWriter(new BufferedOutputStream(stream), StandardCharsets.UTF_8), false);
  }

  /// In how many cells sentences are printed: where nobody says how wide the terminal is, on one
  /// line, which programs can read.
  int widthOfSentences() {
    return environment.getOrDefault("COLUMNS", "").matches("[1-9]\\d{0,3}")
        ? width()
        : Integer.MAX_VALUE;
  }

  /// Width of the terminal in cells: `COLUMNS`, else 100.
  int width() {
    String columns = environment.getOrDefault("COLUMNS", "");
    return columns.matches("[1-9]\\d{0,3}")
        ? Math.max(NARROWEST, Integer.parseInt(columns))
        : DEFAULT_WIDTH;
  }

  /// One line to the other stream, at once.
  void say(String line) {
    err.print(line + "\n");
    err.flush();
  }
}
