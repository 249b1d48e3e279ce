package dev.asof.write;

import static dev.asof.schema.generated.Tables.SETTING;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.SourceId;
import dev.asof.id.TenantId;
import dev.asof.ledger.Ledgered;
import dev.asof.schema.generated.tables.records.SettingRecord;
import dev.asof.schema.generated.tables.records.SourceSettingRecord;
import dev.asof.time.LocalTimes;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/// Changes of how sources are read and of a tenant's settings: the row held is closed and one with
/// the new values opened, so that an answer as known earlier still reads the old ones. What is so
/// already writes nothing.
final class Settings {

  private final DSLContext sql;
  private final TenantId tenant;
  private final Buffer buffer;
  private final Catalog catalog;
  private final Map<String, SettingRecord> ofTenant = new HashMap<>();

  Settings(DSLContext sql, TenantId tenant, Buffer buffer, Catalog catalog) {
    this.sql = sql;
    this.tenant = tenant;
    this.buffer = buffer;
    this.catalog = catalog;
  }

  /// How a source is to be read from now on; a source that is new is opened.
  void apply(Change.SetSource set) {
    String zone = set.zone();
    if (zone != null) {
      LocalTimes.zone(zone);
    }
    Optional<SourceId> known = catalog.source(set.source());
    SourceSettingRecord old =
        known.flatMap(catalog::setting).orElseGet(() -> of(SourceKind.PAGE, null));
    SourceSettingRecord setting = new SourceSettingRecord();
    SourceKind kind = set.kind();
    setting.setKind(kind == null ? old.getKind() : kind.word());
    setting.setZone(zone == null ? old.getZone() : zone);
    Integer rank = set.authorityRank();
    setting.setAuthorityRank(rank == null ? old.getAuthorityRank() : rank);
    String display = set.display();
    setting.setDisplay(display == null ? old.getDisplay() : display);
    Integer words = set.excerptWords();
    setting.setExcerptWords(
        "excerpt".equals(setting.getDisplay())
            ? (words == null ? old.getExcerptWords() : words)
            : null);
    if ("excerpt".equals(setting.getDisplay()) && setting.getExcerptWords() == null) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "display excerpt needs the number of words it may have: --excerpt-words N");
    }
    String publisher = set.publisher();
    setting.setPublisher(publisher == null ? old.getPublisher() : publisher);
    if (known.isEmpty()) {
      catalog.openSource(set.source(), setting);
    } else if (!isSame(old, setting)) {
      catalog.replaceSetting(known.get(), setting);
    }
  }

  private static boolean isSame(SourceSettingRecord one, SourceSettingRecord other) {
    return Objects.equals(one.getKind(), other.getKind())
        && Objects.equals(one.getZone(), other.getZone())
        && Objects.equals(one.getAuthorityRank(), other.getAuthorityRank())
        && Objects.equals(one.getDisplay(), other.getDisplay())
        && Objects.equals(one.getExcerptWords(), other.getExcerptWords())
        && Objects.equals(one.getPublisher(), other.getPublisher());
  }

  /// The setting of a source of which only this is known.
  static SourceSettingRecord of(SourceKind kind, @Nullable ZoneId zone) {
    SourceSettingRecord setting = new SourceSettingRecord();
    setting.setKind(kind.word());
    setting.setZone(zone == null ? null : zone.getId());
    setting.setDisplay("full");
    return setting;
  }

  /// A setting of the tenant.
  void apply(Change.Set set) {
    if (!set.name().equals("zone")) {
      throw new CallerFault(Code.BAD_INPUT, "there is no setting " + set.name() + "; known: zone");
    }
    String value = set.value();
    if (value != null) {
      LocalTimes.zone(value);
    }
    // What an earlier change of the same transaction set is not in the database yet.
    SettingRecord opened = ofTenant.get(set.name());
    SettingRecord old =
        opened != null
            ? opened
            : sql.selectFrom(SETTING)
                .where(
                    SETTING.TENANT.eq(tenant),
                    SETTING.NAME.eq(set.name()),
                    SETTING.SYSTEM_TO.isNull())
                .fetchOne();
    if (old == null ? value == null : Objects.equals(old.getValue(), value)) {
      return;
    }
    if (old != null) {
      buffer.close(Ledgered.of(SETTING), old.getSettingId());
    }
    SettingRecord row = new SettingRecord();
    row.setSettingId(buffer.nextId());
    row.setName(set.name());
    row.setValue(value);
    ofTenant.put(set.name(), buffer.open(row));
  }
}
