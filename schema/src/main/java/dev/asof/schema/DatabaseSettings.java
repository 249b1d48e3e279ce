package dev.asof.schema;

import dev.asof.fault.CallerFault;
import dev.asof.time.Spans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/// Where the database is and how to connect to it. Without a `jdbcUrl` it is the embedded server in
/// `home`.
///
/// @param jdbcUrl `jdbc:postgresql:` URL of a given server; null: the embedded one
/// @param user login on a given server; null: the one in the URL, else the name of the operating
///   system's user
/// @param password of `user`; never printed
/// @param home absolute folder of the embedded server, of the index and of `asof.properties`
/// @param poolSize most connections open at once, 1 to 200
/// @param connectTimeout longest wait for a connection, 1 second to 10 minutes
/// @param role what the connections act as
/// @param caller who asks, unless a command says otherwise
/// @param origins key of a setting (`pool-size`) to where its value came from (`environment
///   ASOF_POOL_SIZE`)
public record DatabaseSettings(
    @Nullable String jdbcUrl,
    @Nullable String user,
    @Nullable String password,
    Path home,
    int poolSize,
    Duration connectTimeout,
    DatabaseRole role,
    Caller caller,
    Map<String, String> origins) {

  /// The settings file, in `home`.
  public static final String FILE = "asof.properties";

  private static final String JDBC_URL = "jdbc-url";
  private static final String DB_USER = "db-user";
  private static final String DB_PASSWORD = "db-password";
  private static final String DB_ROLE = "db-role";
  private static final String HOME = "home";
  private static final String POOL_SIZE = "pool-size";
  private static final String CONNECT_TIMEOUT = "connect-timeout";
  private static final String LABELS = "labels";

  /// Every key, as in the file; the flag is `--key`, the environment variable `ASOF_KEY`.
  public static final List<String> KEYS =
      List.of(JDBC_URL, DB_USER, DB_PASSWORD, DB_ROLE, HOME, POOL_SIZE, CONNECT_TIMEOUT, LABELS);

  public DatabaseSettings {
    home = home.toAbsolutePath().normalize();
    origins = Collections.unmodifiableMap(new TreeMap<>(origins));
  }

  /// One setting as people may see it.
  ///
  /// @param value the value, or for a secret only that it is set
  /// @param origin `flag --pool-size`, `environment ASOF_POOL_SIZE`, `file
  ///   /home/x/.asof/asof.properties` or `default`
  public record Shown(String key, String value, String origin) {}

  /// Takes each setting from the flag, else from the environment, else from `asof.properties` in
  /// the home, else its default. Throws one [CallerFault] that lists every complaint.
  ///
  /// @param flags key without dashes to value; keys of others are refused
  /// @param environment variables of the process; an empty value counts as unset
  /// @param userHome the user's home folder, for the default home and a leading `~`
  public static DatabaseSettings read(
      Map<String, String> flags, Map<String, String> environment, Path userHome) {
    return new Reading(flags, environment, userHome).read();
  }

  /// The same settings for a server at `url`.
  DatabaseSettings at(String url, String login, @Nullable String secret) {
    return new DatabaseSettings(
        url, login, secret, home, poolSize, connectTimeout, role, caller, origins);
  }

  /// The same settings, acting as another role.
  public DatabaseSettings as(DatabaseRole other) {
    return new DatabaseSettings(
        jdbcUrl, user, password, home, poolSize, connectTimeout, other, caller, origins);
  }

  /// Every setting with where it came from, without secrets, in the order of [#KEYS].
  public List<Shown> shown() {
    return KEYS.stream()
        .map(key -> new Shown(key, shownValue(key), origins.getOrDefault(key, "default")))
        .toList();
  }

  private String shownValue(String key) {
    return switch (key) {
      case JDBC_URL -> jdbcUrl == null ? "embedded server in " + home : place(jdbcUrl);
      case DB_USER -> user == null ? "" : user;
      case DB_PASSWORD -> password == null ? "" : "(set)";
      case DB_ROLE -> role.word();
      case HOME -> home.toString();
      case POOL_SIZE -> Integer.toString(poolSize);
      case CONNECT_TIMEOUT -> connectTimeout.toString();
      case LABELS -> caller.setting();
      default -> throw new IllegalArgumentException("no setting is called " + key);
    };
  }

  /// `host:port/database` of a JDBC URL. URLs may carry passwords, so they are never printed whole.
  static String place(String jdbcUrl) {
    Properties parsed = Driver.parseURL(jdbcUrl, null);
    if (parsed == null) {
      return "(not a PostgreSQL URL)";
    }
    String hosts = parsed.getProperty(PGProperty.PG_HOST.getName(), "localhost");
    String ports = parsed.getProperty(PGProperty.PG_PORT.getName(), "5432");
    String[] host = hosts.split(",", -1);
    String[] port = ports.split(",", -1);
    List<String> servers = new ArrayList<>();
    for (int i = 0; i < host.length; i++) {
      servers.add(host[i] + ":" + (i < port.length ? port[i] : "5432"));
    }
    return String.join(",", servers) + "/" + parsed.getProperty(PGProperty.PG_DBNAME.getName(), "");
  }

  /// Without the password and without the URL's parameters, which may hold one.
  @Override
  public String toString() {
    return shown().stream()
        .map(setting -> setting.key() + "=" + setting.value())
        .collect(Collectors.joining(", ", "DatabaseSettings[", "]"));
  }

  private static final class Reading {
    private final Map<String, String> flags;
    private final Map<String, String> environment;
    private final Path userHome;
    private final SettingLayers layers;

    Reading(Map<String, String> flags, Map<String, String> environment, Path userHome) {
      this.flags = flags;
      this.environment = environment;
      this.userHome = userHome;
      this.layers = new SettingLayers(flags, environment);
    }

    DatabaseSettings read() {
      layers.refuseUnknown("flag --", flags.keySet(), KEYS);
      refuseMisspeltVariables();
      Path home = home();
      readFile(home);
      String url = value(JDBC_URL);
      if (url != null && Driver.parseURL(url, null) == null) {
        layers.complain(
            where(JDBC_URL) + " is not of the form jdbc:postgresql://HOST:PORT/DATABASE");
      }
      String user = value(DB_USER);
      String password = value(DB_PASSWORD);
      if (url == null) {
        refuseWithoutUrl(DB_USER, user);
        refuseWithoutUrl(DB_PASSWORD, password);
      }
      int poolSize = poolSize();
      Duration connectTimeout = connectTimeout();
      DatabaseRole role = role();
      Caller caller = caller();
      layers.throwComplaints();
      return new DatabaseSettings(
          url, user, password, home, poolSize, connectTimeout, role, caller, layers.origins());
    }

    private void refuseWithoutUrl(String key, @Nullable String value) {
      if (value != null) {
        layers.complain(
            where(key)
                + " has no effect on the embedded server: give "
                + JDBC_URL
                + " too, or leave it out");
      }
    }

    private Path home() {
      String value = value(HOME);
      if (value == null) {
        return userHome.resolve(".asof");
      }
      if (value.equals("~") || value.startsWith("~/")) {
        return userHome.resolve(value.substring(Math.min(2, value.length())));
      }
      return Path.of(value);
    }

    private void readFile(Path home) {
      Set<String> keys = layers.read(home);
      if (keys.remove(HOME)) {
        layers.complain(
            "home cannot be set in the file "
                + layers.file()
                + ", which lies in it: use --home or ASOF_HOME");
      }
      // Other concerns read their own.
      keys.removeIf(
          key -> LayeredSettings.isOf("embedder", key) || LayeredSettings.isOf("words", key));
      layers.refuseUnknown("setting in " + layers.file() + ": ", keys, KEYS);
      refuseOpenSecret(layers.file(), keys);
    }

    private void refuseOpenSecret(Path fileRead, Set<String> keys) {
      if (!keys.contains(DB_PASSWORD)) {
        return;
      }
      try {
        Set<PosixFilePermission> allowed = Files.getPosixFilePermissions(fileRead);
        if (allowed.contains(PosixFilePermission.GROUP_READ)
            || allowed.contains(PosixFilePermission.OTHERS_READ)) {
          layers.complain(
              fileRead + " holds a password that others may read: chmod 600 " + fileRead);
        }
      } catch (UnsupportedOperationException | IOException e) {
        // A file system without POSIX permissions has nothing to say here.
      }
    }

    /// A misspelt variable would silently open another database than the one that was meant.
    private void refuseMisspeltVariables() {
      layers.refuseUnknown(
          "environment variable ",
          environment.keySet().stream()
              .filter(name -> name.startsWith("ASOF_DB") || name.startsWith("ASOF_JDBC"))
              .toList(),
          KEYS.stream().map(SettingLayers::variable).sorted().toList());
    }

    private int poolSize() {
      String value = value(POOL_SIZE);
      if (value == null) {
        return 8;
      }
      try {
        int size = Integer.parseInt(value);
        if (size >= 1 && size <= 200) {
          return size;
        }
      } catch (NumberFormatException e) {
        // Complained about below.
      }
      layers.complain(where(POOL_SIZE) + " is '" + value + "'; it has to be from 1 to 200");
      return 1;
    }

    private Duration connectTimeout() {
      String value = value(CONNECT_TIMEOUT);
      if (value == null) {
        return Duration.ofSeconds(10);
      }
      try {
        Duration timeout = Spans.parse(value);
        if (timeout.compareTo(Duration.ofSeconds(1)) >= 0
            && timeout.compareTo(Duration.ofMinutes(10)) <= 0) {
          return timeout;
        }
      } catch (DateTimeException e) {
        // Complained about below.
      }
      layers.complain(
          where(CONNECT_TIMEOUT)
              + " is '"
              + value
              + "'; it has to be from 1s to 10m, written like 10s or PT10S");
      return Duration.ofSeconds(1);
    }

    private DatabaseRole role() {
      String value = value(DB_ROLE);
      if (value == null) {
        return DatabaseRole.APP;
      }
      for (DatabaseRole role : DatabaseRole.values()) {
        if (role.word().equals(value)) {
          return role;
        }
      }
      layers.complain(
          where(DB_ROLE)
              + " is '"
              + value
              + "'; it has to be "
              + Arrays.stream(DatabaseRole.values())
                  .map(DatabaseRole::word)
                  .collect(Collectors.joining(", ")));
      return DatabaseRole.APP;
    }

    private Caller caller() {
      String value = value(LABELS);
      if (value == null) {
        return Caller.withoutLabels();
      }
      try {
        return Caller.parse(value);
      } catch (CallerFault e) {
        layers.complain(where(LABELS) + ": " + e.sentence());
        return Caller.withoutLabels();
      }
    }

    private @Nullable String value(String key) {
      return layers.value(key);
    }

    private String where(String key) {
      return layers.where(key);
    }
  }
}
