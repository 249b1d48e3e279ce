package dev.asof.history;

import static dev.asof.schema.generated.Tables.SETTING;

import dev.asof.schema.Ranges;
import dev.asof.time.LocalTimes;
import dev.asof.time.TenantSetting;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;

/// The settings of a tenant as they were set at T.
///
/// @param values by the names of [TenantSetting]; what is not set is missing
public record TenantSettings(Map<String, String> values) {

  public TenantSettings {
    values = Map.copyOf(values);
  }

  /// As set at the snapshot's T. One statement.
  public static TenantSettings in(Snapshot snapshot) {
    return new TenantSettings(
        snapshot
            .sql()
            .select(SETTING.NAME, SETTING.VALUE)
            .from(SETTING)
            .where(
                SETTING.TENANT.eq(snapshot.tenant()),
                SETTING.VALUE.isNotNull(),
                Ranges.holds(SETTING.SYSTEM_DURING, snapshot.known()))
            .fetchMap(SETTING.NAME, SETTING.VALUE));
  }

  /// The zone of times that a question names without one; empty: none is set.
  public Optional<ZoneId> questionZone() {
    return Optional.ofNullable(values.get(TenantSetting.QUESTION_ZONE)).map(LocalTimes::zone);
  }
}
