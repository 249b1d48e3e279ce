package dev.asof.write;

import static dev.asof.schema.generated.Tables.ERASURE;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.TenantId;
import dev.asof.ledger.Hash;
import dev.asof.schema.generated.tables.records.ErasureRecord;
import java.util.Map;
import java.util.Optional;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/// Which texts were legally erased, so that none comes back.
final class Erasures {

  private final DSLContext sql;
  private final TenantId tenant;
  private final byte[] pepper;
  private @Nullable Boolean any;

  Erasures(DSLContext sql, TenantId tenant, byte[] pepper) {
    this.sql = sql;
    this.tenant = tenant;
    this.pepper = pepper.clone();
  }

  /// The first erasure of a text of the document that is named `key`.
  Optional<ErasureRecord> of(String key, Hash sha256) {
    Boolean known = any;
    if (known == null) {
      known = sql.fetchExists(sql.selectOne().from(ERASURE).where(ERASURE.TENANT.eq(tenant)));
      any = known;
    }
    return known
        ? sql.selectFrom(ERASURE)
            .where(
                ERASURE.TENANT.eq(tenant),
                ERASURE.CONTENT_KEY.eq(RecordKeys.content(pepper, key, sha256).bytes()))
            .orderBy(ERASURE.ERASURE_ID)
            .limit(1)
            .fetchOptional()
        : Optional.empty();
  }

  /// Throws a [CallerFault] with [Code#ERASED] where the text was erased from the document.
  void refuse(String key, Hash sha256) {
    of(key, sha256)
        .ifPresent(erasure -> {
          throw new CallerFault(
              Code.ERASED,
              "this text of "
                  + key
                  + " was erased at "
                  + erasure.getSystemFrom()
                  + " under "
                  + erasure.getLegalOrder()
                  + "; it cannot be stored again",
              Map.of(
                  "order",
                  erasure.getLegalOrder(),
                  "erased",
                  String.valueOf(erasure.getSystemFrom())));
        });
  }
}
