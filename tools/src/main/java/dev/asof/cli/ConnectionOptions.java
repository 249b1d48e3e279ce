package dev.asof.cli;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.schema.DatabaseSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Where the database is, and who asks. Each flag may also be an environment variable
/// (`ASOF_JDBC_URL`) or a line of `asof.properties` in the home. A password has no flag: whoever
/// lists processes would read it.
final class ConnectionOptions {

  @Option(
      names = "--home",
      order = 900,
      paramLabel = "FOLDER",
      description =
          "Folder of the embedded database, the index and asof.properties; default ~/.asof.")
  private @Nullable String home;

  @Option(
      names = "--jdbc-url",
      order = 901,
      paramLabel = "URL",
      description = "A PostgreSQL server (15 to 18) in place of the embedded one.")
  private @Nullable String jdbcUrl;

  @Option(
      names = "--db-user",
      order = 902,
      paramLabel = "LOGIN",
      description = "Login on that server.")
  private @Nullable String user;

  @Option(
      names = "--db-password-file",
      order = 903,
      paramLabel = "FILE",
      description = "File with its password; or set ASOF_DB_PASSWORD.")
  private @Nullable Path passwordFile;

  @Option(
      names = "--db-role",
      order = 904,
      paramLabel = "ROLE",
      description = "Act as app, auditor (reads only) or eraser; default app.")
  private @Nullable String role;

  @Option(
      names = "--pool-size",
      order = 905,
      paramLabel = "N",
      description = "Most connections at once; default 8.")
  private @Nullable String poolSize;

  @Option(
      names = "--connect-timeout",
      order = 906,
      paramLabel = "TIME",
      description = "Longest wait for a connection, such as 10s.")
  private @Nullable String connectTimeout;

  @Option(
      names = "--labels",
      order = 907,
      paramLabel = "LABELS",
      description =
          "Access labels you hold, with commas between them, or \"*\" for all; default none.")
  private @Nullable String labels;

  @Option(
      names = "--no-resident",
      order = 908,
      description = "Run in a process of its own; default: in the resident process, where one is.")
  boolean noResident;

  DatabaseSettings settings(Edge edge) {
    Map<String, String> flags = new HashMap<>();
    put(flags, "home", home);
    put(flags, "jdbc-url", jdbcUrl);
    put(flags, "db-user", user);
    put(flags, "db-role", role);
    put(flags, "pool-size", poolSize);
    put(flags, "connect-timeout", connectTimeout);
    put(flags, "labels", labels);
    if (passwordFile != null) {
      flags.put("db-password", password(passwordFile));
    }
    return DatabaseSettings.read(flags, edge.environment(), edge.userHome());
  }

  private static void put(Map<String, String> flags, String key, @Nullable String value) {
    if (value != null) {
      flags.put(key, value);
    }
  }

  private static String password(Path file) {
    try {
      String line = Files.readString(file, StandardCharsets.UTF_8).lines().findFirst().orElse("");
      if (line.isEmpty()) {
        throw new CallerFault(
            Code.CONFIGURATION,
            "the first line of the password file " + file + " is empty; write the password there");
      }
      return line;
    } catch (IOException e) {
      throw new CallerFault(
          Code.CONFIGURATION,
          "the password file "
              + file
              + " cannot be read ("
              + Texts.reason(e)
              + "); name one that can",
          e);
    }
  }
}
