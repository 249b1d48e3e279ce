package dev.asof.history;

import static dev.asof.schema.generated.Tables.SETTING;
import static dev.asof.schema.generated.Tables.SOURCE;
import static dev.asof.schema.generated.Tables.SOURCE_SETTING;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.SourceId;
import dev.asof.schema.Ranges;
import dev.asof.schema.Together;
import dev.asof.time.LocalTimes;
import dev.asof.time.TimeInput;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jooq.Record;
import org.jooq.Result;
import org.jooq.Select;
import org.jooq.SelectField;
import org.jspecify.annotations.Nullable;

/// The sources of a tenant, as they were set at T for a V, in order of authority. One round trip.
public final class Sources {

  private final ZoneId tenantZone;
  private final Map<SourceId, List<Setting>> settings;
  private final Map<SourceId, SourceAt> byId;

  private Sources(
      ZoneId tenantZone, Map<SourceId, List<Setting>> settings, Map<SourceId, SourceAt> byId) {
    this.tenantZone = tenantZone;
    this.settings = settings;
    this.byId = byId;
  }

  /// How a source is set for a part of valid time.
  public record Setting(SourceAt source, TimeRange during) {}

  /// As set at T for V = T: the order of answers about all of valid time, which has to be the same
  /// whenever they are repeated.
  public static Sources in(Snapshot snapshot) {
    Together together = new Together(snapshot.sql());
    Supplier<Sources> sources = in(snapshot, together);
    together.run();
    return sources.get();
  }

  /// As [#in(Snapshot)], in one round trip with more; to be asked for after it.
  static Supplier<Sources> in(Snapshot snapshot, Together together) {
    var zone = together.fetch(zoneOfTenant(snapshot));
    var settings = together.fetch(settingsOf(snapshot));
    return () -> of(snapshot, zone.get(), settings.get());
  }

  private static Select<?> settingsOf(Snapshot snapshot) {
    List<SelectField<?>> fields = new ArrayList<>(List.of(SOURCE_SETTING.fields()));
    fields.add(SOURCE.NAME);
    return snapshot
        .sql()
        .select(fields)
        .from(SOURCE)
        .join(SOURCE_SETTING)
        .on(SOURCE_SETTING.TENANT.eq(SOURCE.TENANT), SOURCE_SETTING.SOURCE_ID.eq(SOURCE.SOURCE_ID))
        .where(
            SOURCE.TENANT.eq(snapshot.tenant()),
            SOURCE.SYSTEM_FROM.le(snapshot.known()),
            Ranges.holds(SOURCE_SETTING.SYSTEM_DURING, snapshot.known()))
        .orderBy(SOURCE.SOURCE_ID, SOURCE_SETTING.VALID_DURING);
  }

  private static Sources of(
      Snapshot snapshot, Result<Record> zoneOfTenant, Result<Record> settingRows) {
    // One that was taken back is there without a value.
    String zoneSet = zoneOfTenant.isEmpty() ? null : zoneOfTenant.getFirst().get(SETTING.VALUE);
    ZoneId tenantZone = zoneSet == null ? ZoneId.of("UTC") : LocalTimes.zone(zoneSet);
    Map<SourceId, List<Setting>> settings = new LinkedHashMap<>();
    settingRows.forEach(row -> {
      var set = row.into(SOURCE_SETTING);
      String zone = set.getZone();
      settings
          .computeIfAbsent(set.getSourceId(), id -> new ArrayList<>())
          .add(
              new Setting(
                  new SourceAt(
                      set.getSourceId(),
                      row.get(SOURCE.NAME),
                      set.getKind(),
                      zone == null ? tenantZone : LocalTimes.zone(zone),
                      zone == null,
                      set.getAuthorityRank(),
                      set.getDisplay(),
                      set.getExcerptWords(),
                      set.getPublisher(),
                      set.getLanguage(),
                      set.getNumericDates(),
                      set.getRetention()),
                  set.getValidDuring()));
    });
    return chosen(tenantZone, settings, source -> snapshot.known());
  }

  /// As set at T for the V asked about; null: for the present by the database's clock. A date is
  /// read in the zone in which it lies in the range that has this zone.
  public static Sources about(Snapshot snapshot, @Nullable TimeInput about) {
    return in(snapshot).about(about, snapshot);
  }

  /// The same sources as set for the V asked about.
  Sources about(@Nullable TimeInput about, Snapshot snapshot) {
    return chosen(
        tenantZone,
        settings,
        source ->
            about == null
                ? TimeRange.micros(snapshot.clock())
                : about.at(source.zone(), source.zoneAssumed()).instant());
  }

  private static Sources chosen(
      ZoneId tenantZone,
      Map<SourceId, List<Setting>> settings,
      Function<SourceAt, Instant> reading) {
    Map<SourceId, SourceAt> found = new LinkedHashMap<>();
    settings.values().stream()
        .map(ofSource -> chosen(ofSource, reading))
        .sorted(SourceAt.BY_AUTHORITY)
        .forEach(source -> found.put(source.id(), source));
    return new Sources(tenantZone, settings, found);
  }

  /// The setting that reads the time into its own range. Where the zone changes close to the
  /// midnight that is read, two may, and the earlier is taken; or none, and the last whose range
  /// has begun by its reading is taken.
  private static SourceAt chosen(List<Setting> settings, Function<SourceAt, Instant> reading) {
    for (Setting setting : settings) {
      if (setting.during().contains(reading.apply(setting.source()))) {
        return setting.source();
      }
    }
    return settings.reversed().stream()
        .filter(setting ->
            setting
                .during()
                .start()
                .filter(start -> start.isAfter(reading.apply(setting.source())))
                .isEmpty())
        .findFirst()
        .orElse(settings.getFirst())
        .source();
  }

  /// The source as set for the time that `reading` makes of a setting's zone; empty where no source
  /// has the name.
  public Optional<SourceAt> setFor(String name, Function<SourceAt, Instant> reading) {
    return byId.values().stream()
        .filter(source -> source.name().equals(name))
        .findFirst()
        .map(source -> chosen(Objects.requireNonNull(settings.get(source.id())), reading));
  }

  /// All settings at T: by authority, then along valid time.
  public List<Setting> settings() {
    return byId.keySet().stream()
        .flatMap(id -> Objects.requireNonNull(settings.get(id)).stream())
        .toList();
  }

  private static Select<?> zoneOfTenant(Snapshot snapshot) {
    return snapshot
        .sql()
        .select(SETTING.VALUE)
        .from(SETTING)
        .where(
            SETTING.TENANT.eq(snapshot.tenant()),
            SETTING.NAME.eq("zone"),
            Ranges.holds(SETTING.SYSTEM_DURING, snapshot.known()));
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
