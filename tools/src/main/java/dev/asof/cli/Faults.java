package dev.asof.cli;

import dev.asof.fault.AsofException;
import dev.asof.fault.Code;
import dev.asof.schema.DatabaseSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// The one place that turns what was thrown into a line for a person and an exit code.
final class Faults {

  /// What a shell reports for a program that a broken pipe ended.
  static final int BROKEN_PIPE = 141;

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final Edge edge;

  /// Where stack traces go; a command that knows its home moves it.
  private Path home;

  private boolean outputLost;

  Faults(Edge edge) {
    this.edge = edge;
    String set = edge.environment().getOrDefault("ASOF_HOME", "");
    this.home = set.isBlank() ? edge.userHome().resolve(".asof") : Path.of(set);
  }

  void home(DatabaseSettings settings) {
    home = settings.home();
  }

  int usage(ParameterException e) {
    CommandLine command = e.getCommandLine();
    String sentence =
        (e instanceof UnmatchedArgumentException unmatched
                ? notUnderstood(unmatched)
                : oneLine(String.valueOf(e.getMessage())))
            + "; see: "
            + command.getCommandSpec().qualifiedName()
            + " --help";
    return say(sentence, Code.USAGE.exit());
  }

  private static String notUnderstood(UnmatchedArgumentException e) {
    List<String> meant = e.getSuggestions();
    return "'"
        + e.getUnmatched().getFirst()
        + "' is no command or option here"
        + (meant.isEmpty() ? "" : "; did you mean " + meant.getFirst() + "?");
  }

  boolean isOutputLost() {
    return outputLost;
  }

  int exit(Throwable thrown) {
    outputLost |= thrown instanceof Output.Lost;
    return switch (thrown) {
      case AsofException ours when ours.code() == Code.FAULT -> fault(ours.sentence(), ours);
      case AsofException ours -> say(ours.sentence(), ours.code().exit());
      case Output.Lost lost when lost.isReaderGone() -> BROKEN_PIPE;
      case Output.Lost lost ->
          say(
              "the output cannot be written ("
                  + lost.getMessage()
                  + "); free some space or write it elsewhere",
              Code.DISK_FULL.exit());
      case OutOfMemoryError memory ->
          say(
              "there is not enough memory for this ("
                  + memory.getMessage()
                  + "); ask for less at once, or allow more with JAVA_TOOL_OPTIONS=-Xmx4g",
              Code.FAULT.exit());
      default ->
          isDiskFull(thrown)
              ? say(
                  "the disk is full (" + thrown.getMessage() + "); free some space and try again",
                  Code.DISK_FULL.exit())
              : fault("something went wrong that should not (" + thrown + ")", thrown);
    };
  }

  static boolean isDiskFull(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException
          && String.valueOf(cause.getMessage())
              .matches("(?s).*(No space left on device|Disk quota exceeded).*")) {
        return true;
      }
    }
    return false;
  }

  private int fault(String sentence, Throwable thrown) {
    return say(sentence + "; this is a fault of asof, " + keep(thrown), Code.FAULT.exit());
  }

  /// Writes the stack trace into the log of the home and says where.
  String keep(Throwable thrown) {
    StringWriter trace = new StringWriter();
    thrown.printStackTrace(new PrintWriter(trace));
    try {
      Path file =
          home.resolve("log").resolve("fault-" + STAMP.format(edge.clock().instant()) + ".log");
      Files.createDirectories(
          file.getParent(),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(file, trace.toString(), StandardCharsets.UTF_8, StandardOpenOption.WRITE);
      return "the stack trace is in " + file;
    } catch (IOException e) {
      return "the stack trace could not be kept (" + e + ")";
    }
  }

  private int say(String sentence, int exit) {
    edge.say("asof: " + oneLine(sentence));
    return exit;
  }

  private static String oneLine(String text) {
    return text.strip().replaceAll("\\R\\s*", " ").replaceAll("\\p{Cntrl}", "\uFFFD");
  }
}
