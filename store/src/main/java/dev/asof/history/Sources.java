package dev.asof.history;

import static dev.asof.schema.generated.Tables.SETTING;
import static dev.asof.schema.generated.Tables.SOURCE;
import static dev.asof.schema.generated.Tables.SOURCE_SETTING;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.SourceId;
import dev.asof.schema.Ranges;
import dev.asof.time.LocalTimes;
import java.time.ZoneId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Map.Entry;
import org.jspecify.annotations.Nullable;

/// The sources of a tenant, as they were set at T, in order of authority. Two statements.
public final class Sources {

  private final ZoneId tenantZone;
  private final Map<SourceId, SourceAt> byId;

  private Sources(ZoneId tenantZone, Map<SourceId, SourceAt> byId) {
    this.tenantZone = tenantZone;
    this.byId = byId;
  }

  public static Sources in(Snapshot snapshot) {
    ZoneId tenantZone = zoneOfTenant(snapshot);
    Map<SourceId, SourceAt> found = new LinkedHashMap<>();
    snapshot
        .sql()
        .select(SOURCE.SOURCE_ID, SOURCE.NAME, SOURCE_SETTING)
        .from(SOURCE)
        .join(SOURCE_SETTING)
        .on(SOURCE_SETTING.TENANT.eq(SOURCE.TENANT), SOURCE_SETTING.SOURCE_ID.eq(SOURCE.SOURCE_ID))
        .where(
            SOURCE.TENANT.eq(snapshot.tenant()),
            SOURCE.SYSTEM_FROM.le(snapshot.known()),
            Ranges.holds(SOURCE_SETTING.SYSTEM_DURING, snapshot.known()))
        .orderBy(SOURCE.SOURCE_ID)
        .fetch(row -> {
          var set = row.value3();
          String zone = set.getZone();
          return new SourceAt(
              row.value1(),
              row.value2(),
              set.getKind(),
              zone == null ? tenantZone : LocalTimes.zone(zone),
              zone == null,
              set.getAuthorityRank(),
              set.getDisplay(),
              set.getExcerptWords(),
              set.getPublisher());
        })
        .stream()
        .sorted(SourceAt.BY_AUTHORITY)
        .forEach(source -> found.put(source.id(), source));
    return new Sources(tenantZone, found);
  }

  private static ZoneId zoneOfTenant(Snapshot snapshot) {
    String zone =
        snapshot
            .sql()
            .select(SETTING.VALUE)
            .from(SETTING)
            .where(
                SETTING.TENANT.eq(snapshot.tenant()),
                SETTING.NAME.eq("zone"),
                Ranges.holds(SETTING.SYSTEM_DURING, snapshot.known()))
            .fetchOne(SETTING.VALUE);
    return zone == null ? ZoneId.of("UTC") : LocalTimes.zone(zone);
  }

  /// The zone of the tenant, or UTC.
  public ZoneId tenantZone() {
    return tenantZone;
  }

  /// All of them, highest authority first.
  public Collection<SourceAt> all() {
    return byId.values();
  }

  public SourceAt of(SourceId id) {
    SourceAt source = byId.get(id);
    if (source == null) {
      throw new IllegalArgumentException("source " + id.value() + " was not known at that time");
    }
    return source;
  }

  /// The id of the source that `filter` names; null where it names none. Throws a [CallerFault]
  /// with [Code#UNKNOWN_SOURCE] where there was no such source at T.
  @Nullable SourceId named(@Nullable String name) {
    if (name == null) {
      return null;
    }
    for (Entry<SourceId, SourceAt> source : byId.entrySet()) {
      if (source.getValue().name().equals(name)) {
        return source.getKey();
      }
    }
    throw new CallerFault(
        Code.UNKNOWN_SOURCE,
        "no source "
            + name
            + " was known at that time; known: "
            + String.join(", ", byId.values().stream().map(SourceAt::name).limit(10).toList()),
        Map.of("source", name));
  }
}
