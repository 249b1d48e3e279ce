package dev.asof.shown;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.time.TenantSetting;
import dev.asof.write.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// How a tenant is to be set, as callers write it: what is null stays as it is, an empty value
/// unsets.
public final class WantedSettings {
  private final List<Change> changes = new ArrayList<>();

  /// @param name of [TenantSetting]
  public WantedSettings set(String name, @Nullable String value) {
    if (value != null) {
      changes.add(new Change.Set(name, value.isBlank() ? null : value));
    }
    return this;
  }

  /// Both or none: a year without its name cannot be read. Throws a [CallerFault] where one is
  /// missing.
  ///
  /// @param start first day, as `10-01`; empty: unset
  /// @param namedBy start or end: which of its two calendar years names it
  public WantedSettings fiscalYear(@Nullable String start, @Nullable String namedBy) {
    if (start != null && start.isBlank()) {
      return set(TenantSetting.FISCAL_YEAR, "");
    }
    if ((start == null) != (namedBy == null)) {
      throw new CallerFault(
          Code.USAGE,
          "give the first day of the fiscal year and what it is named by together: FY2024 may be"
              + " named by the calendar year in which it starts, or by that in which it ends");
    }
    return set(TenantSetting.FISCAL_YEAR, start == null ? null : start + " " + namedBy);
  }

  /// @param days first and last, as `10-01..12-17`
  public WantedSettings term(String name, String days) {
    return set(TenantSetting.TERM + name.strip().toLowerCase(Locale.ROOT), days);
  }

  /// One for each setting that was named.
  public List<Change> changes() {
    return List.copyOf(changes);
  }
}
