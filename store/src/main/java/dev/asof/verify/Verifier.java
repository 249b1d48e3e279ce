package dev.asof.verify;

import static dev.asof.schema.generated.Tables.DOCUMENT;

import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.schema.generated.tables.records.TransactionRecord;
import java.util.HexFormat;
import java.util.Optional;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/// Verifies a tenant: the hash chain against every table, both ways; that what was erased is gone
/// and nothing else is; every content hash; every fold. Reads one snapshot, with nothing hidden: its
/// counts and words are for callers that see everything.
///
/// Someone who can rewrite the whole chain, or cut its tail, is found only by a head hash that was
/// kept elsewhere.
public final class Verifier {
  private final Database database;

  public Verifier(Database database) {
    this.database = database;
  }

  public Verification verify(TenantId tenant) {
    return database.readEverything(tenant, "verifying", sql -> verify(sql, tenant));
  }

  /// As [#verify(TenantId)], in a transaction that is open.
  public static Verification verify(DSLContext sql, TenantId tenant) {
    ChainCheck chain = new ChainCheck(sql, tenant);
    ContentCheck content = new ContentCheck(sql, tenant);
    FoldCheck folds = new FoldCheck(sql, tenant);
    Verification.Finding finding = chain.run();
    if (finding == null) {
      finding = new ErasureCheck(sql, tenant).run();
    }
    if (finding == null) {
      finding = content.run();
    }
    if (finding == null) {
      finding =
          folds.run(
              sql.select(DOCUMENT.DOCUMENT_ID)
                  .from(DOCUMENT)
                  .where(DOCUMENT.TENANT.eq(tenant))
                  .orderBy(DOCUMENT.DOCUMENT_ID)
                  .fetch(DOCUMENT.DOCUMENT_ID));
    }
    return report(chain, content, folds, finding);
  }

  private static Verification report(
      ChainCheck chain,
      ContentCheck content,
      FoldCheck folds,
      Verification.@Nullable Finding finding) {
    TransactionRecord last = chain.last();
    return new Verification(
        last == null ? 0 : last.getSequence(),
        chain.rows(),
        content.texts(),
        content.versions(),
        folds.beliefs(),
        last == null ? null : HexFormat.of().formatHex(last.getHash()),
        last == null ? null : last.getSystemTime(),
        Optional.ofNullable(finding));
  }
}
