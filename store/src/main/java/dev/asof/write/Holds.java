package dev.asof.write;

import static dev.asof.schema.generated.Tables.HOLD;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.DocumentId;
import dev.asof.id.TenantId;
import dev.asof.ledger.Ledgered;
import dev.asof.schema.generated.tables.records.HoldRecord;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/// Legal holds: which matters keep a document from being erased. A hold that is there already
/// writes nothing.
final class Holds {

  private static final int LONGEST_MATTER = 1024;

  private final DSLContext sql;
  private final TenantId tenant;
  private final Buffer buffer;
  private final Catalog catalog;

  Holds(DSLContext sql, TenantId tenant, Buffer buffer, Catalog catalog) {
    this.sql = sql;
    this.tenant = tenant;
    this.buffer = buffer;
    this.catalog = catalog;
  }

  void apply(Change.Hold hold) {
    DocumentId document = documentOf(hold.document());
    if (hold.matter().isBlank() || hold.matter().length() > LONGEST_MATTER) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "a hold names its matter in 1 to " + LONGEST_MATTER + " characters; give --matter");
    }
    if (isOpening(document, hold.matter()) || live(document, hold.matter()) != null) {
      return;
    }
    HoldRecord row = new HoldRecord();
    row.setHoldId(buffer.nextId());
    row.setDocumentId(document);
    row.setMatter(hold.matter());
    buffer.open(row);
  }

  void apply(Change.Release release) {
    HoldRecord row = live(documentOf(release.document()), release.matter());
    if (row == null) {
      throw new CallerFault(
          Code.NOTHING_MATCHES,
          "the document "
              + release.document()
              + " is not on hold for the matter "
              + release.matter()
              + "; asof holds lists those that are");
    }
    buffer.close(Ledgered.of(HOLD), row.getHoldId());
  }

  private boolean isOpening(DocumentId document, String matter) {
    return buffer.openedSoFar(Ledgered.of(HOLD)).stream()
        .map(HoldRecord.class::cast)
        .anyMatch(row -> row.getDocumentId().equals(document) && row.getMatter().equals(matter));
  }

  private @Nullable HoldRecord live(DocumentId document, String matter) {
    return sql.selectFrom(HOLD)
        .where(
            HOLD.TENANT.eq(tenant),
            HOLD.DOCUMENT_ID.eq(document),
            HOLD.MATTER.eq(matter),
            HOLD.SYSTEM_TO.isNull())
        .fetchOne();
  }

  private DocumentId documentOf(String key) {
    return catalog
        .document(key)
        .orElseThrow(() ->
            new CallerFault(
                Code.UNKNOWN_DOCUMENT,
                "there is no document " + key + "; asof documents lists the keys"));
  }
}
