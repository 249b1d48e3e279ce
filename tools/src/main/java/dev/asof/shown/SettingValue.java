package dev.asof.shown;

import dev.asof.history.TenantSettings;
import java.util.List;
import java.util.Map;

/// A setting of a tenant, by the name that it has in the ledger.
public record SettingValue(String setting, String value) {

  /// What is set, in the order of names.
  public static List<SettingValue> of(TenantSettings settings) {
    return settings.values().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(setting -> new SettingValue(setting.getKey(), setting.getValue()))
        .toList();
  }
}
