package dev.asof.write;

import static dev.asof.schema.generated.Tables.SETTING;
import static dev.asof.schema.generated.Tables.SOURCE;
import static dev.asof.schema.generated.Tables.SOURCE_SETTING;

import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.time.LocalTimes;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// How sources are set now, for whoever is about to write. What was set at an earlier T is
/// `dev.asof.history`'s.
public final class Sources {

  /// @param kind page or archive
  /// @param zone where its dates are read; null: not known
  /// @param authorityRank place among sources in an answer, smallest first; null: after all that
  ///   have one
  /// @param display full, excerpt or link
  /// @param excerptWords most words of an excerpt; null unless display is excerpt
  public record Set(
      String source,
      SourceKind kind,
      @Nullable String zone,
      @Nullable Integer authorityRank,
      String display,
      @Nullable Integer excerptWords,
      @Nullable String publisher) {}

  /// Where a source's dates are read.
  public sealed interface Zone {
    ZoneId zone();

    /// The source's own.
    record OfSource(ZoneId zone) implements Zone {}

    /// The tenant's, because nobody named the source's.
    record OfTenant(ZoneId zone) implements Zone {}

    /// UTC, because nobody named any.
    record Nobodys() implements Zone {
      @Override
      public ZoneId zone() {
        return ZoneId.of("UTC");
      }
    }
  }

  private final Database database;

  public Sources(Database database) {
    this.database = database;
  }

  /// Every source of the tenant, by name.
  public List<Set> list(TenantId tenant) {
    return database.read(tenant, sql -> select(sql, tenant, DSL.noCondition()));
  }

  public Optional<Set> find(TenantId tenant, String source) {
    return database.read(
        tenant, sql -> select(sql, tenant, SOURCE.NAME.eq(source)).stream().findFirst());
  }

  /// The zone in which dates that the source states are read; the source need not exist yet.
  public Zone zone(TenantId tenant, String source) {
    return database.read(
        tenant,
        sql -> {
          Optional<String> own =
              select(sql, tenant, SOURCE.NAME.eq(source)).stream()
                  .findFirst()
                  .flatMap(set -> Optional.ofNullable(set.zone()));
          return own.<Zone>map(zone -> new Zone.OfSource(LocalTimes.zone(zone)))
              .orElseGet(
                  () ->
                      tenantZone(sql, tenant)
                          .<Zone>map(zone -> new Zone.OfTenant(LocalTimes.zone(zone)))
                          .orElseGet(Zone.Nobodys::new));
        });
  }

  private static Optional<String> tenantZone(DSLContext sql, TenantId tenant) {
    return sql.select(SETTING.VALUE)
        .from(SETTING)
        .where(SETTING.TENANT.eq(tenant), SETTING.NAME.eq("zone"), SETTING.SYSTEM_TO.isNull())
        .fetchOptional(SETTING.VALUE);
  }

  private static List<Set> select(DSLContext sql, TenantId tenant, Condition which) {
    return sql.select(
            SOURCE.NAME,
            SOURCE_SETTING.KIND,
            SOURCE_SETTING.ZONE,
            SOURCE_SETTING.AUTHORITY_RANK,
            SOURCE_SETTING.DISPLAY,
            SOURCE_SETTING.EXCERPT_WORDS,
            SOURCE_SETTING.PUBLISHER)
        .from(SOURCE)
        .join(SOURCE_SETTING)
        .on(SOURCE_SETTING.TENANT.eq(SOURCE.TENANT), SOURCE_SETTING.SOURCE_ID.eq(SOURCE.SOURCE_ID))
        .where(SOURCE.TENANT.eq(tenant), SOURCE_SETTING.SYSTEM_TO.isNull(), which)
        .orderBy(SOURCE.NAME)
        .fetch(
            row ->
                new Set(
                    row.value1(),
                    SourceKind.ofWord(row.value2()),
                    row.value3(),
                    row.value4(),
                    row.value5(),
                    row.value6(),
                    row.value7()));
  }
}
