package dev.asof.verify;

import static dev.asof.schema.generated.Tables.ORIGINAL;
import static dev.asof.schema.generated.Tables.ORIGINAL_PIECE;

import dev.asof.id.RowIds;
import dev.asof.id.TenantId;
import dev.asof.ledger.Sha256;
import dev.asof.schema.generated.tables.records.OriginalPieceRecord;
import dev.asof.schema.generated.tables.records.OriginalRecord;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.function.ObjLongConsumer;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// Hashes the bytes of every original again, a few pieces in memory at a time. The pieces are under
/// the chain only so: through the hash and the length that the ledger covers.
final class OriginalCheck {
  private static final int FETCH = 500;
  private static final int PIECES = 4;

  private final DSLContext sql;
  private final TenantId tenant;
  private final long firstSequence;

  OriginalCheck(DSLContext sql, TenantId tenant, long firstSequence) {
    this.sql = sql;
    this.tenant = tenant;
    this.firstSequence = firstSequence;
  }

  /// @param found told what is wrong, and with which row
  void run(ObjLongConsumer<String> found) {
    long from = RowIds.firstOf(firstSequence);
    try (Cursor<OriginalRecord> originals =
        sql.selectFrom(ORIGINAL)
            .where(ORIGINAL.TENANT.eq(tenant), ORIGINAL.ORIGINAL_ID.ge(from))
            .orderBy(ORIGINAL.ORIGINAL_ID)
            .fetchSize(FETCH)
            .fetchLazy()) {
      for (OriginalRecord row : originals) {
        String wrong = wrongWith(row);
        if (wrong != null) {
          found.accept("original " + row.getOriginalId() + " " + wrong, row.getOriginalId());
        }
      }
    }
    Long stray =
        sql.select(DSL.min(ORIGINAL_PIECE.ORIGINAL_ID))
            .from(ORIGINAL_PIECE)
            .where(
                ORIGINAL_PIECE.TENANT.eq(tenant),
                ORIGINAL_PIECE.ORIGINAL_ID.ge(from),
                DSL.notExists(
                    DSL.selectOne()
                        .from(ORIGINAL)
                        .where(
                            ORIGINAL.TENANT.eq(ORIGINAL_PIECE.TENANT),
                            ORIGINAL.ORIGINAL_ID.eq(ORIGINAL_PIECE.ORIGINAL_ID))))
            .fetchSingle()
            .value1();
    if (stray != null) {
      found.accept("bytes of original " + stray + " are there, and it is not", stray);
    }
  }

  private @Nullable String wrongWith(OriginalRecord row) {
    MessageDigest digest = Sha256.digest();
    long length = 0;
    int next = 0;
    try (Cursor<OriginalPieceRecord> pieces =
        sql.selectFrom(ORIGINAL_PIECE)
            .where(
                ORIGINAL_PIECE.TENANT.eq(tenant),
                ORIGINAL_PIECE.ORIGINAL_ID.eq(row.getOriginalId()))
            .orderBy(ORIGINAL_PIECE.PIECE)
            .fetchSize(PIECES)
            .fetchLazy()) {
      for (OriginalPieceRecord piece : pieces) {
        if (row.getSha256() == null) {
          return "was legally erased, and its bytes are there";
        }
        if (piece.getPiece() != next++) {
          return "lacks a piece of its bytes";
        }
        digest.update(piece.getBytes());
        length += piece.getBytes().length;
      }
    }
    if (row.getSha256() == null) {
      return null;
    }
    return length == row.getByteLength() && Arrays.equals(digest.digest(), row.getSha256())
        ? null
        : "is not what its hash says";
  }
}
