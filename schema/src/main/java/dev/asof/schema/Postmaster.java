package dev.asof.schema;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What `postmaster.pid` in a data folder says, and whether it is true.
///
/// The file outlives its server: after `kill -9` its process may be gone, may be a zombie that nobody has reaped
/// (`kill -0` still finds it, which is why PostgreSQL itself then refuses to start), or the number may belong to
/// another program by now. So a process counts only if it runs a `postgres` in this very folder.
///
/// @param pid process id; -1 if the file makes no sense
/// @param port TCP port; -1 while it is not known
/// @param status `starting`, `ready`, `stopping` or empty
record Postmaster(Path data, long pid, int port, String status) {

  private static final Path PROC = Path.of("/proc");

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
            data, number(lines, 0), (int) number(lines, 3), lines.size() > 7 ? lines.get(7).strip() : ""));
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

  /// Processes of a server whose postmaster died under them. They still use the folder for a moment, and PostgreSQL
  /// refuses to start until they are gone. Known on Linux only; elsewhere empty.
  static List<ProcessHandle> orphans(Path data) {
    List<ProcessHandle> found = new ArrayList<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : processes) {
        List<String> command = command(process);
        if (!command.isEmpty() && command.getFirst().startsWith("postgres: ") && runsIn(process, data)) {
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
}
