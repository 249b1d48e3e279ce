package dev.asof.ledger;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// SHA-256, which every Java platform has.
public final class Sha256 {
  private Sha256() {}

  public static byte[] of(byte[] bytes) {
    return digest().digest(bytes);
  }

  /// For bytes that come piece by piece.
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("a Java platform without SHA-256", e);
    }
  }
}
