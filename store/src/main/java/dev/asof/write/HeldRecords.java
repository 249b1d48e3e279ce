package dev.asof.write;

import static dev.asof.schema.generated.Tables.OBSERVATION;

import dev.asof.id.TenantId;
import dev.asof.ledger.Hash;
import dev.asof.schema.Database;

/// Which records a tenant holds already, so that a way in need not read them again. An import skips
/// them in any case.
public final class HeldRecords {

  private final Database database;
  private final TenantId tenant;
  private final byte[] pepper;

  public HeldRecords(Database database, TenantId tenant) {
    this.database = database;
    this.tenant = tenant;
    this.pepper = database.read(tenant, sql -> Store.pepper(sql, tenant));
  }

  /// Whether a record of this document and source was imported with this label and content.
  ///
  /// @param content SHA-256 of the original, or, where the text is the original, of the text
  public boolean holds(Change.Place place, String label, Hash content) {
    byte[] key = RecordKeys.of(pepper, place, label, content).bytes();
    return database.read(
        tenant,
        sql ->
            sql.fetchExists(
                sql.selectOne()
                    .from(OBSERVATION)
                    .where(OBSERVATION.TENANT.eq(tenant), OBSERVATION.RECORD_KEY.eq(key))));
  }
}
