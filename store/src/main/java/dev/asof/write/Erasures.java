package dev.asof.write;

import static dev.asof.schema.generated.Tables.ERASURE;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.TenantId;
import dev.asof.ingest.Original;
import dev.asof.schema.generated.tables.records.ErasureRecord;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/// Which texts and originals were legally erased, so that none comes back.
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

  /// The first erasure of this text, or of the original that it was taken from, of the document
  /// that is named `key`.
  Optional<ErasureRecord> of(String key, NewVersion version) {
    Boolean known = any;
    if (known == null) {
      known = sql.fetchExists(sql.selectOne().from(ERASURE).where(ERASURE.TENANT.eq(tenant)));
      any = known;
    }
    return known
        ? sql.selectFrom(ERASURE)
            .where(ERASURE.TENANT.eq(tenant))
            .and(isOf(keys(key, version)))
            .orderBy(ERASURE.ERASURE_ID)
            .limit(1)
            .fetchOptional()
        : Optional.empty();
  }

  private RecordKeys.Erasable keys(String key, NewVersion version) {
    Original original = version.text().original();
    return RecordKeys.erasable(
        pepper,
        key,
        version.text().sha256(),
        original == null ? null : original.sha256(),
        RecordKeys.payloadIn(version.provenance()));
  }

  private static Condition isOf(RecordKeys.Erasable keys) {
    return ERASURE
        .CONTENT_KEY
        .in(keys.content().bytes(), keys.bytes().bytes())
        .or(ERASURE.ORIGINAL_KEY.eq(keys.original().bytes()));
  }

  /// Throws a [CallerFault] with [Code#ERASED] where the text, or the original that it was taken
  /// from, was erased from the document.
  void refuse(String key, NewVersion version) {
    of(key, version)
        .ifPresent(erasure -> {
          byte[] ofText = keys(key, version).content().bytes();
          throw new CallerFault(
              Code.ERASED,
              (Arrays.equals(ofText, erasure.getContentKey())
                      ? "this text of "
                      : "the original of this text of ")
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
