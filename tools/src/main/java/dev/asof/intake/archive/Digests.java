package dev.asof.intake.archive;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import org.netpreserve.jwarc.WarcDigest;

/// Digests of payloads in one form, `sha1:` and hexadecimal digits: archives write them in base 32
/// or 16, lists of captures leave the algorithm out.
final class Digests {
  private static final int BASE32_OF_SHA1 = 32;

  private Digests() {}

  static Optional<String> of(String written) {
    String digest = written.strip();
    int colon = digest.indexOf(':');
    if (colon < 0 && digest.length() != BASE32_OF_SHA1) {
      return Optional.empty();
    }
    String algorithm =
        colon < 0 ? "sha1" : digest.substring(0, colon).toLowerCase(Locale.ROOT).replace("-", "");
    String value = digest.substring(colon + 1);
    try {
      return Optional.of(algorithm + ":" + new WarcDigest(algorithm, value).hex());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  static String of(WarcDigest digest) {
    return digest.algorithm().toLowerCase(Locale.ROOT).replace("-", "") + ":" + digest.hex();
  }

  static String sha1(byte[] bytes) {
    try {
      return "sha1:" + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("a Java platform without SHA-1", e);
    }
  }
}
