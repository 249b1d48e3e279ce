package dev.asof.cli.resident;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Starts a resident and waits until it listens.
public final class ResidentStart {

  /// The first word of its command line; home and idle time follow.
  public static final String COMMAND = "resident-process";

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int POLL_MILLIS = 10;

  /// Compiles well, because it lasts; frees what it does not need, because it is one of many.
  private static final List<String> OPTIONS =
      List.of(
          "-Xshare:auto",
          "-Xlog:disable",
          "-XX:+UseSerialGC",
          "--enable-native-access=ALL-UNNAMED",
          "-Dfile.encoding=UTF-8",
          "-Dstdout.encoding=UTF-8",
          "-Dstderr.encoding=UTF-8");

  private final ResidentPlace place;
  private final Duration idle;
  private final Map<String, String> environment;

  ResidentStart(ResidentPlace place, Duration idle, Map<String, String> environment) {
    this.place = place;
    this.idle = idle;
    this.environment = environment;
  }

  /// Returns when one listens, whoever started it. Throws where none came up in time.
  void start() throws IOException {
    place.prepare();
    long end = System.nanoTime() + PATIENCE.toNanos();
    try (FileChannel starting =
        FileChannel.open(
            place.starting(),
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      while (!locks(starting)) {
        pause(end);
      }
      if (listens()) {
        return;
      }
      Process process = launch();
      while (!listens()) {
        if (!process.isAlive()) {
          throw new IOException("the resident ended with " + process.exitValue());
        }
        pause(end);
      }
    }
  }

  private static boolean locks(FileChannel file) throws IOException {
    try {
      return file.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      // Another thread of this process has it.
      return false;
    }
  }

  private boolean listens() throws IOException {
    try (SocketChannel channel = ResidentClient.connect(place)) {
      return channel != null;
    }
  }

  private static void pause(long end) throws IOException {
    if (System.nanoTime() > end) {
      throw new IOException("no resident listened in time");
    }
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a resident started", e);
    }
  }

  /// Signals of the terminal are not for it: whoever presses Ctrl-C ends a question.
  private Process launch() throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "sh",
                "-c",
                "trap '' INT QUIT HUP TSTP; exec \"$@\"",
                "asof",
                Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    String archive = System.getProperty("asof.archive");
    if (archive != null) {
      command.add("-XX:SharedArchiveFile=" + archive);
    }
    command.addAll(OPTIONS);
    command.add("-Duser.home=" + System.getProperty("user.home"));
    command.addAll(
        List.of(
            "-cp",
            ResidentBuild.classPath(),
            "dev.asof.cli.Main",
            COMMAND,
            place.home().toString(),
            idle.toString()));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(place.home().toFile())
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(place.log().toFile()));
    // What is one caller's is told with each request.
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.startsWith("ASOF_") || name.startsWith("PG"));
    String session = environment.get("XDG_RUNTIME_DIR");
    if (session != null) {
      builder.environment().put("XDG_RUNTIME_DIR", session);
    }
    return builder.start();
  }
}
