package dev.asof.schema;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The settings of one concern, which share a first word: each from its flag, else from the
/// environment, else from `asof.properties` in the home. Complaints are collected and thrown at
/// once.
public final class LayeredSettings {
  private final List<String> keys;
  private final Set<String> secrets;
  private final Map<String, String> flags;
  private final Map<String, String> environment;
  private final Path fileRead;
  private final Properties file = new Properties();
  private final Map<String, String> origins = new TreeMap<>();
  private final List<String> complaints = new ArrayList<>();

  /// @param concern the first word of every key: `embedder`; keys of others are not looked at
  /// @param keys every key of the concern, as in the file; the variable of one is `ASOF_KEY`
  /// @param secrets those of them that are taken from the environment only
  /// @param flags key without dashes to value
  /// @param environment variables of the process; an empty value counts as unset
  public LayeredSettings(
      String concern,
      List<String> keys,
      Set<String> secrets,
      Map<String, String> flags,
      Map<String, String> environment,
      Path home) {
    this.keys = keys;
    this.secrets = secrets;
    this.flags = flags;
    this.environment = environment;
    this.fileRead = home.toAbsolutePath().normalize().resolve(DatabaseSettings.FILE);
    readFile();
    refuseUnknown("flag --", flags.keySet());
    refuseUnknown(
        "setting in " + fileRead + ": ",
        file.stringPropertyNames().stream().filter(key -> isOf(concern, key)).toList());
    for (String key : secrets) {
      if (file.containsKey(key)) {
        complain(
            key
                + " is not taken from the file "
                + fileRead
                + ", which may be copied about: set "
                + variable(key));
      }
    }
    String prefix = variable(concern);
    for (String name : new TreeSet<>(environment.keySet())) {
      if ((name.equals(prefix) || name.startsWith(prefix + "_"))
          && keys.stream().noneMatch(key -> variable(key).equals(name))) {
        complain(
            "unknown environment variable "
                + name
                + "; known are "
                + String.join(", ", keys.stream().map(LayeredSettings::variable).toList()));
      }
    }
  }

  static boolean isOf(String concern, String key) {
    return key.equals(concern) || key.startsWith(concern + "-");
  }

  private void readFile() {
    try (Reader reader = Files.newBufferedReader(fileRead, StandardCharsets.UTF_8)) {
      file.load(reader);
    } catch (NoSuchFileException | NotDirectoryException e) {
      // There is none.
    } catch (IOException | IllegalArgumentException e) {
      if (Files.isDirectory(fileRead.resolveSibling("."))) {
        complain(
            "the file "
                + fileRead
                + " cannot be read as UTF-8 lines of key=value ("
                + e.getMessage()
                + ")");
      }
    }
  }

  private void refuseUnknown(String what, Iterable<String> given) {
    for (String key : given) {
      if (!keys.contains(key)) {
        complain("unknown " + what + key + "; known are " + String.join(", ", keys));
      }
    }
  }

  /// Null: it is not set.
  public @Nullable String value(String key) {
    String flag = flags.get(key);
    if (flag != null) {
      origins.put(key, "flag --" + key);
      if (flag.isBlank()) {
        complain("flag --" + key + " has no value");
        return null;
      }
      return flag;
    }
    String variable = environment.get(variable(key));
    if (variable != null && !variable.isBlank()) {
      origins.put(key, "environment " + variable(key));
      return variable;
    }
    String line = secrets.contains(key) ? null : file.getProperty(key);
    if (line != null && !line.isBlank()) {
      origins.put(key, "file " + fileRead);
      return line;
    }
    return null;
  }

  /// A whole number from `least` to `most`.
  public int number(String key, int otherwise, int least, int most) {
    String value = value(key);
    if (value == null) {
      return otherwise;
    }
    try {
      int number = Integer.parseInt(value.strip());
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Complained about below.
    }
    complain(where(key) + " is '" + value + "'; it has to be from " + least + " to " + most);
    return otherwise;
  }

  /// A duration longer than zero and not longer than `most`, written like `10s` or `PT10S`.
  public Duration duration(String key, Duration otherwise, Duration most) {
    String value = value(key);
    if (value == null) {
      return otherwise;
    }
    try {
      String iso = value.strip().toUpperCase(Locale.ROOT);
      Duration duration = Duration.parse(iso.startsWith("P") ? iso : "PT" + iso);
      if (duration.isPositive() && duration.compareTo(most) <= 0) {
        return duration;
      }
    } catch (DateTimeException e) {
      // Complained about below.
    }
    complain(
        where(key)
            + " is '"
            + value
            + "'; it has to be longer than 0s and at most "
            + most.toSeconds()
            + "s, written like 10s or PT10S");
    return otherwise;
  }

  /// The key and where its value came from, for a complaint.
  public String where(String key) {
    return key + " (" + origins.getOrDefault(key, "default") + ")";
  }

  public void complain(String complaint) {
    complaints.add(complaint);
  }

  /// Keys that are set, to where their values came from.
  public Map<String, String> origins() {
    return Map.copyOf(origins);
  }

  /// Throws one [CallerFault] with every complaint, where there is any.
  public void throwComplaints() {
    if (!complaints.isEmpty()) {
      throw new CallerFault(Code.CONFIGURATION, String.join("; ", complaints));
    }
  }

  private static String variable(String key) {
    return "ASOF_" + key.toUpperCase(Locale.ROOT).replace('-', '_');
  }
}
