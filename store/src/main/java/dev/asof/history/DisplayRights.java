package dev.asof.history;

import static dev.asof.schema.generated.Tables.SOURCE;
import static dev.asof.schema.generated.Tables.SOURCE_SETTING;

import dev.asof.id.SourceId;
import dev.asof.id.TenantId;
import dev.asof.schema.Together;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.Result;
import org.jooq.Select;

/// The [Rights] of every source of a tenant, as they are set today for each part of valid time. One
/// statement.
public final class DisplayRights {

  /// The rights of one source along valid time.
  record OfSource(List<During> parts) {
    OfSource {
      parts = List.copyOf(parts);
    }

    static OfSource full(String source) {
      return new OfSource(List.of(new During(TimeRange.always(), Rights.full(source))));
    }

    /// For texts that are asked about at an instant.
    Rights at(Instant about) {
      return parts.stream()
          .filter(part -> part.valid().contains(about))
          .findFirst()
          .orElse(parts.getLast())
          .rights();
    }

    /// For texts that apply during `valid`, where no instant of it is asked about: what shows
    /// least.
    Rights during(TimeRange valid) {
      return parts.stream()
          .filter(part -> part.valid().overlaps(valid))
          .map(During::rights)
          .reduce(Rights::stricter)
          .orElse(parts.getLast().rights());
    }
  }

  record During(TimeRange valid, Rights rights) {}

  private final Map<SourceId, OfSource> bySource;

  private DisplayRights(Map<SourceId, OfSource> bySource) {
    this.bySource = bySource;
  }

  /// Read when they are first asked for.
  static Supplier<DisplayRights> once(Snapshot snapshot) {
    return once(() -> in(snapshot.sql(), snapshot.tenant()));
  }

  private static Supplier<DisplayRights> once(Supplier<DisplayRights> reading) {
    DisplayRights[] read = new DisplayRights[1];
    return () -> {
      DisplayRights found = read[0];
      if (found == null) {
        found = reading.get();
        read[0] = found;
      }
      return found;
    };
  }

  public static DisplayRights in(DSLContext sql, TenantId tenant) {
    return of(rights(sql, tenant).fetch());
  }

  /// As [#in(DSLContext, TenantId)], in one round trip with more; to be asked for after it.
  static Supplier<DisplayRights> in(DSLContext sql, TenantId tenant, Together together) {
    Supplier<Result<Record>> rows = together.fetch(rights(sql, tenant));
    return once(() -> of(rows.get()));
  }

  private static Select<?> rights(DSLContext sql, TenantId tenant) {
    return sql.select(
            SOURCE_SETTING.SOURCE_ID,
            SOURCE.NAME,
            SOURCE_SETTING.DISPLAY,
            SOURCE_SETTING.EXCERPT_WORDS,
            SOURCE_SETTING.VALID_DURING)
        .from(SOURCE_SETTING)
        .join(SOURCE)
        .on(SOURCE.TENANT.eq(SOURCE_SETTING.TENANT), SOURCE.SOURCE_ID.eq(SOURCE_SETTING.SOURCE_ID))
        .where(SOURCE_SETTING.TENANT.eq(tenant), SOURCE_SETTING.SYSTEM_TO.isNull())
        .orderBy(SOURCE_SETTING.SOURCE_ID, SOURCE_SETTING.VALID_DURING);
  }

  private static DisplayRights of(Result<? extends Record> rows) {
    Map<SourceId, List<During>> parts = new LinkedHashMap<>();
    for (Record row : rows) {
      parts
          .computeIfAbsent(row.get(SOURCE_SETTING.SOURCE_ID), none -> new ArrayList<>())
          .add(
              new During(
                  row.get(SOURCE_SETTING.VALID_DURING),
                  new Rights(
                      row.get(SOURCE.NAME),
                      Rights.Display.of(row.get(SOURCE_SETTING.DISPLAY)),
                      row.get(SOURCE_SETTING.EXCERPT_WORDS))));
    }
    Map<SourceId, OfSource> bySource = new LinkedHashMap<>();
    parts.forEach((source, own) -> bySource.put(source, new OfSource(own)));
    return new DisplayRights(bySource);
  }

  OfSource of(SourceId source) {
    OfSource found = bySource.get(source);
    if (found == null) {
      throw new IllegalArgumentException("source " + source.value() + " has no setting");
    }
    return found;
  }

  /// What the source lets be shown of texts that are asked about at an instant.
  public Rights of(SourceId source, Instant about) {
    return of(source).at(about);
  }

  /// The same of the source of that name.
  public Rights of(String source, TimeRange valid) {
    return bySource.values().stream()
        .filter(own -> own.parts().getFirst().rights().source().equals(source))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("source " + source + " has no setting"))
        .during(valid);
  }

  /// What it lets be shown of texts that apply during `valid`: what shows least.
  public Rights of(SourceId source, TimeRange valid) {
    return of(source).during(valid);
  }
}
