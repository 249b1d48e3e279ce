package dev.asof.cite;

import static dev.asof.schema.generated.Tables.DOCUMENT;
import static dev.asof.schema.generated.Tables.DOCUMENT_VALIDITY;
import static dev.asof.schema.generated.Tables.ERASURE;
import static dev.asof.schema.generated.Tables.HIDDEN_DOCUMENT;
import static dev.asof.schema.generated.Tables.PASSAGE;
import static dev.asof.schema.generated.Tables.SECTION;
import static dev.asof.schema.generated.Tables.SECTION_TEXT;
import static dev.asof.schema.generated.Tables.SECTION_VALIDITY;
import static dev.asof.schema.generated.Tables.SOURCE;
import static dev.asof.schema.generated.Tables.SOURCE_SETTING;
import static dev.asof.schema.generated.Tables.STATEMENT;
import static dev.asof.schema.generated.Tables.TRANSACTION;
import static dev.asof.schema.generated.Tables.VERSION;

import dev.asof.history.AnswerJson;
import dev.asof.history.Span;
import dev.asof.id.DocumentId;
import dev.asof.id.RowIds;
import dev.asof.id.SectionId;
import dev.asof.id.SourceId;
import dev.asof.id.StatementId;
import dev.asof.id.TenantId;
import dev.asof.id.TextId;
import dev.asof.id.VersionId;
import dev.asof.index.PassageId;
import dev.asof.ledger.Hash;
import dev.asof.schema.Ranges;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Statements on the texts and section beliefs that citations need, in the snapshot of one
/// transaction.
public record Passages(DSLContext sql, TenantId tenant) {

  /// A version that holds a text in a section.
  record Holder(VersionId version, SectionId section, TextId text) {}

  /// That another version's text, or none, applies to a section than the document's belief says.
  ///
  /// @param version null: the section is not in force
  record SectionBelief(
      long id,
      DocumentId document,
      SourceId source,
      String scope,
      ValidityState lane,
      SectionId section,
      boolean implied,
      TimeRange valid,
      Span system,
      long statement,
      @Nullable VersionId version,
      @Nullable String nothing,
      @Nullable String label,
      @Nullable String title,
      @Nullable String url,
      @Nullable String language,
      @Nullable Hash sha256) {

    /// `the section is not in force (withdrawn) [a, b), known since @4`.
    String sentence() {
      return "the section is "
          + (version == null
              ? "not in force (" + nothing + ")"
              : "that of " + (label == null ? "version " + version.value() : label))
          + " "
          + valid
          + ", known since @"
          + transaction();
    }

    long transaction() {
      return RowIds.sequenceOf(id);
    }
  }

  /// @param heading of the section; null where it has none
  /// @param start where it begins in the text of the section, in UTF-16 units
  public record Words(@Nullable String heading, String text, int start) {}

  /// The documents that the caller may not see now.
  public Set<DocumentId> hidden() {
    return sql.select(HIDDEN_DOCUMENT.HIDDEN_DOCUMENT_)
        .from(HIDDEN_DOCUMENT)
        .fetchSet(row -> new DocumentId(row.value1()));
  }

  public Map<DocumentId, String> documentKeys(Collection<DocumentId> documents) {
    return sql.select(DOCUMENT.DOCUMENT_ID, DOCUMENT.KEY)
        .from(DOCUMENT)
        .where(DOCUMENT.TENANT.eq(tenant), DOCUMENT.DOCUMENT_ID.in(documents))
        .fetchMap(DOCUMENT.DOCUMENT_ID, DOCUMENT.KEY);
  }

  /// The document with this key, if it was recorded by then.
  public Optional<DocumentId> document(String key, Instant known) {
    return sql.select(DOCUMENT.DOCUMENT_ID)
        .from(DOCUMENT)
        .where(DOCUMENT.TENANT.eq(tenant), DOCUMENT.KEY.eq(key), DOCUMENT.SYSTEM_FROM.le(known))
        .fetchOptional(DOCUMENT.DOCUMENT_ID);
  }

  public Map<SectionId, String> sectionKeys(Collection<SectionId> sections) {
    return sql.select(SECTION.SECTION_ID, SECTION.KEY)
        .from(SECTION)
        .where(SECTION.TENANT.eq(tenant), SECTION.SECTION_ID.in(sections))
        .fetchMap(SECTION.SECTION_ID, SECTION.KEY);
  }

  /// The last transaction that erased anything; 0: none.
  public long lastErasure() {
    Long id =
        sql.select(DSL.max(ERASURE.ERASURE_ID))
            .from(ERASURE)
            .where(ERASURE.TENANT.eq(tenant))
            .fetchSingle()
            .value1();
    return id == null ? 0 : RowIds.sequenceOf(id);
  }

  /// The last transaction that changed how a source is set; 0: none.
  public long lastSourceSetting() {
    Long id =
        sql.select(DSL.max(SOURCE_SETTING.SOURCE_SETTING_ID))
            .from(SOURCE_SETTING)
            .where(SOURCE_SETTING.TENANT.eq(tenant))
            .fetchSingle()
            .value1();
    return id == null ? 0 : RowIds.sequenceOf(id);
  }

  /// Every text that versions of the document, known at `known` and not erased, have in the section
  /// of this key.
  public Set<PassageId> passagesOf(DocumentId document, String key, int passage, Instant known) {
    Table<?> manifest =
        DSL.table("unnest({0}, {1})", VERSION.SECTIONS, VERSION.TEXTS)
            .as("manifest", "section_id", "text_id");
    Field<Long> section = DSL.field(DSL.name("manifest", "section_id"), Long.class);
    Field<Long> text = DSL.field(DSL.name("manifest", "text_id"), Long.class);
    return new LinkedHashSet<>(
        sql.selectDistinct(section, text)
            .from(VERSION)
            .crossJoin(DSL.lateral(manifest))
            .join(SECTION)
            .on(
                SECTION.TENANT.eq(VERSION.TENANT),
                SECTION.DOCUMENT_ID.eq(VERSION.DOCUMENT_ID),
                SECTION.SECTION_ID.eq(DSL.field("{0}", SECTION.SECTION_ID.getDataType(), section)))
            .where(
                VERSION.TENANT.eq(tenant),
                VERSION.DOCUMENT_ID.eq(document),
                VERSION.SYSTEM_FROM.le(known),
                VERSION.SALT.isNotNull(),
                SECTION.KEY.eq(key))
            .orderBy(section, text)
            .fetch(row ->
                new PassageId(
                    document, new SectionId(row.value1()), new TextId(row.value2()), passage)));
  }

  /// Which of `versions` hold which of `texts`, and in which sections; without erased versions.
  Set<Holder> holders(Collection<VersionId> versions, Collection<TextId> texts) {
    Table<?> manifest =
        DSL.table("unnest({0}, {1})", VERSION.SECTIONS, VERSION.TEXTS)
            .as("manifest", "section_id", "text_id");
    Field<Long> section = DSL.field(DSL.name("manifest", "section_id"), Long.class);
    Field<Long> text = DSL.field(DSL.name("manifest", "text_id"), Long.class);
    return new HashSet<>(
        sql.select(VERSION.VERSION_ID, section, text)
            .from(VERSION)
            .crossJoin(DSL.lateral(manifest))
            .where(
                VERSION.TENANT.eq(tenant),
                VERSION.VERSION_ID.in(versions),
                VERSION.SALT.isNotNull(),
                text.in(texts.stream().map(TextId::value).toList()))
            .fetch(row ->
                new Holder(row.value1(), new SectionId(row.value2()), new TextId(row.value3()))));
  }

  /// The beliefs about single sections that are held at `known`, of any valid time, in order of id.
  List<SectionBelief> overrides(
      Collection<DocumentId> documents, Collection<SectionId> sections, Instant known) {
    return sql.select(SECTION_VALIDITY, VERSION)
        .from(SECTION_VALIDITY)
        .leftJoin(VERSION)
        .on(
            VERSION.TENANT.eq(SECTION_VALIDITY.TENANT),
            VERSION.VERSION_ID.eq(SECTION_VALIDITY.VERSION_ID))
        .where(
            SECTION_VALIDITY.TENANT.eq(tenant),
            SECTION_VALIDITY.DOCUMENT_ID.in(documents),
            SECTION_VALIDITY.SECTION_ID.in(sections),
            Ranges.holds(SECTION_VALIDITY.SYSTEM_DURING, known))
        .orderBy(SECTION_VALIDITY.VALIDITY_ID)
        .fetch(row -> {
          var held = row.value1();
          var version = row.value2();
          byte[] sha256 = version.getSha256();
          Instant to = held.getSystemTo();
          return new SectionBelief(
              held.getValidityId().value(),
              held.getDocumentId(),
              held.getSourceId(),
              held.getScope(),
              held.getState(),
              held.getSectionId(),
              held.getImplied(),
              held.getValidDuring(),
              new Span(held.getSystemFrom(), to == null || to.isAfter(known) ? null : to),
              held.getStatementId().value(),
              held.getVersionId(),
              held.getNothing(),
              version.getLabel(),
              version.getTitle(),
              version.getUrl(),
              version.getLanguage(),
              sha256 == null ? null : Hash.wrap(sha256));
        });
  }

  /// Where beliefs about each document, or about one of its sections, begin or end inside `during`,
  /// as held at `known`; a document that does not change there is missing.
  Map<DocumentId, NavigableSet<Instant>> changes(
      Collection<DocumentId> documents, Instant known, TimeRange during) {
    Map<DocumentId, NavigableSet<Instant>> changes = new HashMap<>();
    sql.select(DOCUMENT_VALIDITY.DOCUMENT_ID, DOCUMENT_VALIDITY.VALID_DURING)
        .from(DOCUMENT_VALIDITY)
        .where(
            DOCUMENT_VALIDITY.TENANT.eq(tenant),
            DOCUMENT_VALIDITY.DOCUMENT_ID.in(documents),
            Ranges.holds(DOCUMENT_VALIDITY.SYSTEM_DURING, known))
        .unionAll(
            DSL.select(SECTION_VALIDITY.DOCUMENT_ID, SECTION_VALIDITY.VALID_DURING)
                .from(SECTION_VALIDITY)
                .where(
                    SECTION_VALIDITY.TENANT.eq(tenant),
                    SECTION_VALIDITY.DOCUMENT_ID.in(documents),
                    Ranges.holds(SECTION_VALIDITY.SYSTEM_DURING, known)))
        .forEach(row ->
            Stream.of(row.value2().start(), row.value2().end())
                .flatMap(Optional::stream)
                .filter(during::contains)
                .forEach(instant ->
                    changes.computeIfAbsent(row.value1(), none -> new TreeSet<>()).add(instant)));
    return changes;
  }

  /// When each version was recorded: system time.
  public Map<VersionId, Instant> recorded(Collection<VersionId> versions) {
    Map<Long, Instant> times = new HashMap<>();
    sql.select(TRANSACTION.SEQUENCE, TRANSACTION.SYSTEM_TIME)
        .from(TRANSACTION)
        .where(
            TRANSACTION.TENANT.eq(tenant),
            TRANSACTION.SEQUENCE.in(
                versions.stream()
                    .map(version -> RowIds.sequenceOf(version.value()))
                    .distinct()
                    .toList()))
        .forEach(row -> times.put(row.value1(), row.value2()));
    Map<VersionId, Instant> recorded = new HashMap<>();
    versions.forEach(version -> {
      Instant time = times.get(RowIds.sequenceOf(version.value()));
      if (time != null) {
        recorded.put(version, time);
      }
    });
    return recorded;
  }

  /// The state under which each statement was made.
  Map<Long, ValidityState> lanes(Collection<Long> statements) {
    Map<Long, ValidityState> lanes = new HashMap<>();
    sql.select(STATEMENT.STATEMENT_ID, STATEMENT.STATE)
        .from(STATEMENT)
        .where(
            STATEMENT.TENANT.eq(tenant),
            STATEMENT.STATEMENT_ID.in(statements.stream().map(StatementId::new).toList()))
        .forEach(row -> lanes.put(row.value1().value(), row.value2()));
    return lanes;
  }

  /// The whole body of each text; one that was erased is missing.
  public Map<TextId, String> bodies(Collection<TextId> texts) {
    return sql.select(SECTION_TEXT.TEXT_ID, SECTION_TEXT.BODY)
        .from(SECTION_TEXT)
        .where(
            SECTION_TEXT.TENANT.eq(tenant),
            SECTION_TEXT.TEXT_ID.in(texts),
            SECTION_TEXT.BODY.isNotNull())
        .fetchMap(SECTION_TEXT.TEXT_ID, SECTION_TEXT.BODY);
  }

  /// The words of each passage; one that was erased is missing.
  public Map<PassageId, Words> words(Collection<PassageId> passages) {
    Map<TextId, Map<Integer, Words>> byText = new HashMap<>();
    sql.select(
            PASSAGE.TEXT_ID,
            PASSAGE.PASSAGE_,
            PASSAGE.START_AT,
            PASSAGE.END_AT,
            SECTION_TEXT.TITLE,
            SECTION_TEXT.BODY)
        .from(PASSAGE)
        .join(SECTION_TEXT)
        .on(SECTION_TEXT.TENANT.eq(PASSAGE.TENANT), SECTION_TEXT.TEXT_ID.eq(PASSAGE.TEXT_ID))
        .where(
            PASSAGE.TENANT.eq(tenant),
            SECTION_TEXT.BODY.isNotNull(),
            DSL.row(PASSAGE.TEXT_ID, PASSAGE.PASSAGE_)
                .in(
                    passages.stream()
                        .map(p -> DSL.row(DSL.val(p.text(), PASSAGE.TEXT_ID), DSL.val(p.passage())))
                        .toList()))
        .forEach(row ->
            byText
                .computeIfAbsent(row.value1(), none -> new HashMap<>())
                .put(
                    row.value2(),
                    new Words(
                        row.value5(),
                        row.value6().substring(row.value3(), row.value4()),
                        row.value3())));
    Map<PassageId, Words> words = new HashMap<>();
    for (PassageId passage : passages) {
      Words found = byText.getOrDefault(passage.text(), Map.of()).get(passage.passage());
      if (found != null) {
        words.put(passage, found);
      }
    }
    return words;
  }

  /// The page of its original on which a place in a section of a version stands, as the way in that
  /// brought it recorded; empty where the original has no pages.
  ///
  /// @param offset in the text of the section, in UTF-16 units
  OptionalInt page(VersionId version, String section, int offset) {
    String marks =
        sql.select(
                DSL.field(
                    "json_extract_path_text({0}, 'provenance', 'pages', {1})",
                    String.class, VERSION.PROVENANCE, DSL.val(section)))
            .from(VERSION)
            .where(
                VERSION.TENANT.eq(tenant), VERSION.VERSION_ID.eq(version), VERSION.SALT.isNotNull())
            .fetchOptional(row -> Objects.requireNonNullElse(row.value1(), ""))
            .orElse("");
    OptionalInt page = OptionalInt.empty();
    if (!marks.isEmpty()) {
      for (JsonNode mark : AnswerJson.mapper().readTree(marks)) {
        if (mark.path(1).asInt(Integer.MAX_VALUE) <= offset) {
          page = OptionalInt.of(mark.path(0).asInt());
        }
      }
    }
    return page;
  }

  /// The versions of the document that hold the text and are not erased, with the ranges for which
  /// they are believed to apply now.
  public List<Found.Origin> origins(DocumentId document, TextId text) {
    List<Found.Origin> origins = new ArrayList<>();
    sql.select(VERSION.VERSION_ID, SOURCE.NAME, VERSION.LABEL, VERSION.TITLE)
        .from(VERSION)
        .join(SOURCE)
        .on(SOURCE.TENANT.eq(VERSION.TENANT), SOURCE.SOURCE_ID.eq(VERSION.SOURCE_ID))
        .where(
            VERSION.TENANT.eq(tenant),
            VERSION.DOCUMENT_ID.eq(document),
            VERSION.SALT.isNotNull(),
            DSL.condition("{0} = any({1})", DSL.val(text.value()), VERSION.TEXTS))
        .orderBy(VERSION.VERSION_ID)
        .forEach(row ->
            origins.add(
                new Found.Origin(
                    row.value1().value(),
                    row.value2(),
                    row.value3(),
                    row.value4(),
                    applies(document, row.value1()))));
    return origins;
  }

  private List<Span> applies(DocumentId document, VersionId version) {
    return sql.select(DOCUMENT_VALIDITY.VALID_DURING)
        .from(DOCUMENT_VALIDITY)
        .where(
            DOCUMENT_VALIDITY.TENANT.eq(tenant),
            DOCUMENT_VALIDITY.DOCUMENT_ID.eq(document),
            DOCUMENT_VALIDITY.VERSION_ID.eq(version),
            DOCUMENT_VALIDITY.STATE.ne(ValidityState.UNKNOWN),
            DOCUMENT_VALIDITY.SYSTEM_TO.isNull())
        .orderBy(DOCUMENT_VALIDITY.VALID_DURING, DOCUMENT_VALIDITY.VALIDITY_ID)
        .fetch(row -> new Span(row.value1().fromOrNull(), row.value1().toOrNull()));
  }
}
