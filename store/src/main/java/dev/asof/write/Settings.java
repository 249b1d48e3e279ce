package dev.asof.write;

import static dev.asof.schema.generated.Tables.SETTING;
import static dev.asof.schema.generated.Tables.VERSION_MARK;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.SourceId;
import dev.asof.id.TenantId;
import dev.asof.id.VersionId;
import dev.asof.ledger.Ledgered;
import dev.asof.schema.generated.tables.records.SettingRecord;
import dev.asof.schema.generated.tables.records.SourceSettingRecord;
import dev.asof.schema.generated.tables.records.VersionMarkRecord;
import dev.asof.schema.generated.tables.records.VersionRecord;
import dev.asof.time.LocalTimes;
import dev.asof.time.TenantSetting;
import dev.asof.time.TimeRange;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IllformedLocaleException;
import java.util.List;
import java.util.Locale;
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
  private final Map<VersionId, Optional<VersionMarkRecord>> marks = new HashMap<>();

  Settings(DSLContext sql, TenantId tenant, Buffer buffer, Catalog catalog) {
    this.sql = sql;
    this.tenant = tenant;
    this.buffer = buffer;
    this.catalog = catalog;
  }

  /// How a source is to be read, from an instant of valid time on; a source that is new is opened.
  void apply(Change.SetSource set) {
    String zone = set.zone();
    if (zone != null) {
      LocalTimes.zone(zone);
    }
    TimeRange during =
        set.from() == null ? TimeRange.always() : TimeRange.from(set.from().instant());
    Optional<SourceId> known = catalog.source(set.source());
    if (known.isEmpty()) {
      SourceSettingRecord first = of(SourceKind.PAGE, null);
      SourceId opened =
          catalog.openSource(
              set.source(), set.from() == null ? changed(first, set, during) : first);
      known = Optional.of(opened);
    }
    List<SourceSettingRecord> wanted = new ArrayList<>();
    for (SourceSettingRecord old : catalog.settings(known.get())) {
      TimeRange held = old.getValidDuring();
      during.start().flatMap(held::before).ifPresent(rest -> add(wanted, copied(old, rest)));
      held.intersect(during).ifPresent(part -> add(wanted, changed(old, set, part)));
    }
    catalog.replaceSettings(known.get(), wanted);
  }

  /// Adjacent settings that are the same are one.
  private static void add(List<SourceSettingRecord> wanted, SourceSettingRecord next) {
    SourceSettingRecord last = wanted.isEmpty() ? null : wanted.getLast();
    if (last != null && saysTheSame(last, next)) {
      last.setValidDuring(last.getValidDuring().span(next.getValidDuring()));
    } else {
      wanted.add(next);
    }
  }

  private static SourceSettingRecord copied(SourceSettingRecord old, TimeRange during) {
    SourceSettingRecord setting = new SourceSettingRecord();
    setting.setKind(old.getKind());
    setting.setZone(old.getZone());
    setting.setAuthorityRank(old.getAuthorityRank());
    setting.setDisplay(old.getDisplay());
    setting.setExcerptWords(old.getExcerptWords());
    setting.setPublisher(old.getPublisher());
    setting.setLanguage(old.getLanguage());
    setting.setNumericDates(old.getNumericDates());
    setting.setRetention(old.getRetention());
    setting.setValidDuring(during);
    return setting;
  }

  /// `old` with what `set` names.
  private static SourceSettingRecord changed(
      SourceSettingRecord old, Change.SetSource set, TimeRange during) {
    SourceSettingRecord setting = copied(old, during);
    SourceKind kind = set.kind();
    if (kind != null) {
      setting.setKind(kind.word());
    }
    if (set.zone() != null) {
      setting.setZone(set.zone());
    }
    if (set.authorityRank() != null) {
      setting.setAuthorityRank(set.authorityRank());
    }
    String display = set.display();
    if (display != null) {
      setting.setDisplay(display);
    }
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
    if (set.publisher() != null) {
      setting.setPublisher(set.publisher());
    }
    Change.SetSource.Reading reading = set.reading();
    if (reading != null) {
      read(setting, reading);
    }
    return setting;
  }

  private static void read(SourceSettingRecord setting, Change.SetSource.Reading reading) {
    if (reading.language() != null) {
      setting.setLanguage(language(reading.language()));
    }
    if (reading.numericDates() != null) {
      setting.setNumericDates(
          TenantSetting.canonical(TenantSetting.NUMERIC_DATES, reading.numericDates()));
    }
    if (reading.retention() != null) {
      setting.setRetention(reading.retention());
    }
  }

  private static String language(String given) {
    try {
      return new Locale.Builder().setLanguageTag(given).build().toLanguageTag();
    } catch (IllformedLocaleException e) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "the language " + given + " is no BCP 47 tag; write it such as en, ko or de-CH",
          e);
    }
  }

  /// The same for the same valid time.
  static boolean isSame(SourceSettingRecord one, SourceSettingRecord other) {
    return one.getValidDuring().equals(other.getValidDuring()) && saysTheSame(one, other);
  }

  private static boolean saysTheSame(SourceSettingRecord one, SourceSettingRecord other) {
    return Objects.equals(one.getKind(), other.getKind())
        && Objects.equals(one.getZone(), other.getZone())
        && Objects.equals(one.getAuthorityRank(), other.getAuthorityRank())
        && Objects.equals(one.getDisplay(), other.getDisplay())
        && Objects.equals(one.getExcerptWords(), other.getExcerptWords())
        && Objects.equals(one.getPublisher(), other.getPublisher())
        && Objects.equals(one.getLanguage(), other.getLanguage())
        && Objects.equals(one.getNumericDates(), other.getNumericDates())
        && Objects.equals(one.getRetention(), other.getRetention());
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
    String given = set.value();
    String value = given == null ? null : TenantSetting.canonical(set.name(), given);
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

  /// Says of a version that it is technical or not, from now on; what is so already writes nothing.
  void mark(VersionRecord version, boolean technical) {
    VersionMarkRecord old = marks.computeIfAbsent(version.getVersionId(), this::held).orElse(null);
    if ((old == null ? version.getTechnical() : old.getTechnical()) == technical) {
      return;
    }
    if (old != null) {
      buffer.close(Ledgered.of(VERSION_MARK), old.getVersionMarkId());
    }
    VersionMarkRecord row = null;
    if (version.getTechnical() != technical) {
      row = new VersionMarkRecord();
      row.setVersionMarkId(buffer.nextId());
      row.setVersionId(version.getVersionId());
      row.setTechnical(technical);
      buffer.open(row);
    }
    marks.put(version.getVersionId(), Optional.ofNullable(row));
  }

  private Optional<VersionMarkRecord> held(VersionId version) {
    return sql.selectFrom(VERSION_MARK)
        .where(
            VERSION_MARK.TENANT.eq(tenant),
            VERSION_MARK.VERSION_ID.eq(version),
            VERSION_MARK.SYSTEM_TO.isNull())
        .fetchOptional();
  }
}
