package dev.asof.cli.resident;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What a process runs: a resident answers only for the very same.
final class ResidentBuild {
  private ResidentBuild() {}

  /// Java, its options, and the program by place, size and time of its first jar and of the build.
  static String of(Map<String, String> environment) {
    String path = classPath();
    int end = path.indexOf(File.pathSeparatorChar);
    Path first = Path.of(end < 0 ? path : path.substring(0, end));
    return String.join(
        "\n",
        System.getProperty("java.home"),
        System.getProperty("java.runtime.version"),
        environment.getOrDefault("JAVA_TOOL_OPTIONS", ""),
        environment.getOrDefault("JDK_JAVA_OPTIONS", ""),
        path,
        stamp(first),
        stamp(first.resolveSibling("built")));
  }

  /// Absolute, for a resident works in another folder.
  static String classPath() {
    List<String> entries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (!entry.isEmpty()) {
        entries.add(Path.of(entry).toAbsolutePath().toString());
      }
    }
    return String.join(File.pathSeparator, entries);
  }

  private static String stamp(Path file) {
    try {
      return String.join(
          " ",
          Long.toString(Files.getLastModifiedTime(file).toMillis()),
          Long.toString(Files.size(file)));
    } catch (IOException e) {
      return "";
    }
  }
}
