package dev.asof.write;

import dev.asof.ledger.Hash;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The fingerprint by which an imported record is known again: keyed by a secret of the tenant, so
/// that it gives nothing away about a text that was erased.
final class RecordKeys {
  private RecordKeys() {}

  /// The key by which a text of a document is known again after it was erased.
  static Hash content(byte[] pepper, String document, Hash sha256) {
    return keyed(pepper, List.of("content", document), sha256);
  }

  /// The key by which the original of a version is known again after it was erased, whatever text
  /// is taken from it then.
  static Hash original(byte[] pepper, String document, Hash sha256) {
    return keyed(pepper, List.of("original", document), sha256);
  }

  /// `hash`, keyed: a short text cannot be guessed from it without the secret.
  static Hash keyed(byte[] pepper, Hash hash) {
    return keyed(pepper, List.of("request"), hash);
  }

  static Hash of(byte[] pepper, Change.Place place, String label, Hash contentHash) {
    return keyed(
        pepper, List.of(place.source(), place.document(), place.scope(), label), contentHash);
  }

  private static Hash keyed(byte[] pepper, List<String> parts, Hash hash) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(pepper, "HmacSHA256"));
      for (String part : parts) {
        mac.update(part.getBytes(StandardCharsets.UTF_8));
        mac.update((byte) 0);
      }
      return Hash.wrap(mac.doFinal(hash.bytes()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a Java platform without HmacSHA256", e);
    }
  }
}
