package dev.asof.index;

import static dev.asof.schema.generated.Tables.DOCUMENT;
import static dev.asof.schema.generated.Tables.DOCUMENT_VALIDITY;
import static dev.asof.schema.generated.Tables.EMBEDDING;
import static dev.asof.schema.generated.Tables.EMBEDDING_MODEL;
import static dev.asof.schema.generated.Tables.ERASURE;
import static dev.asof.schema.generated.Tables.HEAD;
import static dev.asof.schema.generated.Tables.PASSAGE;
import static dev.asof.schema.generated.Tables.SECTION;
import static dev.asof.schema.generated.Tables.SECTION_TEXT;
import static dev.asof.schema.generated.Tables.SECTION_VALIDITY;
import static dev.asof.schema.generated.Tables.TENANT;
import static dev.asof.schema.generated.Tables.TEXT_HOLDER;
import static dev.asof.schema.generated.Tables.TRANSACTION;
import static dev.asof.schema.generated.Tables.VERSION;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.DocumentId;
import dev.asof.id.RowIds;
import dev.asof.id.SectionId;
import dev.asof.id.TenantId;
import dev.asof.id.TextId;
import dev.asof.id.ValidityId;
import dev.asof.id.VersionId;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import dev.asof.write.Embeddings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/// What the index reads of a tenant, in the snapshot of one database transaction.
record Ledger(DSLContext sql, TenantId tenant) {

  /// @param title heading of the section; null where it has none
  record Text(@Nullable String title, String body, List<Piece> passages) {}

  /// Offsets of a passage in its text, UTF-16 code units.
  record Piece(int number, int start, int end) {}

  /// Everything about one document that decides where its texts are in force.
  record Sheet(
      String key,
      Map<SectionId, String> sections,
      List<Projection.Manifest> versions,
      List<Projection.Held> beliefs,
      List<Projection.SectionHeld> overrides) {}

  /// Which tenant of which store this is.
  Hash store() {
    return sql.select(TENANT.PEPPER)
        .from(TENANT)
        .where(TENANT.TENANT_.eq(tenant))
        .fetchOptional(TENANT.PEPPER)
        .map(pepper -> Hash.wrap(Sha256.of(pepper)))
        .orElseThrow(() ->
            new CallerFault(
                Code.UNKNOWN_TENANT,
                "there is no tenant " + tenant.value() + " that this login may read"));
  }

  long head() {
    return sql.select(HEAD.SEQUENCE)
        .from(HEAD)
        .where(HEAD.TENANT.eq(tenant))
        .fetchOptional(HEAD.SEQUENCE)
        .orElse(0L);
  }

  /// The hash of a ledger entry, whoever may see its words; empty where the ledger has none of that
  /// sequence.
  Optional<Hash> hash(long sequence) {
    return sequence == 0
        ? Optional.of(Applied.beforeTheFirst())
        : Optional.ofNullable(
                sql.select(
                        DSL.field(
                            "asof.entry_hash({0}, {1})",
                            SQLDataType.BLOB, DSL.val(tenant.value()), DSL.val(sequence)))
                    .fetchSingle()
                    .value1())
            .map(Hash::wrap);
  }

  /// Whether a transaction after `applied` up to `target` erased anything.
  boolean erasedAny(long applied, long target) {
    return sql.fetchExists(
        sql.selectOne()
            .from(ERASURE)
            .where(
                ERASURE.TENANT.eq(tenant),
                ERASURE.ERASURE_ID.ge(RowIds.firstOf(applied + 1)),
                ERASURE.ERASURE_ID.lt(RowIds.firstOf(target + 1))));
  }

  /// The documents that transactions after `applied` up to `target` touched: they brought or erased
  /// a version, or opened or closed a belief.
  List<DocumentId> touched(long applied, long target) {
    if (applied == 0) {
      return sql.select(DOCUMENT.DOCUMENT_ID)
          .from(DOCUMENT)
          .where(
              DOCUMENT.TENANT.eq(tenant),
              DOCUMENT.DOCUMENT_ID.lt(new DocumentId(RowIds.firstOf(target + 1))))
          .orderBy(DOCUMENT.DOCUMENT_ID)
          .fetch(DOCUMENT.DOCUMENT_ID);
    }
    long first = RowIds.firstOf(applied + 1);
    long end = RowIds.firstOf(target + 1);
    Instant after = systemTime(applied);
    Instant last = systemTime(target);
    List<DocumentId> touched =
        new ArrayList<>(
            sql.select(VERSION.DOCUMENT_ID)
                .from(VERSION)
                .where(
                    VERSION.TENANT.eq(tenant),
                    VERSION.VERSION_ID.ge(new VersionId(first)),
                    VERSION.VERSION_ID.lt(new VersionId(end)))
                .union(
                    sql.select(DOCUMENT_VALIDITY.DOCUMENT_ID)
                        .from(DOCUMENT_VALIDITY)
                        .where(
                            DOCUMENT_VALIDITY.TENANT.eq(tenant),
                            DOCUMENT_VALIDITY.VALIDITY_ID.ge(new ValidityId(first)),
                            DOCUMENT_VALIDITY.VALIDITY_ID.lt(new ValidityId(end))))
                .union(
                    sql.select(DOCUMENT_VALIDITY.DOCUMENT_ID)
                        .from(DOCUMENT_VALIDITY)
                        .where(
                            DOCUMENT_VALIDITY.TENANT.eq(tenant),
                            DOCUMENT_VALIDITY.SYSTEM_TO.gt(after),
                            DOCUMENT_VALIDITY.SYSTEM_TO.le(last)))
                .union(
                    sql.select(SECTION_VALIDITY.DOCUMENT_ID)
                        .from(SECTION_VALIDITY)
                        .where(
                            SECTION_VALIDITY.TENANT.eq(tenant),
                            SECTION_VALIDITY.VALIDITY_ID.ge(new ValidityId(first)),
                            SECTION_VALIDITY.VALIDITY_ID.lt(new ValidityId(end))))
                .union(
                    sql.select(SECTION_VALIDITY.DOCUMENT_ID)
                        .from(SECTION_VALIDITY)
                        .where(
                            SECTION_VALIDITY.TENANT.eq(tenant),
                            SECTION_VALIDITY.SYSTEM_TO.gt(after),
                            SECTION_VALIDITY.SYSTEM_TO.le(last)))
                .union(
                    sql.select(ERASURE.DOCUMENT_ID)
                        .from(ERASURE)
                        .where(
                            ERASURE.TENANT.eq(tenant),
                            ERASURE.ERASURE_ID.ge(first),
                            ERASURE.ERASURE_ID.lt(end)))
                .fetch(VERSION.DOCUMENT_ID));
    touched.sort(java.util.Comparator.comparingLong(DocumentId::value));
    return touched;
  }

  private Instant systemTime(long sequence) {
    return sql.select(TRANSACTION.SYSTEM_TIME)
        .from(TRANSACTION)
        .where(TRANSACTION.TENANT.eq(tenant), TRANSACTION.SEQUENCE.eq(sequence))
        .fetchSingle()
        .value1();
  }

  Sheet sheet(DocumentId document) {
    String key =
        sql.select(DOCUMENT.KEY)
            .from(DOCUMENT)
            .where(DOCUMENT.TENANT.eq(tenant), DOCUMENT.DOCUMENT_ID.eq(document))
            .fetchSingle()
            .value1();
    Map<SectionId, String> sections =
        sql.select(SECTION.SECTION_ID, SECTION.KEY)
            .from(SECTION)
            .where(SECTION.TENANT.eq(tenant), SECTION.DOCUMENT_ID.eq(document))
            .fetchMap(SECTION.SECTION_ID, SECTION.KEY);
    List<Projection.Manifest> versions =
        sql.select(
                VERSION.VERSION_ID,
                VERSION.TITLE,
                VERSION.LANGUAGE,
                VERSION.SECTIONS,
                VERSION.TEXTS)
            .from(VERSION)
            // Nothing is found through an erased version, though its beliefs still decide.
            .where(
                VERSION.TENANT.eq(tenant),
                VERSION.DOCUMENT_ID.eq(document),
                VERSION.SALT.isNotNull())
            .orderBy(VERSION.VERSION_ID)
            .fetch(row ->
                new Projection.Manifest(
                    row.value1(),
                    row.value2(),
                    row.value3(),
                    List.of(row.value4()),
                    List.of(row.value5())));
    List<Projection.Held> beliefs =
        sql.selectFrom(DOCUMENT_VALIDITY)
            .where(DOCUMENT_VALIDITY.TENANT.eq(tenant), DOCUMENT_VALIDITY.DOCUMENT_ID.eq(document))
            .orderBy(DOCUMENT_VALIDITY.VALIDITY_ID)
            .fetch(row ->
                new Projection.Held(
                    row.getSourceId(),
                    row.getState(),
                    row.getScope(),
                    row.getVersionId(),
                    Rectangle.of(row.getValidDuring(), row.getSystemFrom(), row.getSystemTo())));
    List<Projection.SectionHeld> overrides =
        sql.selectFrom(SECTION_VALIDITY)
            .where(SECTION_VALIDITY.TENANT.eq(tenant), SECTION_VALIDITY.DOCUMENT_ID.eq(document))
            .orderBy(SECTION_VALIDITY.VALIDITY_ID)
            .fetch(row ->
                new Projection.SectionHeld(
                    new Projection.Held(
                        row.getSourceId(),
                        row.getState(),
                        row.getScope(),
                        row.getVersionId(),
                        Rectangle.of(row.getValidDuring(), row.getSystemFrom(), row.getSystemTo())),
                    row.getSectionId(),
                    row.getImplied()));
    return new Sheet(key, sections, versions, beliefs, overrides);
  }

  /// The texts with their passages; one whose words were erased is missing.
  Map<TextId, Text> texts(Collection<TextId> ids) {
    Map<TextId, List<Piece>> pieces = new HashMap<>();
    sql.selectFrom(PASSAGE)
        .where(PASSAGE.TENANT.eq(tenant), PASSAGE.TEXT_ID.in(ids))
        .orderBy(PASSAGE.TEXT_ID, PASSAGE.PASSAGE_)
        .forEach(row ->
            pieces
                .computeIfAbsent(row.getTextId(), none -> new ArrayList<>())
                .add(new Piece(row.getPassage(), row.getStartAt(), row.getEndAt())));
    Map<TextId, Text> texts = new HashMap<>();
    sql.select(SECTION_TEXT.TEXT_ID, SECTION_TEXT.TITLE, SECTION_TEXT.BODY)
        .from(SECTION_TEXT)
        .where(
            SECTION_TEXT.TENANT.eq(tenant),
            SECTION_TEXT.TEXT_ID.in(ids),
            SECTION_TEXT.BODY.isNotNull())
        .forEach(row ->
            texts.put(
                row.value1(),
                new Text(
                    row.value2(),
                    Objects.requireNonNull(row.value3()),
                    pieces.getOrDefault(row.value1(), List.of()))));
    return texts;
  }

  /// How many vectors of the model are stored.
  Embedded embedded(String model) {
    return sql.select(EMBEDDING_MODEL.DIMENSION, EMBEDDING_MODEL.STORED, EMBEDDING_MODEL.STORED_AT)
        .from(EMBEDDING_MODEL)
        .where(
            EMBEDDING_MODEL.TENANT.eq(tenant),
            EMBEDDING_MODEL.MODEL.eq(model),
            EMBEDDING_MODEL.STORED.gt(0L))
        .fetchOptional(
            row -> new Embedded(model, row.value1(), row.value2(), Rectangle.micros(row.value3())))
        .orElse(Embedded.none(model));
  }

  /// Whether the last vector that was applied is still the one of that number, so that those after
  /// it are all that is new. False also where it was erased.
  boolean holds(Embedded applied) {
    return applied.stored() == 0
        || sql.select(EMBEDDING.STORED_AT)
            .from(EMBEDDING)
            .where(
                EMBEDDING.TENANT.eq(tenant),
                EMBEDDING.MODEL.eq(applied.model()),
                EMBEDDING.NUMBER.eq(applied.stored()))
            .fetchOptional(EMBEDDING.STORED_AT)
            .filter(at -> Rectangle.micros(at) == applied.storedAt())
            .isPresent();
  }

  /// The documents that hold texts of which a passage got a vector after the one of number
  /// `applied`.
  List<DocumentId> embedded(String model, long applied) {
    return sql.selectDistinct(TEXT_HOLDER.DOCUMENT_ID)
        .from(EMBEDDING)
        .join(TEXT_HOLDER)
        .on(TEXT_HOLDER.TENANT.eq(EMBEDDING.TENANT), TEXT_HOLDER.TEXT_ID.eq(EMBEDDING.TEXT_ID))
        .where(EMBEDDING.TENANT.eq(tenant), EMBEDDING.MODEL.eq(model), EMBEDDING.NUMBER.gt(applied))
        .fetch(TEXT_HOLDER.DOCUMENT_ID);
  }

  /// Which passages of the texts have a vector of the model.
  Map<TextId, List<Integer>> embedded(String model, Collection<TextId> texts) {
    Long[] ids = texts.stream().map(TextId::value).toArray(Long[]::new);
    return sql.select(EMBEDDING.TEXT_ID, EMBEDDING.PASSAGE)
        .from(EMBEDDING)
        .where(
            EMBEDDING.TENANT.eq(tenant),
            EMBEDDING.MODEL.eq(model),
            DSL.condition("{0} = any({1})", EMBEDDING.TEXT_ID, DSL.val(ids)))
        .orderBy(EMBEDDING.TEXT_ID, EMBEDDING.PASSAGE)
        .fetchGroups(EMBEDDING.TEXT_ID, EMBEDDING.PASSAGE);
  }

  /// The vectors of the texts' passages under the model.
  Map<TextId, Map<Integer, float[]>> vectors(String model, Collection<TextId> ids) {
    Map<TextId, Map<Integer, float[]>> vectors = new HashMap<>();
    sql.select(EMBEDDING.TEXT_ID, EMBEDDING.PASSAGE, EMBEDDING.VECTOR)
        .from(EMBEDDING)
        .where(EMBEDDING.TENANT.eq(tenant), EMBEDDING.MODEL.eq(model), EMBEDDING.TEXT_ID.in(ids))
        .forEach(row ->
            vectors
                .computeIfAbsent(row.value1(), none -> new HashMap<>())
                .put(row.value2(), Embeddings.vector(row.value3())));
    return vectors;
  }
}
