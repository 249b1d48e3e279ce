package dev.asof.history;

import static dev.asof.schema.generated.Tables.DOCUMENT;
import static dev.asof.schema.generated.Tables.ERASURE;
import static dev.asof.schema.generated.Tables.SECTION;
import static dev.asof.schema.generated.Tables.SECTION_VALIDITY;
import static dev.asof.schema.generated.Tables.SOURCE;
import static dev.asof.schema.generated.Tables.STATEMENT;
import static dev.asof.schema.generated.Tables.VERSION;

import dev.asof.id.DocumentId;
import dev.asof.id.TenantId;
import dev.asof.schema.Ranges;
import dev.asof.time.TimeRange;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jspecify.annotations.Nullable;

/// Statements on `section_validity`. Each yields rows as known at T, in order of document, source
/// and id.
final class SectionRows {

  private final DSLContext sql;
  private final TenantId tenant;
  private final Instant known;
  private final Field<Boolean> technical;

  SectionRows(Snapshot snapshot) {
    this.sql = snapshot.sql();
    this.tenant = snapshot.tenant();
    this.known = snapshot.known();
    this.technical = BeliefRows.technical(known);
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

  /// Every override of a document that was ever held up to T.
  List<SectionRow> ever(DocumentId document, BeliefRows.Asked asked) {
    return fetch(
        SECTION_VALIDITY.DOCUMENT_ID.eq(document).and(SECTION_VALIDITY.SYSTEM_FROM.le(known)),
        asked);
  }

  private List<SectionRow> fetch(Condition condition, BeliefRows.Asked asked) {
    Condition restricted = condition;
    if (asked.source() != null) {
      restricted = restricted.and(SECTION_VALIDITY.SOURCE_ID.eq(asked.source()));
    }
    if (asked.scope() != null) {
      restricted = restricted.and(SECTION_VALIDITY.SCOPE.eq(asked.scope()));
    }
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
        .and(restricted)
        .orderBy(
            SECTION_VALIDITY.DOCUMENT_ID, SECTION_VALIDITY.SOURCE_ID, SECTION_VALIDITY.VALIDITY_ID)
        .fetch(this::row);
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
            null),
        row.get(SECTION_VALIDITY.SECTION_ID),
        row.get(SECTION.KEY),
        implied);
  }
}
