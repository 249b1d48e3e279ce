package dev.asof.ingest;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;

/// The bytes that a text was taken from: a PDF, a web page, an office document.
///
/// @param mediaType what they are by their content, such as `application/pdf`
/// @param sha256 of the bytes
/// @param length number of bytes, from 1 to [#MOST_BYTES]
/// @param bytes opens them, each time the same
public record Original(String mediaType, Hash sha256, long length, Bytes bytes) {

  /// The largest original that is kept, in bytes.
  public static final long MOST_BYTES = 256L * 1024 * 1024;

  private static final int BUFFER = 1 << 16;

  /// Opens a stream from the first byte.
  @FunctionalInterface
  public interface Bytes {
    InputStream open() throws IOException;
  }

  /// Reads the bytes once, to hash and count them.
  ///
  /// Throws a [CallerFault] where there are none, or more than [#MOST_BYTES].
  public static Original of(String mediaType, Bytes bytes) throws IOException {
    MessageDigest digest = Sha256.digest();
    long length = 0;
    try (InputStream in = bytes.open()) {
      byte[] buffer = new byte[BUFFER];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        digest.update(buffer, 0, read);
        length += read;
        if (length > MOST_BYTES) {
          throw tooLarge();
        }
      }
    }
    if (length == 0) {
      throw new CallerFault(Code.BAD_RECORD, "it is empty; there is nothing to keep");
    }
    return new Original(mediaType, Hash.wrap(digest.digest()), length, bytes);
  }

  /// What is said of more bytes than are kept.
  public static CallerFault tooLarge() {
    return new CallerFault(
        Code.TOO_LARGE,
        "it has more than the " + MOST_BYTES + " bytes that are kept of an original; cut it up");
  }

  /// Names it by its hash, so that a request is known again by what it holds.
  @Override
  public String toString() {
    return "original " + sha256;
  }
}
