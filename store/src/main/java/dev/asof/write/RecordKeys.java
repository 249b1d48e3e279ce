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

  static Hash of(byte[] pepper, Change.Place place, String label, Hash contentHash) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(pepper, "HmacSHA256"));
      for (String part : List.of(place.source(), place.document(), place.scope(), label)) {
        mac.update(part.getBytes(StandardCharsets.UTF_8));
        mac.update((byte) 0);
      }
      return Hash.wrap(mac.doFinal(contentHash.bytes()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a Java platform without HmacSHA256", e);
    }
  }
}
