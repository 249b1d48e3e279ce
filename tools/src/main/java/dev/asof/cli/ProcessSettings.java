package dev.asof.cli;

import dev.asof.schema.DatabaseSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The settings that only the environment holds, because they are read before anything else is.
final class ProcessSettings {
  private static final Set<String> SECRET = Set.of("ASOF_LLM_KEY");

  /// A key, its variable, and what holds where it is not set.
  private record Setting(String key, String variable, String otherwise) {}

  private static final List<Setting> SETTINGS =
      List.of(
          new Setting("tenant", "ASOF_TENANT", "default"),
          new Setting("resident", "ASOF_RESIDENT", "on"),
          new Setting("resident-idle", "ASOF_RESIDENT_IDLE", "15m"),
          new Setting("java-home", "ASOF_JAVA_HOME", ""),
          new Setting("llm-key", "ASOF_LLM_KEY", ""),
          new Setting("contact", "ASOF_CONTACT", ""));

  private ProcessSettings() {}

  static List<DatabaseSettings.Shown> shown(Map<String, String> environment) {
    List<DatabaseSettings.Shown> shown = new ArrayList<>();
    for (Setting setting : SETTINGS) {
      String set = environment.getOrDefault(setting.variable(), "");
      shown.add(
          set.isBlank()
              ? new DatabaseSettings.Shown(setting.key(), setting.otherwise(), "default")
              : new DatabaseSettings.Shown(
                  setting.key(),
                  SECRET.contains(setting.variable()) ? "(set)" : set,
                  "environment " + setting.variable()));
    }
    return shown;
  }
}
