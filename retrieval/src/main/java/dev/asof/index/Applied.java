package dev.asof.index;

import dev.asof.id.TenantId;
import dev.asof.ledger.Hash;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/// How far the index has followed a tenant's ledger, as its commits carry it.
///
/// @param sequence the last transaction applied; 0 before the first
/// @param hash the hash of that ledger entry, or 32 zero bytes
/// @param store which tenant of which store: a hash of the tenant's pepper. A dump carries the
///   pepper along; whether the restored ledger still is the one that was applied is for `hash` to
///   say
record Applied(long sequence, Hash hash, Hash store) {

  /// Grows when the fields or the analysis change; an index of another format is made again.
  static final String FORMAT = "3";

  static final String FORMAT_KEY = "format";

  static Hash beforeTheFirst() {
    return Hash.wrap(new byte[32]);
  }

  static String key(TenantId tenant) {
    return "tenant " + tenant.value();
  }

  String word() {
    return sequence + " " + hash.hex() + " " + store.hex();
  }

  static Optional<Applied> of(Map<String, String> commit, TenantId tenant) {
    String word = commit.get(key(tenant));
    if (word == null) {
      return Optional.empty();
    }
    String[] parts = word.split(" ", -1);
    return Optional.of(new Applied(Long.parseLong(parts[0]), hash(parts[1]), hash(parts[2])));
  }

  private static Hash hash(String hex) {
    return Hash.wrap(HexFormat.of().parseHex(hex));
  }
}
