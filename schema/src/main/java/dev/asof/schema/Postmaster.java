package dev.asof.schema;

import dev.asof.fault.Code;
import dev.asof.fault.Unavailable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What `postmaster.pid` in a data folder says, and whether it is true.
///
/// The file outlives its server: after `kill -9` its process may be gone, may be a zombie that
/// nobody has reaped (`kill -0` still finds it, which is why PostgreSQL itself then refuses to
/// start), or the number may belong to another program by now. So a process counts only if it runs
/// a `postgres` in this very folder.
///
/// @param pid process id; -1 if the file makes no sense
/// @param port TCP port; -1 while it is not known
/// @param status `starting`, `ready`, `stopping` or empty
record Postmaster(Path data, long pid, int port, String status) {

  private static final Path PROC = Path.of("/proc");
  private static final Duration ORPHANS = Duration.ofSeconds(10);
  private static final Duration STOPPING = Duration.ofMinutes(2);

  /// The file's content, or nothing if there is no file.
  static Optional<Postmaster> read(Path data) throws IOException {
    List<String> lines;
    try {
      lines = Files.readAllLines(file(data), StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    return Optional.of(
        new Postmaster(
            data,
            number(lines, 0),
            (int) number(lines, 3),
            lines.size() > 7 ? lines.get(7).strip() : ""));
  }

  /// The server that runs in the folder, once it is ready; waits for one that is starting or
  /// stopping. A `postmaster.pid` that is not true is removed, when the processes it left behind
  /// are gone.
  static Optional<Postmaster> settled(Path data) throws IOException {
    while (true) {
      Optional<Postmaster> found = read(data);
      if (found.isEmpty() || found.get().isReady()) {
        return found;
      }
      if (found.get().isAlive()) {
        pause();
        continue;
      }
      endOrphans(data);
      Files.deleteIfExists(file(data));
    }
  }

  private static void endOrphans(Path data) throws IOException {
    long end = System.nanoTime() + ORPHANS.toNanos();
    List<ProcessHandle> orphans = orphans(data);
    orphans.forEach(ProcessHandle::destroy);
    while (!orphans.isEmpty()) {
      if (System.nanoTime() > end) {
        throw new Unavailable(
            Code.EMBEDDED_FAILED,
            "processes of a server that died still use "
                + data
                + "; end them: kill "
                + orphans.stream()
                    .map(orphan -> Long.toString(orphan.pid()))
                    .collect(Collectors.joining(" ")));
      }
      pause();
      orphans = orphans(data);
    }
  }

  /// Stops the server with a signal of PostgreSQL's (`INT`: sessions that are open are ended,
  /// `QUIT`: at once, as if it had crashed) and returns when it has ended. False if none ran. No
  /// program of its version is needed.
  static boolean stop(Path data, String signal) throws IOException {
    Optional<Postmaster> running = settled(data);
    if (running.isEmpty()) {
      return false;
    }
    Postmaster server = running.get();
    Program.Ended kill =
        Program.run(data, List.of(), List.of("sh", "-c", "kill -" + signal + " " + server.pid()));
    if (kill.exit() != 0) {
      throw new Unavailable(
          Code.EMBEDDED_FAILED,
          "the server with process id "
              + server.pid()
              + " in "
              + data
              + " cannot be stopped ("
              + kill.output().strip()
              + "); stop it as the user who started it");
    }
    long end = System.nanoTime() + STOPPING.toNanos();
    while (server.isAlive()) {
      if (System.nanoTime() > end) {
        throw new Unavailable(
            Code.EMBEDDED_FAILED,
            "the server with process id "
                + server.pid()
                + " in "
                + data
                + " is still writing its last changes; try again");
      }
      pause();
    }
    return true;
  }

  static Path file(Path data) {
    return data.resolve("postmaster.pid");
  }

  private static long number(List<String> lines, int index) {
    String line = lines.size() > index ? lines.get(index).strip() : "";
    return line.matches("[0-9]{1,9}") ? Long.parseLong(line) : -1;
  }

  boolean isReady() {
    return status.equals("ready") && port > 0 && isAlive();
  }

  /// The process exists, is no zombie, and is the server of this folder.
  boolean isAlive() {
    if (pid <= 0) {
      return false;
    }
    if (!Files.isDirectory(PROC.resolve("self"))) {
      return ProcessHandle.of(pid)
          .filter(ProcessHandle::isAlive)
          .flatMap(process -> process.info().commandLine())
          .filter(command -> command.contains("postgres") && command.contains(data.toString()))
          .isPresent();
    }
    Path process = PROC.resolve(Long.toString(pid));
    // Empty for a zombie.
    List<String> command = command(process);
    if (command.isEmpty() || !command.getFirst().endsWith("/postgres")) {
      return false;
    }
    try {
      return Files.isSameFile(process.resolve("cwd"), data);
    } catch (IOException e) {
      return command.contains(data.toString());
    }
  }

  /// Processes of a server whose postmaster died under them. They still use the folder for a
  /// moment, and PostgreSQL refuses to start until they are gone. Known on Linux only; elsewhere
  /// empty.
  static List<ProcessHandle> orphans(Path data) {
    List<ProcessHandle> found = new ArrayList<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : processes) {
        List<String> command = command(process);
        if (!command.isEmpty()
            && command.getFirst().startsWith("postgres: ")
            && runsIn(process, data)) {
          ProcessHandle.of(Long.parseLong(process.getFileName().toString())).ifPresent(found::add);
        }
      }
    } catch (IOException e) {
      return List.of();
    }
    return found;
  }

  private static boolean runsIn(Path process, Path data) {
    try {
      return Files.isSameFile(process.resolve("cwd"), data);
    } catch (IOException e) {
      return false;
    }
  }

  private static List<String> command(Path process) {
    try {
      String line = Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
      return line.isEmpty() ? List.of() : List.of(line.split("\0", -1));
    } catch (IOException e) {
      return List.of();
    }
  }

  static void pause() throws IOException {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for PostgreSQL", e);
    }
  }
}
