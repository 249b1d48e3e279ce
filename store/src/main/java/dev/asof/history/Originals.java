package dev.asof.history;

import static dev.asof.schema.generated.Tables.ORIGINAL;
import static dev.asof.schema.generated.Tables.ORIGINAL_PIECE;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Fault;
import dev.asof.id.VersionId;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import dev.asof.schema.generated.tables.records.OriginalRecord;
import dev.asof.schema.generated.tables.records.VersionRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jooq.Cursor;
import org.jooq.Record1;

/// The bytes that texts were taken from. Statements on `original` and `original_piece`.
final class Originals {
  private static final int PIECES = 4;

  private final Snapshot snapshot;

  Originals(Snapshot snapshot) {
    this.snapshot = snapshot;
  }

  /// Those of the versions that have one which was not erased.
  Map<VersionId, HeldOriginal> of(Collection<VersionId> versions) {
    Map<VersionId, HeldOriginal> found = new HashMap<>();
    snapshot
        .sql()
        .selectFrom(ORIGINAL)
        .where(
            ORIGINAL.TENANT.eq(snapshot.tenant()),
            ORIGINAL.VERSION_ID.in(versions),
            ORIGINAL.SHA256.isNotNull(),
            ORIGINAL.SYSTEM_FROM.le(snapshot.known()))
        .forEach(row -> found.put(row.getVersionId(), held(row)));
    return found;
  }

  private static HeldOriginal held(OriginalRecord row) {
    return new HeldOriginal(
        row.getMediaType(), Hash.wrap(row.getSha256()).hex(), row.getByteLength());
  }

  /// Writes the bytes to `out`, which stays open, a few pieces in memory at a time.
  ///
  /// Throws a [CallerFault] where they may not be shown or none are kept, and a [Fault] where they
  /// are not what their hash says; they are written by then.
  HeldOriginal write(VersionId version, OutputStream out) {
    VersionRecord held = new Manifests(snapshot).version(version);
    new Versions(snapshot).requireShown(held);
    return copy(held, out);
  }

  /// As [#write], whatever the rights of its source: for who takes its text out again, and shows
  /// nothing of it.
  HeldOriginal copy(VersionRecord held, OutputStream out) {
    if (Manifests.isErased(held)) {
      throw new Manifests(snapshot).erased(held);
    }
    OriginalRecord row =
        snapshot
            .sql()
            .selectFrom(ORIGINAL)
            .where(
                ORIGINAL.TENANT.eq(snapshot.tenant()), ORIGINAL.VERSION_ID.eq(held.getVersionId()))
            .fetchOne();
    if (row == null) {
      throw new CallerFault(
          Code.NOTHING_MATCHES,
          "no original is kept of version "
              + held.getLabel()
              + ": what came is its text, and asof version --text --to FILE writes that");
    }
    MessageDigest digest = Sha256.digest();
    try (Cursor<Record1<byte[]>> pieces = piecesOf(row.getOriginalId())) {
      for (Record1<byte[]> piece : pieces) {
        digest.update(piece.value1());
        out.write(piece.value1());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (!Arrays.equals(digest.digest(), row.getSha256())) {
      throw new Fault(
          Code.FAULT,
          "the original of version "
              + held.getLabel()
              + " is not what its hash says; run asof verify");
    }
    return held(row);
  }

  private Cursor<Record1<byte[]>> piecesOf(long original) {
    return snapshot
        .sql()
        .select(ORIGINAL_PIECE.BYTES)
        .from(ORIGINAL_PIECE)
        .where(ORIGINAL_PIECE.TENANT.eq(snapshot.tenant()), ORIGINAL_PIECE.ORIGINAL_ID.eq(original))
        .orderBy(ORIGINAL_PIECE.PIECE)
        .fetchSize(PIECES)
        .fetchLazy();
  }
}
