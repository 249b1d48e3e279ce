package dev.asof.schema;

import dev.asof.time.Spans;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The settings of one concern, which share a first word: each from its flag, else from the
/// environment, else from `asof.properties` in the home. Complaints are collected and thrown at
/// once.
public final class LayeredSettings {
  private final SettingLayers layers;

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
    this.layers = new SettingLayers(flags, environment);
    Set<String> inFile = layers.read(home);
    layers.refuseUnknown("flag --", flags.keySet(), keys);
    layers.refuseUnknown(
        "setting in " + layers.file() + ": ",
        inFile.stream().filter(key -> isOf(concern, key)).toList(),
        keys);
    for (String key : secrets) {
      if (inFile.contains(key)) {
        layers.forget(key);
        complain(
            key
                + " is not taken from the file "
                + layers.file()
                + ", which may be copied about: set "
                + SettingLayers.variable(key));
      }
    }
    String prefix = SettingLayers.variable(concern);
    List<String> variables = keys.stream().map(SettingLayers::variable).toList();
    layers.refuseUnknown(
        "environment variable ",
        environment.keySet().stream()
            .filter(name -> name.equals(prefix) || name.startsWith(prefix + "_"))
            .toList(),
        variables);
  }

  static boolean isOf(String concern, String key) {
    return key.equals(concern) || key.startsWith(concern + "-");
  }

  /// Null: it is not set.
  public @Nullable String value(String key) {
    return layers.value(key);
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
      Duration duration = Spans.parse(value);
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
    return layers.where(key);
  }

  public void complain(String complaint) {
    layers.complain(complaint);
  }

  /// Keys that are set, to where their values came from.
  public Map<String, String> origins() {
    return layers.origins();
  }

  /// Throws one [dev.asof.fault.CallerFault] with every complaint, where there is any.
  public void throwComplaints() {
    layers.throwComplaints();
  }
}
