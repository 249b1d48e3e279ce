package dev.asof.write;

import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// The fingerprint by which an imported record is known again: keyed by a secret of the tenant, so
/// that it gives nothing away about a text that was erased.
final class RecordKeys {
  private static final String PAYLOAD = "payload_digest";
  private static final JsonMapper JSON = JsonMapper.builder().build();

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

  /// What a text, and the bytes that it was taken from, are known by again after they were erased.
  ///
  /// @param content of the text
  /// @param bytes of the original as a text, because what is a text in one way in is an original in
  ///   another, such as a page in HTML; the same as `content` where the text is the original
  /// @param original of the original; of the digest that provenance names, where none is kept; of
  ///   the text where that is the original
  record Erasable(Hash content, Hash bytes, Hash original) {}

  /// @param original SHA-256 of the original; null: none is kept
  /// @param payload the digest that provenance names of bytes that are not kept; null: none
  static Erasable erasable(
      byte[] pepper,
      String document,
      Hash text,
      @Nullable Hash original,
      @Nullable String payload) {
    Hash bytes = original == null ? text : original;
    return new Erasable(
        content(pepper, document, text),
        content(pepper, document, bytes),
        original(pepper, document, original == null && payload != null ? named(payload) : bytes));
  }

  /// A digest in words, such as `sha1:6e61...`, as that of an original.
  static Hash named(String payload) {
    return Hash.wrap(Sha256.of(payload.getBytes(StandardCharsets.UTF_8)));
  }

  /// The `payload_digest` in the provenance of a version; null: it names none.
  static @Nullable String payloadIn(@Nullable String provenance) {
    if (provenance == null || !provenance.contains(PAYLOAD)) {
      return null;
    }
    String named = JSON.readTree(provenance).path("provenance").path(PAYLOAD).asString("");
    return named.isEmpty() ? null : named;
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
