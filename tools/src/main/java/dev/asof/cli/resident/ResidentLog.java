package dev.asof.cli.resident;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.temporal.ChronoUnit;

/// What a process that stays did, without a word of what it was asked. The file and the one before
/// it have at most a megabyte each.
public final class ResidentLog {

  private static final long LONGEST = 1_000_000;

  private final Path file;
  private final Clock clock;

  public ResidentLog(Path file, Clock clock) {
    this.file = file;
    this.clock = clock;
  }

  public void say(String line) {
    write(line + "\n");
  }

  void say(String line, Throwable thrown) {
    StringWriter trace = new StringWriter();
    thrown.printStackTrace(new PrintWriter(trace));
    write(line + "\n" + trace);
  }

  private synchronized void write(String text) {
    String line =
        clock.instant().truncatedTo(ChronoUnit.MILLIS)
            + " "
            + ProcessHandle.current().pid()
            + " "
            + text;
    try {
      if (Files.exists(file) && Files.size(file) > LONGEST) {
        Files.move(
            file,
            file.resolveSibling(file.getFileName() + ".1"),
            StandardCopyOption.REPLACE_EXISTING);
      }
      if (!Files.exists(file)) {
        Files.createFile(
            file,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      }
      Files.write(file, line.getBytes(StandardCharsets.UTF_8), StandardOpenOption.APPEND);
    } catch (IOException e) {
      // A resident whose log cannot be written, because its home went away, ends soon.
    }
  }
}
