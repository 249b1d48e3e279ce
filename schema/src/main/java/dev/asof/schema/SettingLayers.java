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
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Where settings come from: each from its flag, else from the environment, else from
/// `asof.properties`, once that was read. Complaints are collected and thrown at once.
final class SettingLayers {
  private final Map<String, String> flags;
  private final Map<String, String> environment;
  private final Properties file = new Properties();
  private final Map<String, String> origins = new TreeMap<>();
  private final List<String> complaints = new ArrayList<>();
  private Path fileRead = Path.of(DatabaseSettings.FILE);

  /// @param flags key without dashes to value
  /// @param environment variables of the process; an empty value counts as unset
  SettingLayers(Map<String, String> flags, Map<String, String> environment) {
    this.flags = flags;
    this.environment = environment;
  }

  /// Reads the file of a home; the keys that it holds, none where there is no file.
  Set<String> read(Path home) {
    fileRead = home.toAbsolutePath().normalize().resolve(DatabaseSettings.FILE);
    try (Reader reader = Files.newBufferedReader(fileRead, StandardCharsets.UTF_8)) {
      file.load(reader);
    } catch (NoSuchFileException | NotDirectoryException e) {
      // There is none.
    } catch (IOException | IllegalArgumentException e) {
      file.clear();
      if (Files.isDirectory(fileRead.resolveSibling("."))) {
        complain(
            "the file "
                + fileRead
                + " cannot be read as UTF-8 lines of key=value ("
                + e.getMessage()
                + ")");
      }
    }
    return new TreeSet<>(file.stringPropertyNames());
  }

  /// The file that was read.
  Path file() {
    return fileRead;
  }

  /// The file counts for nothing in this key.
  void forget(String key) {
    file.remove(key);
  }

  /// Null: it is not set.
  @Nullable String value(String key) {
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
    String line = file.getProperty(key);
    if (line != null && !line.isBlank()) {
      origins.put(key, "file " + fileRead);
      return line;
    }
    return null;
  }

  void refuseUnknown(String what, Collection<String> given, List<String> known) {
    for (String key : new TreeSet<>(given)) {
      if (!known.contains(key)) {
        complain("unknown " + what + key + "; known are " + String.join(", ", known));
      }
    }
  }

  /// The key and where its value came from, for a complaint.
  String where(String key) {
    return key + " (" + origins.getOrDefault(key, "default") + ")";
  }

  void complain(String complaint) {
    complaints.add(complaint);
  }

  /// Keys that are set, to where their values came from.
  Map<String, String> origins() {
    return Map.copyOf(origins);
  }

  /// Throws one [CallerFault] with every complaint, where there is any.
  void throwComplaints() {
    if (!complaints.isEmpty()) {
      throw new CallerFault(Code.CONFIGURATION, String.join("; ", complaints));
    }
  }

  /// The variable of a key: `ASOF_POOL_SIZE`.
  static String variable(String key) {
    return "ASOF_" + key.toUpperCase(Locale.ROOT).replace('-', '_');
  }
}
