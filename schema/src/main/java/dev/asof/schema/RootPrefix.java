package dev.asof.schema;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// PostgreSQL refuses to run as root. In a user namespace of its own it runs as nobody to itself,
/// while its files stay root's.
final class RootPrefix {

  private static final List<String> NAMESPACE = List.of("unshare", "--user");

  private RootPrefix() {}

  /// What to run PostgreSQL's programs through: nothing, unless this process is root.
  static List<String> find() throws IOException {
    if (!isRoot()) {
      return List.of();
    }
    try {
      if (Program.run(Path.of("/"), NAMESPACE, List.of("true")).exit() == 0) {
        return NAMESPACE;
      }
    } catch (IOException e) {
      // No unshare on this machine.
    }
    throw new CallerFault(
        Code.CONFIGURATION,
        "PostgreSQL does not run as root and this machine grants no user namespaces;"
            + " run asof as another user, or give a server with jdbc-url");
  }

  private static boolean isRoot() throws IOException {
    Path self = Path.of("/proc/self");
    return Files.exists(self)
        ? Integer.valueOf(0).equals(Files.getAttribute(self, "unix:uid"))
        : "root".equals(System.getProperty("user.name"));
  }
}
