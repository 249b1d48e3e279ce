package dev.asof.history;

import static dev.asof.schema.generated.Tables.DOCUMENT;
import static dev.asof.schema.generated.Tables.ERASURE;
import static dev.asof.schema.generated.Tables.SECTION;
import static dev.asof.schema.generated.Tables.SECTION_VALIDITY;
import static dev.asof.schema.generated.Tables.SOURCE;
import static dev.asof.schema.generated.Tables.STATEMENT;
import static dev.asof.schema.generated.Tables.VERSION;

import dev.asof.id.DocumentId;
import dev.asof.id.RowIds;
import dev.asof.id.SectionId;
import dev.asof.id.StatementId;
import dev.asof.id.TenantId;
import dev.asof.id.ValidityId;
import dev.asof.id.VersionId;
import dev.asof.schema.Ranges;
import dev.asof.schema.Together;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Record1;
import org.jooq.Select;
import org.jooq.SelectConditionStep;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// Statements on `section_validity`. Each yields rows as known at T, in order of document, source
/// and id.
final class SectionRows {

  private final DSLContext sql;
  private final TenantId tenant;
  private final Instant known;
  private final Field<Boolean> technical;
  private final Supplier<DisplayRights> rights;

  SectionRows(Snapshot snapshot) {
    this(snapshot, DisplayRights.once(snapshot));
  }

  SectionRows(Snapshot snapshot, Supplier<DisplayRights> rights) {
    this.sql = snapshot.sql();
    this.tenant = snapshot.tenant();
    this.known = snapshot.known();
    this.technical = BeliefRows.technical(known);
    this.rights = rights;
  }

  /// The overrides held at T in these documents.
  ///
  /// @param about only those that apply at some time in it; null: all
  List<SectionRow> held(
      Collection<DocumentId> documents, @Nullable TimeRange about, BeliefRows.Asked asked) {
    Condition condition = Ranges.holds(SECTION_VALIDITY.SYSTEM_DURING, known);
    if (about != null) {
      condition = condition.and(Ranges.overlaps(SECTION_VALIDITY.VALID_DURING, about));
    }
    return fetch(condition.and(SECTION_VALIDITY.DOCUMENT_ID.in(documents)), asked);
  }

  /// The overrides held at T in the document of `filter` that apply at some time in `about`, in one
  /// round trip with more; to be asked for after it.
  Supplier<List<SectionRow>> held(Filter filter, TimeRange about, Together together) {
    Condition condition =
        Ranges.holds(SECTION_VALIDITY.SYSTEM_DURING, known)
            .and(Ranges.overlaps(SECTION_VALIDITY.VALID_DURING, about))
            .and(BeliefRows.named(filter, SECTION_VALIDITY.SCOPE));
    var rows = together.fetch(ordered(condition));
    return () -> rows.get().map(this::row);
  }

  /// Every override of a document that was ever held up to T.
  List<SectionRow> ever(DocumentId document, BeliefRows.Asked asked) {
    return fetch(
        SECTION_VALIDITY.DOCUMENT_ID.eq(document).and(SECTION_VALIDITY.SYSTEM_FROM.le(known)),
        asked);
  }

  /// What was stated for sections of these documents, and opened or closed after `earlier` and up
  /// to T.
  List<SectionRow> statedBetween(
      Collection<DocumentId> documents, Snapshot earlier, BeliefRows.Asked asked) {
    return fetch(
        SECTION_VALIDITY
            .DOCUMENT_ID
            .in(documents)
            .and(SECTION_VALIDITY.IMPLIED.isFalse())
            .and(SECTION_VALIDITY.SYSTEM_FROM.le(known))
            .and(
                SECTION_VALIDITY
                    .SYSTEM_FROM
                    .gt(earlier.known())
                    .or(
                        SECTION_VALIDITY
                            .SYSTEM_TO
                            .gt(earlier.known())
                            .and(SECTION_VALIDITY.SYSTEM_TO.le(known)))),
        asked);
  }

  /// Which documents have such rows.
  Condition statedSince(Snapshot earlier) {
    return DOCUMENT
        .DOCUMENT_ID
        .in(
            stated()
                .and(
                    SECTION_VALIDITY.VALIDITY_ID.ge(
                        new ValidityId(RowIds.firstOf(earlier.token() + 1))))
                .and(SECTION_VALIDITY.SYSTEM_FROM.le(known)))
        .or(
            DOCUMENT.DOCUMENT_ID.in(
                stated()
                    .and(SECTION_VALIDITY.SYSTEM_TO.gt(earlier.known()))
                    .and(SECTION_VALIDITY.SYSTEM_TO.le(known))));
  }

  /// Which documents have something that was stated for a section, and opened or closed by the
  /// transaction with this number and system time.
  Condition statedBy(long transaction, Instant systemTime) {
    return DOCUMENT
        .DOCUMENT_ID
        .in(
            stated()
                .and(
                    SECTION_VALIDITY.VALIDITY_ID.between(
                        new ValidityId(RowIds.firstOf(transaction)),
                        new ValidityId(RowIds.firstOf(transaction + 1) - 1))))
        .or(DOCUMENT.DOCUMENT_ID.in(stated().and(SECTION_VALIDITY.SYSTEM_TO.eq(systemTime))));
  }

  private SelectConditionStep<Record1<DocumentId>> stated() {
    return DSL.select(SECTION_VALIDITY.DOCUMENT_ID)
        .from(SECTION_VALIDITY)
        .where(SECTION_VALIDITY.TENANT.eq(tenant), SECTION_VALIDITY.IMPLIED.isFalse());
  }

  List<SectionRow> withIds(Collection<Long> ids) {
    return fetch(
        SECTION_VALIDITY.VALIDITY_ID.in(ids.stream().map(ValidityId::new).toList()),
        new BeliefRows.Asked(null, null));
  }

  /// Those of the versions whose manifest holds the section.
  Set<VersionId> having(SectionId section, Collection<VersionId> versions) {
    return sql.select(VERSION.VERSION_ID)
        .from(VERSION)
        .where(
            VERSION.TENANT.eq(tenant),
            VERSION.VERSION_ID.in(versions),
            DSL.condition("{0} = any ({1})", DSL.val(section.value()), VERSION.SECTIONS))
        .fetchSet(VERSION.VERSION_ID);
  }

  /// The section that a statement recorded up to T is about; empty: the whole document.
  Optional<SectionId> sectionOf(StatementId statement) {
    return sql.select(STATEMENT.SECTION_ID)
        .from(STATEMENT)
        .where(
            STATEMENT.TENANT.eq(tenant),
            STATEMENT.STATEMENT_ID.eq(statement),
            STATEMENT.SYSTEM_FROM.le(known))
        .fetchOptional(STATEMENT.SECTION_ID);
  }

  private List<SectionRow> fetch(Condition condition, BeliefRows.Asked asked) {
    Condition restricted = condition;
    if (asked.source() != null) {
      restricted = restricted.and(SECTION_VALIDITY.SOURCE_ID.eq(asked.source()));
    }
    if (asked.scope() != null) {
      restricted = restricted.and(SECTION_VALIDITY.SCOPE.eq(asked.scope()));
    }
    return ordered(restricted).fetch(this::row);
  }

  private Select<? extends Record> ordered(Condition condition) {
    return sql.select(
            SECTION_VALIDITY.VALIDITY_ID,
            SECTION_VALIDITY.DOCUMENT_ID,
            SECTION_VALIDITY.SOURCE_ID,
            SECTION_VALIDITY.SCOPE,
            SECTION_VALIDITY.STATE,
            SECTION_VALIDITY.SECTION_ID,
            SECTION_VALIDITY.IMPLIED,
            SECTION_VALIDITY.VALID_DURING,
            SECTION_VALIDITY.SYSTEM_FROM,
            SECTION_VALIDITY.SYSTEM_TO,
            SECTION_VALIDITY.VERSION_ID,
            SECTION_VALIDITY.NOTHING,
            DOCUMENT.KEY,
            SECTION.KEY,
            SOURCE.NAME,
            VERSION.LABEL,
            VERSION.TITLE,
            VERSION.LANGUAGE,
            VERSION.URL,
            VERSION.SHA256,
            VERSION.NORMALISED_SHA256,
            technical,
            ERASURE.SYSTEM_FROM,
            ERASURE.LEGAL_ORDER,
            ERASURE.CONTENT_KEY,
            STATEMENT.STATEMENT_ID,
            STATEMENT.OPERATION,
            STATEMENT.VALID_TO,
            STATEMENT.LOOKED,
            STATEMENT.WRITTEN)
        .from(SECTION_VALIDITY)
        .join(DOCUMENT)
        .on(
            DOCUMENT.TENANT.eq(SECTION_VALIDITY.TENANT),
            DOCUMENT.DOCUMENT_ID.eq(SECTION_VALIDITY.DOCUMENT_ID))
        .join(SECTION)
        .on(
            SECTION.TENANT.eq(SECTION_VALIDITY.TENANT),
            SECTION.SECTION_ID.eq(SECTION_VALIDITY.SECTION_ID))
        .join(SOURCE)
        .on(
            SOURCE.TENANT.eq(SECTION_VALIDITY.TENANT),
            SOURCE.SOURCE_ID.eq(SECTION_VALIDITY.SOURCE_ID))
        .join(STATEMENT)
        .on(
            STATEMENT.TENANT.eq(SECTION_VALIDITY.TENANT),
            STATEMENT.STATEMENT_ID.eq(SECTION_VALIDITY.STATEMENT_ID))
        .leftJoin(VERSION)
        .on(
            VERSION.TENANT.eq(SECTION_VALIDITY.TENANT),
            VERSION.VERSION_ID.eq(SECTION_VALIDITY.VERSION_ID))
        .leftJoin(ERASURE)
        .on(
            ERASURE.TENANT.eq(SECTION_VALIDITY.TENANT),
            ERASURE.VERSION_ID.eq(SECTION_VALIDITY.VERSION_ID))
        .where(SECTION_VALIDITY.TENANT.eq(tenant))
        .and(condition)
        .orderBy(
            SECTION_VALIDITY.DOCUMENT_ID, SECTION_VALIDITY.SOURCE_ID, SECTION_VALIDITY.VALIDITY_ID);
  }

  private SectionRow row(Record row) {
    boolean implied = row.get(SECTION_VALIDITY.IMPLIED);
    return new SectionRow(
        new BeliefRow(
            row.get(SECTION_VALIDITY.VALIDITY_ID).value(),
            row.get(SECTION_VALIDITY.DOCUMENT_ID),
            row.get(DOCUMENT.KEY),
            row.get(SECTION_VALIDITY.SOURCE_ID),
            row.get(SOURCE.NAME),
            row.get(SECTION_VALIDITY.SCOPE),
            row.get(SECTION_VALIDITY.STATE),
            row.get(SECTION_VALIDITY.VALID_DURING),
            BeliefRows.heldAt(
                known, row.get(SECTION_VALIDITY.SYSTEM_FROM), row.get(SECTION_VALIDITY.SYSTEM_TO)),
            row.get(SECTION_VALIDITY.VERSION_ID),
            row.get(SECTION_VALIDITY.NOTHING),
            BeliefRows.text(row, technical),
            new BeliefRow.Stated(
                row.get(STATEMENT.STATEMENT_ID).value(),
                row.get(STATEMENT.OPERATION),
                null,
                row.get(STATEMENT.VALID_TO),
                row.get(STATEMENT.LOOKED),
                // What was written for a version is not about the dates of its sections.
                implied ? null : BeliefRows.written(row.get(STATEMENT.WRITTEN))),
            null,
            null,
            null,
            rights.get().of(row.get(SECTION_VALIDITY.SOURCE_ID))),
        row.get(SECTION_VALIDITY.SECTION_ID),
        row.get(SECTION.KEY),
        implied);
  }
}
