package dev.asof.ledger;

import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// Thirty-two bytes of SHA-256, compared by value.
public final class Hash {
  private static final int LENGTH = 32;

  private final byte[] bytes;

  private Hash(byte[] bytes) {
    this.bytes = bytes;
  }

  /// Wraps a hash that was made or stored before.
  public static Hash wrap(byte[] sha256) {
    if (sha256.length != LENGTH) {
      throw new IllegalArgumentException(
          "a SHA-256 has " + LENGTH + " bytes, not " + sha256.length);
    }
    return new Hash(sha256.clone());
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  /// Lower-case hexadecimal digits.
  public String hex() {
    return HexFormat.of().formatHex(bytes);
  }

  @Override
  public boolean equals(@Nullable Object o) {
    return o instanceof Hash other && Arrays.equals(bytes, other.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return hex();
  }
}
