package dev.asof.write;

import static dev.asof.schema.generated.Tables.DOCUMENT;
import static dev.asof.schema.generated.Tables.ORIGINAL;
import static dev.asof.schema.generated.Tables.SECTION;
import static dev.asof.schema.generated.Tables.SECTION_TEXT;
import static dev.asof.schema.generated.Tables.SOURCE;
import static dev.asof.schema.generated.Tables.SOURCE_SETTING;
import static dev.asof.schema.generated.Tables.VERSION;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fold.SectionDates;
import dev.asof.id.DocumentId;
import dev.asof.id.SectionId;
import dev.asof.id.SourceId;
import dev.asof.id.TenantId;
import dev.asof.id.TextId;
import dev.asof.id.VersionId;
import dev.asof.ingest.Original;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Ledgered;
import dev.asof.schema.generated.tables.records.DocumentRecord;
import dev.asof.schema.generated.tables.records.OriginalRecord;
import dev.asof.schema.generated.tables.records.PassageRecord;
import dev.asof.schema.generated.tables.records.SectionRecord;
import dev.asof.schema.generated.tables.records.SectionTextRecord;
import dev.asof.schema.generated.tables.records.SourceRecord;
import dev.asof.schema.generated.tables.records.SourceSettingRecord;
import dev.asof.schema.generated.tables.records.VersionRecord;
import dev.asof.split.Passage;
import dev.asof.split.Passages;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jooq.DSLContext;
import org.jooq.JSON;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// Names to ids, and texts to their one stored copy, inside one database transaction: what is there
/// is looked up once, what is missing is opened in the buffer.
final class Catalog {

  private static final int LOOKUP = 1_000;

  private final DSLContext sql;
  private final TenantId tenant;
  private final Buffer buffer;
  private final Hidden hidden;

  private final Map<String, SourceId> sources = new HashMap<>();
  private final Map<SourceId, List<SourceSettingRecord>> settings = new HashMap<>();
  private final Map<String, DocumentId> documents = new HashMap<>();
  private final Map<DocumentId, String> documentKeys = new HashMap<>();

  /// Keys that no document had when they were looked up; nobody else can open one meanwhile.
  private final Set<String> missingDocuments = new HashSet<>();

  private final Map<DocumentId, Map<String, SectionId>> sections = new HashMap<>();
  private final Map<Hash, TextId> texts = new HashMap<>();
  private final Set<Hash> missingTexts = new HashSet<>();

  /// Texts that were held only by documents which the writer does not see.
  private final Set<TextId> hiddenTexts = new HashSet<>();

  private final Map<VersionId, VersionRecord> versions = new HashMap<>();
  private final Map<VersionId, List<SectionDates>> dates = new HashMap<>();

  /// By version, the hash of its original.
  private final Map<VersionId, Optional<Hash>> originals = new HashMap<>();

  Catalog(DSLContext sql, TenantId tenant, Buffer buffer) {
    this.sql = sql;
    this.tenant = tenant;
    this.buffer = buffer;
    this.hidden = new Hidden(sql);
  }

  /// Forgets texts and versions, which are looked up again where they are needed.
  void forget() {
    texts.clear();
    missingTexts.clear();
    hiddenTexts.clear();
    versions.clear();
    dates.clear();
    originals.clear();
  }

  Optional<SourceId> source(String name) {
    SourceId known = sources.get(name);
    if (known == null) {
      known =
          sql.select(SOURCE.SOURCE_ID)
              .from(SOURCE)
              .where(SOURCE.TENANT.eq(tenant), SOURCE.NAME.eq(name))
              .fetchOne(SOURCE.SOURCE_ID);
      if (known != null) {
        sources.put(name, known);
      }
    }
    return Optional.ofNullable(known);
  }

  /// The settings of a source as they are held now, in order of valid time.
  List<SourceSettingRecord> settings(SourceId source) {
    return settings.computeIfAbsent(
        source,
        id ->
            sql
                .selectFrom(SOURCE_SETTING)
                .where(
                    SOURCE_SETTING.TENANT.eq(tenant),
                    SOURCE_SETTING.SOURCE_ID.eq(id),
                    SOURCE_SETTING.SYSTEM_TO.isNull())
                .stream()
                .sorted(
                    Comparator.comparing(row -> row.getValidDuring().start().orElse(Instant.MIN)))
                .toList());
  }

  SourceId openSource(String name, SourceSettingRecord setting) {
    SourceRecord row = new SourceRecord();
    row.setSourceId(new SourceId(buffer.nextId()));
    row.setName(name);
    buffer.open(row);
    sources.put(name, row.getSourceId());
    setting.setValidDuring(TimeRange.always());
    settings.put(row.getSourceId(), List.of(openSetting(row.getSourceId(), setting)));
    return row.getSourceId();
  }

  /// Closes and opens rows so that the source has these settings; rows that stay so are not
  /// touched.
  ///
  /// @param wanted without ids, in order of valid time
  void replaceSettings(SourceId source, List<SourceSettingRecord> wanted) {
    List<SourceSettingRecord> held = settings(source);
    held.stream()
        .filter(old -> wanted.stream().noneMatch(row -> Settings.isSame(old, row)))
        .forEach(old -> buffer.close(Ledgered.of(SOURCE_SETTING), old.getSourceSettingId()));
    settings.put(
        source,
        wanted.stream()
            .map(row ->
                held.stream()
                    .filter(old -> Settings.isSame(old, row))
                    .findFirst()
                    .orElseGet(() -> openSetting(source, row)))
            .toList());
  }

  private SourceSettingRecord openSetting(SourceId source, SourceSettingRecord setting) {
    setting.setSourceSettingId(buffer.nextId());
    setting.setSourceId(source);
    return buffer.open(setting);
  }

  /// Looks up many documents at once, and their sections.
  void prefetchDocuments(Collection<String> keys) {
    List<String> unknown =
        keys.stream()
            .filter(key -> !documents.containsKey(key) && !missingDocuments.contains(key))
            .distinct()
            .toList();
    List<Long> found = new ArrayList<>();
    for (int from = 0; from < unknown.size(); from += LOOKUP) {
      List<String> piece = unknown.subList(from, Math.min(from + LOOKUP, unknown.size()));
      sql.select(DOCUMENT.DOCUMENT_ID, DOCUMENT.KEY)
          .from(DOCUMENT)
          .where(DOCUMENT.TENANT.eq(tenant), DOCUMENT.KEY.eq(DSL.any(piece.toArray(String[]::new))))
          .forEach(row -> {
            remember(row.value2(), row.value1());
            if (sections.putIfAbsent(row.value1(), new HashMap<>()) == null) {
              found.add(row.value1().value());
            }
          });
    }
    unknown.stream().filter(key -> !documents.containsKey(key)).forEach(missingDocuments::add);
    if (!found.isEmpty()) {
      sql.select(SECTION.DOCUMENT_ID, SECTION.KEY, SECTION.SECTION_ID)
          .from(SECTION)
          .where(
              SECTION.TENANT.eq(tenant),
              Lanes.isAnyOf(SECTION.DOCUMENT_ID, found.toArray(Long[]::new)))
          .forEach(row ->
              Objects.requireNonNull(sections.get(row.value1())).put(row.value2(), row.value3()));
    }
  }

  Optional<DocumentId> document(String key) {
    DocumentId known = documents.get(key);
    if (known == null && !missingDocuments.contains(key)) {
      known =
          sql.select(DOCUMENT.DOCUMENT_ID)
              .from(DOCUMENT)
              .where(DOCUMENT.TENANT.eq(tenant), DOCUMENT.KEY.eq(key))
              .fetchOne(DOCUMENT.DOCUMENT_ID);
      if (known != null) {
        remember(key, known);
      }
    }
    return Optional.ofNullable(known);
  }

  /// What a writer is told of a document that is not there, or not for him.
  static CallerFault unknownDocument(String key) {
    return new CallerFault(
        Code.UNKNOWN_DOCUMENT, "there is no document " + key + "; asof documents lists the keys");
  }

  /// Throws a [CallerFault] where the key is that of a document which the writer does not see.
  DocumentId openDocument(String key) {
    hidden.requireFree(key);
    DocumentRecord row = new DocumentRecord();
    row.setDocumentId(new DocumentId(buffer.nextId()));
    row.setKey(key);
    buffer.open(row);
    remember(key, row.getDocumentId());
    sections.put(row.getDocumentId(), new HashMap<>());
    return row.getDocumentId();
  }

  private void remember(String key, DocumentId id) {
    documents.put(key, id);
    missingDocuments.remove(key);
    documentKeys.put(id, key);
  }

  String keyOf(DocumentId document) {
    String known = documentKeys.get(document);
    if (known == null) {
      known =
          Objects.requireNonNull(
              sql.select(DOCUMENT.KEY)
                  .from(DOCUMENT)
                  .where(DOCUMENT.TENANT.eq(tenant), DOCUMENT.DOCUMENT_ID.eq(document))
                  .fetchSingle(DOCUMENT.KEY));
      remember(known, document);
    }
    return known;
  }

  String sourceName(SourceId source) {
    for (Map.Entry<String, SourceId> entry : sources.entrySet()) {
      if (entry.getValue().equals(source)) {
        return entry.getKey();
      }
    }
    String name =
        Objects.requireNonNull(
            sql.select(SOURCE.NAME)
                .from(SOURCE)
                .where(SOURCE.TENANT.eq(tenant), SOURCE.SOURCE_ID.eq(source))
                .fetchSingle(SOURCE.NAME));
    sources.put(name, source);
    return name;
  }

  Map<String, SectionId> sectionsOf(DocumentId document) {
    return sections.computeIfAbsent(
        document,
        id ->
            sql.select(SECTION.KEY, SECTION.SECTION_ID)
                .from(SECTION)
                .where(SECTION.TENANT.eq(tenant), SECTION.DOCUMENT_ID.eq(id))
                .fetchMap(SECTION.KEY, SECTION.SECTION_ID));
  }

  private SectionId section(DocumentId document, String key) {
    return sectionsOf(document)
        .computeIfAbsent(
            key,
            missing -> {
              SectionRecord row = new SectionRecord();
              row.setSectionId(new SectionId(buffer.nextId()));
              row.setDocumentId(document);
              row.setKey(missing);
              return buffer.open(row).getSectionId();
            });
  }

  /// Looks up many texts at once, so that the ones after are answered from memory.
  void prefetch(Collection<PreparedText> prepared) {
    Set<Hash> wanted = new HashSet<>();
    for (PreparedText text : prepared) {
      text.parts().forEach(part -> wanted.add(part.sha256()));
      if (!text.rebuildsBody()) {
        wanted.add(text.sha256());
      }
    }
    wanted.removeAll(texts.keySet());
    wanted.removeAll(missingTexts);
    List<byte[]> addresses = wanted.stream().map(Hash::bytes).toList();
    for (int from = 0; from < addresses.size(); from += LOOKUP) {
      sql.select(SECTION_TEXT.SHA256, SECTION_TEXT.TEXT_ID)
          .from(SECTION_TEXT)
          .where(
              SECTION_TEXT.TENANT.eq(tenant),
              SECTION_TEXT.SHA256.in(
                  addresses.subList(from, Math.min(from + LOOKUP, addresses.size()))))
          .forEach(row -> texts.put(Hash.wrap(row.value1()), row.value2()));
    }
    wanted.removeAll(texts.keySet());
    Map<Hash, TextId> unseen = hidden.texts(wanted);
    texts.putAll(unseen);
    hiddenTexts.addAll(unseen.values());
    wanted.removeAll(unseen.keySet());
    missingTexts.addAll(wanted);
  }

  private TextId text(@Nullable String title, String body, Hash address) {
    TextId known = texts.get(address);
    if (known != null) {
      return known;
    }
    SectionTextRecord row = new SectionTextRecord();
    row.setTextId(new TextId(buffer.nextId()));
    row.setSha256(address.bytes());
    row.setTitle(title);
    row.setBody(body);
    buffer.open(row);
    texts.put(address, row.getTextId());
    missingTexts.remove(address);
    int number = 0;
    for (Passage passage : Passages.of(body)) {
      buffer.project(
          new PassageRecord(tenant, row.getTextId(), number++, passage.start(), passage.end()));
    }
    return row.getTextId();
  }

  /// Opens a version with its manifest. The dates its sections state are kept with the sections'
  /// ids.
  VersionRecord openVersion(
      DocumentId document, SourceId source, NewVersion wanted, List<Change.SectionDate> dates) {
    PreparedText text = wanted.text();
    prefetch(List.of(text));
    List<Long> sectionIds = new ArrayList<>();
    List<Long> textIds = new ArrayList<>();
    for (PreparedText.Part part : text.parts()) {
      sectionIds.add(section(document, part.key()).value());
      textIds.add(text(part.title(), part.body(), part.sha256()).value());
    }
    VersionRecord row = new VersionRecord();
    row.setVersionId(new VersionId(buffer.nextId()));
    if (!hiddenTexts.isEmpty()) {
      claim(row.getVersionId(), text);
    }
    row.setDocumentId(document);
    row.setSourceId(source);
    row.setLabel(labelOf(wanted));
    row.setTitle(wanted.title());
    row.setLanguage(wanted.language() == null ? languageOf(source) : wanted.language());
    row.setMediaType(text.mediaType());
    row.setUrl(wanted.url());
    row.setSha256(text.sha256().bytes());
    row.setNormalisedSha256(text.normalised());
    row.setByteLength(text.byteLength());
    row.setTechnical(wanted.technical());
    row.setChange(wanted.change());
    String provenance = wanted.provenance();
    row.setProvenance(provenance == null ? null : JSON.valueOf(provenance));
    row.setSplitter(text.splitter());
    row.setSections(sectionIds.toArray(Long[]::new));
    row.setTexts(textIds.toArray(Long[]::new));
    row.setBodyText(text.rebuildsBody() ? null : text(null, text.body(), text.sha256()));
    row.setSectionDates(StatedTimesJson.write(dates, sectionsOf(document)));
    buffer.open(row);
    versions.put(row.getVersionId(), row);
    openOriginal(row, text.original());
    return row;
  }

  private void openOriginal(VersionRecord version, @Nullable Original original) {
    originals.put(version.getVersionId(), Optional.ofNullable(original).map(Original::sha256));
    if (original == null) {
      return;
    }
    OriginalRecord row = new OriginalRecord();
    row.setOriginalId(buffer.nextId());
    row.setDocumentId(version.getDocumentId());
    row.setVersionId(version.getVersionId());
    row.setMediaType(original.mediaType());
    row.setByteLength(original.length());
    row.setSha256(original.sha256().bytes());
    buffer.open(row);
    buffer.keep(row.getOriginalId(), original);
  }

  /// The language in which the source writes, as it is set for the latest valid time.
  private @Nullable String languageOf(SourceId source) {
    List<SourceSettingRecord> held = settings(source);
    return held.isEmpty() ? null : held.getLast().getLanguage();
  }

  /// A text that the writer does not see is his own too from now on, for he brings the words.
  private void claim(VersionId version, PreparedText text) {
    for (PreparedText.Part part : text.parts()) {
      if (hiddenTexts.contains(texts.get(part.sha256()))) {
        buffer.claim(version, part.title(), part.body());
      }
    }
    if (!text.rebuildsBody() && hiddenTexts.contains(texts.get(text.sha256()))) {
      buffer.claim(version, null, text.body());
    }
  }

  static String labelOf(NewVersion wanted) {
    String label = wanted.label();
    return label != null ? label : wanted.text().sha256().hex().substring(0, 12);
  }

  /// The stored version that already is what is wanted: same document and source, same text, same
  /// label if one is given, same original if one is given; for the text of one section, of the same
  /// section.
  Optional<VersionRecord> versionLike(DocumentId document, SourceId source, NewVersion wanted) {
    byte[] sha256 = wanted.text().sha256().bytes();
    for (VersionRecord known : versions.values()) {
      if (known.getDocumentId().equals(document)
          && known.getSourceId().equals(source)
          && Arrays.equals(known.getSha256(), sha256)
          && isOfTheSamePart(known, wanted)
          && isOfTheSameOriginal(known, wanted)
          && (wanted.label() == null || wanted.label().equals(known.getLabel()))) {
        return Optional.of(known);
      }
    }
    var matching =
        sql.selectFrom(VERSION)
            .where(
                VERSION.TENANT.eq(tenant),
                VERSION.DOCUMENT_ID.eq(document),
                VERSION.SOURCE_ID.eq(source),
                VERSION.SHA256.eq(sha256));
    String label = wanted.label();
    return remember(
        (label == null ? matching : matching.and(VERSION.LABEL.eq(label)))
            .orderBy(VERSION.VERSION_ID.desc()).stream()
                .filter(known -> isOfTheSamePart(known, wanted))
                .filter(known -> isOfTheSameOriginal(known, wanted))
                .findFirst()
                .orElse(null));
  }

  private boolean isOfTheSamePart(VersionRecord known, NewVersion wanted) {
    return wanted.text().isOneSection() == isOneSection(known)
        && (!isOneSection(known)
            || Objects.equals(
                sectionsOf(known.getDocumentId()).get(wanted.text().parts().getFirst().key()),
                new SectionId(known.getSections()[0])));
  }

  private boolean isOfTheSameOriginal(VersionRecord known, NewVersion wanted) {
    Original original = wanted.text().original();
    return original == null
        || originals
            .computeIfAbsent(known.getVersionId(), this::originalOf)
            .filter(original.sha256()::equals)
            .isPresent();
  }

  private Optional<Hash> originalOf(VersionId version) {
    return sql.select(ORIGINAL.SHA256)
        .from(ORIGINAL)
        .where(ORIGINAL.TENANT.eq(tenant), ORIGINAL.VERSION_ID.eq(version))
        .fetchOptional(ORIGINAL.SHA256)
        .map(Hash::wrap);
  }

  /// Whether a version is the text of one section alone.
  static boolean isOneSection(VersionRecord version) {
    return version.getSplitter().equals(PreparedText.ONE_SECTION);
  }

  /// The version with that id, which is not erased.
  Optional<VersionRecord> versionHeld(DocumentId document, SourceId source, VersionId version) {
    return remember(
        sql.selectFrom(VERSION)
            .where(
                VERSION.TENANT.eq(tenant),
                VERSION.DOCUMENT_ID.eq(document),
                VERSION.SOURCE_ID.eq(source),
                VERSION.VERSION_ID.eq(version),
                VERSION.SALT.isNotNull())
            .fetchOne());
  }

  /// The version of that label that was recorded last.
  Optional<VersionRecord> versionLabelled(DocumentId document, SourceId source, String label) {
    // What this database transaction opened is not in the database yet, and is the latest.
    Optional<VersionRecord> opened =
        versions.values().stream()
            .filter(known ->
                known.getDocumentId().equals(document)
                    && known.getSourceId().equals(source)
                    && label.equals(known.getLabel()))
            .max(Comparator.comparingLong(known -> known.getVersionId().value()));
    VersionRecord stored =
        sql.selectFrom(VERSION)
            .where(
                VERSION.TENANT.eq(tenant),
                VERSION.DOCUMENT_ID.eq(document),
                VERSION.SOURCE_ID.eq(source),
                VERSION.LABEL.eq(label))
            .orderBy(VERSION.VERSION_ID.desc())
            .limit(1)
            .fetchOne();
    return stored == null
            || opened
                .filter(known -> known.getVersionId().value() > stored.getVersionId().value())
                .isPresent()
        ? opened
        : remember(stored);
  }

  /// The versions of that label with different texts, in order of id: of each text the last; erased
  /// ones among them. What the transaction under way opens is not.
  List<VersionRecord> versionsLabelled(DocumentId document, SourceId source, String label) {
    Map<List<Object>, VersionRecord> byText = new LinkedHashMap<>();
    sql.selectFrom(VERSION)
        .where(
            VERSION.TENANT.eq(tenant),
            VERSION.DOCUMENT_ID.eq(document),
            VERSION.SOURCE_ID.eq(source),
            VERSION.LABEL.eq(label))
        .orderBy(VERSION.VERSION_ID)
        .forEach(
            row -> byText.put(List.of(List.of(row.getSections()), List.of(row.getTexts())), row));
    return List.copyOf(byText.values());
  }

  private Optional<VersionRecord> remember(@Nullable VersionRecord row) {
    if (row != null) {
      versions.put(row.getVersionId(), row);
    }
    return Optional.ofNullable(row);
  }

  VersionRecord version(VersionId id) {
    VersionRecord known = versions.get(id);
    if (known == null) {
      known =
          sql.selectFrom(VERSION)
              .where(VERSION.TENANT.eq(tenant), VERSION.VERSION_ID.eq(id))
              .fetchSingle();
      versions.put(id, known);
    }
    return known;
  }

  /// Loads many versions at once.
  void prefetchVersions(Collection<VersionId> ids) {
    Long[] missing =
        ids.stream()
            .filter(id -> !versions.containsKey(id))
            .map(VersionId::value)
            .distinct()
            .toArray(Long[]::new);
    if (missing.length > 0) {
      sql.selectFrom(VERSION)
          .where(VERSION.TENANT.eq(tenant), Lanes.isAnyOf(VERSION.VERSION_ID, missing))
          .forEach(row -> versions.put(row.getVersionId(), row));
    }
  }

  /// Loads what the sections of many versions state, without the manifests of those that state
  /// nothing.
  void prefetchDates(Collection<VersionId> ids) {
    Long[] missing =
        ids.stream()
            .filter(id -> !dates.containsKey(id) && !versions.containsKey(id))
            .map(VersionId::value)
            .distinct()
            .toArray(Long[]::new);
    if (missing.length > 0) {
      sql.select(VERSION.VERSION_ID, VERSION.SECTION_DATES)
          .from(VERSION)
          .where(VERSION.TENANT.eq(tenant), Lanes.isAnyOf(VERSION.VERSION_ID, missing))
          .forEach(row -> dates.put(row.value1(), StatedTimesJson.read(row.value2())));
    }
  }

  List<SectionDates> datesOf(VersionId version) {
    return dates.computeIfAbsent(
        version, id -> StatedTimesJson.read(version(id).getSectionDates()));
  }

  boolean hasSection(VersionId version, SectionId section) {
    return Arrays.asList(version(version).getSections()).contains(section.value());
  }
}
