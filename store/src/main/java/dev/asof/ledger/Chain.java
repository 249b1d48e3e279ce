package dev.asof.ledger;

import dev.asof.schema.generated.tables.records.TransactionRecord;
import java.security.MessageDigest;

/// How entries are sealed: the payload hash over the row hashes in order, and the entry hash over
/// the entry and the hash before.
public final class Chain {
  /// The hash before the first entry.
  public static byte[] genesis() {
    return new byte[32];
  }

  private Chain() {}

  /// Collects row hashes, in the order of [Ledgered#TABLES]: first all rows opened, by table and
  /// id, then all rows closed, by table and id.
  public static final class Payload {
    private final MessageDigest digest = Sha256.digest();
    private int count;

    public void add(byte[] rowHash) {
      digest.update(rowHash);
      count++;
    }

    public int count() {
      return count;
    }

    /// The payload hash; the payload can not be added to afterwards.
    public byte[] hash() {
      return digest.digest();
    }
  }

  /// Fills in the digest of the words of `entry` under its salt.
  public static void digest(TransactionRecord entry) {
    entry.setDigest(digestOf(entry));
  }

  /// The digest of the words of `entry` under its salt, which erasure removes.
  public static byte[] digestOf(TransactionRecord entry) {
    return Sha256.of(
        new Encoder()
            .value(entry.getSalt())
            .value(entry.getActor())
            .value(entry.getReason())
            .value(entry.getIdempotencyKey())
            .toBytes());
  }

  /// The hash of `entry`, whose payload hash, previous hash and digest are set.
  public static byte[] hashOf(TransactionRecord entry) {
    MessageDigest digest = Sha256.digest();
    digest.update(
        new Encoder()
            .value("asof ledger")
            .value(Encoder.VERSION)
            .value(entry.getSequence())
            .toBytes());
    digest.update(ownBytes(entry));
    return digest.digest(new Encoder().value(entry.getPreviousHash()).toBytes());
  }

  /// The part of the bytes of `entry` that does not follow from its place in the chain: from its
  /// system time to its payload hash. With it, the sequence and the hash before, its hash can be
  /// made again.
  public static byte[] ownBytes(TransactionRecord entry) {
    return new Encoder()
        .value(entry.getSystemTime())
        .value(entry.getCarried())
        .value(entry.getKind())
        .value(entry.getDigest())
        .value(entry.getRequestHash())
        .value(entry.getRowCount())
        .value(entry.getPayloadHash())
        .toBytes();
  }
}
