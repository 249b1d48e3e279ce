package dev.asof.write;

import static dev.asof.schema.generated.Tables.ORIGINAL_PIECE;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.TenantId;
import dev.asof.ingest.Original;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import org.jooq.DSLContext;

/// The bytes of originals on their way into the database: in pieces, one in memory at a time.
final class OriginalPieces {

  /// Bytes of a piece; the last may be shorter.
  static final int PIECE_BYTES = 256 * 1024;

  /// Takes one piece after the other.
  @FunctionalInterface
  interface Sink {
    void write(int number, byte[] bytes);
  }

  private OriginalPieces() {}

  /// Writes the bytes of the original with this id, whose row is there.
  static void write(DSLContext sql, TenantId tenant, long id, Original original) {
    stream(
        original,
        (number, bytes) ->
            sql.insertInto(ORIGINAL_PIECE)
                .columns(
                    ORIGINAL_PIECE.TENANT,
                    ORIGINAL_PIECE.ORIGINAL_ID,
                    ORIGINAL_PIECE.PIECE,
                    ORIGINAL_PIECE.BYTES)
                .values(tenant, id, number, bytes)
                .execute());
  }

  /// Hands on the bytes piece by piece.
  ///
  /// Throws a [CallerFault] where they cannot be read, or are not those that were hashed.
  static void stream(Original original, Sink sink) {
    MessageDigest digest = Sha256.digest();
    long length = 0;
    try (InputStream in = original.bytes().open()) {
      int number = 0;
      for (byte[] piece = in.readNBytes(PIECE_BYTES);
          piece.length > 0 && length <= original.length();
          piece = in.readNBytes(PIECE_BYTES)) {
        digest.update(piece);
        length += piece.length;
        sink.write(number++, piece);
      }
    } catch (IOException e) {
      throw new CallerFault(
          Code.BAD_INPUT, "its original cannot be read: " + e.getMessage() + "; try again", e);
    }
    if (!Hash.wrap(digest.digest()).equals(original.sha256())) {
      throw new CallerFault(
          Code.BAD_INPUT, "its original changed while it was read; import it again");
    }
  }
}
