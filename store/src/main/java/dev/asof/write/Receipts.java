package dev.asof.write;

import static dev.asof.schema.generated.Tables.DOCUMENT_VALIDITY;
import static dev.asof.schema.generated.Tables.SECTION_VALIDITY;

import dev.asof.id.DocumentId;
import dev.asof.id.SectionId;
import dev.asof.id.SourceId;
import dev.asof.id.StatementId;
import dev.asof.id.TenantId;
import dev.asof.id.ValidityId;
import dev.asof.id.VersionId;
import dev.asof.ledger.Ledgered;
import dev.asof.schema.generated.tables.records.DocumentValidityRecord;
import dev.asof.schema.generated.tables.records.SectionValidityRecord;
import dev.asof.time.TimeRange;
import dev.asof.time.ValidityState;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/// The beliefs that the ledger transaction under way opens and closes, by the names that people
/// use.
final class Receipts {

  private final DSLContext sql;
  private final TenantId tenant;
  private final Catalog catalog;
  private final Buffer buffer;

  Receipts(DSLContext sql, TenantId tenant, Catalog catalog, Buffer buffer) {
    this.sql = sql;
    this.tenant = tenant;
    this.catalog = catalog;
    this.buffer = buffer;
  }

  Receipt of(Receipt.Outcome outcome, List<String> notices) {
    // First, because it loads the versions of what is cut in two, which the opened ones name too.
    List<Receipt.Touched> closed = closed();
    return new Receipt(
        outcome, buffer.sequence(), buffer.systemTime(), opened(), closed, List.copyOf(notices));
  }

  private List<Receipt.Touched> opened() {
    List<Receipt.Touched> rows = new ArrayList<>();
    buffer
        .openedSoFar(Ledgered.of(DOCUMENT_VALIDITY))
        .forEach(row -> rows.add(touched((DocumentValidityRecord) row)));
    buffer
        .openedSoFar(Ledgered.of(SECTION_VALIDITY))
        .forEach(row -> rows.add(touched((SectionValidityRecord) row)));
    return rows;
  }

  private List<Receipt.Touched> closed() {
    List<DocumentValidityRecord> documents = new ArrayList<>();
    List<ValidityId> ofDocuments = ids(Ledgered.of(DOCUMENT_VALIDITY));
    if (!ofDocuments.isEmpty()) {
      sql.selectFrom(DOCUMENT_VALIDITY)
          .where(DOCUMENT_VALIDITY.TENANT.eq(tenant), DOCUMENT_VALIDITY.VALIDITY_ID.in(ofDocuments))
          .orderBy(DOCUMENT_VALIDITY.VALIDITY_ID)
          .forEach(documents::add);
    }
    List<SectionValidityRecord> sections = new ArrayList<>();
    List<ValidityId> ofSections = ids(Ledgered.of(SECTION_VALIDITY));
    if (!ofSections.isEmpty()) {
      sql.selectFrom(SECTION_VALIDITY)
          .where(SECTION_VALIDITY.TENANT.eq(tenant), SECTION_VALIDITY.VALIDITY_ID.in(ofSections))
          .orderBy(SECTION_VALIDITY.VALIDITY_ID)
          .forEach(sections::add);
    }
    catalog.prefetchVersions(
        Stream.concat(
                documents.stream().map(DocumentValidityRecord::getVersionId),
                sections.stream().map(SectionValidityRecord::getVersionId))
            .filter(Objects::nonNull)
            .toList());
    List<Receipt.Touched> rows = new ArrayList<>();
    documents.forEach(row -> rows.add(touched(row)));
    sections.forEach(row -> rows.add(touched(row)));
    return rows;
  }

  private List<ValidityId> ids(Ledgered table) {
    return buffer.closedSoFar(table).stream().map(ValidityId::new).toList();
  }

  private Receipt.Touched touched(DocumentValidityRecord row) {
    return touched(
        row.getDocumentId(),
        row.getSourceId(),
        row.getScope(),
        row.getState(),
        null,
        row.getVersionId(),
        row.getNothing(),
        row.getValidDuring(),
        row.getStatementId());
  }

  private Receipt.Touched touched(SectionValidityRecord row) {
    return touched(
        row.getDocumentId(),
        row.getSourceId(),
        row.getScope(),
        row.getState(),
        row.getSectionId(),
        row.getVersionId(),
        row.getNothing(),
        row.getValidDuring(),
        row.getStatementId());
  }

  private Receipt.Touched touched(
      DocumentId document,
      SourceId source,
      String scope,
      ValidityState state,
      @Nullable SectionId section,
      @Nullable VersionId version,
      @Nullable String nothing,
      TimeRange valid,
      StatementId statement) {
    return new Receipt.Touched(
        catalog.keyOf(document),
        catalog.sourceName(source),
        scope,
        state,
        section == null ? null : Lanes.sectionKey(catalog.sectionsOf(document), section),
        version == null ? null : catalog.version(version).getLabel(),
        nothing,
        valid,
        statement.value());
  }
}
