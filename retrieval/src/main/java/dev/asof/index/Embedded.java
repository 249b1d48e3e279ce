package dev.asof.index;

import dev.asof.id.TenantId;
import java.util.Map;
import java.util.Optional;

/// How far the index has followed the vectors of one model, as its commits carry it.
///
/// @param model id of the model
/// @param dimension components of its vectors; 0: none was stored yet
/// @param stored number of the last vector applied; 0: none
/// @param storedAt when that one was stored, microseconds since 1970-01-01T00:00Z; tells whether it
///   is the same one still, or one of a restored database
record Embedded(String model, int dimension, long stored, long storedAt) {

  static Embedded none(String model) {
    return new Embedded(model, 0, 0, 0);
  }

  static String key(TenantId tenant) {
    return "vectors " + tenant.value();
  }

  Optional<VectorField> field() {
    return dimension == 0 ? Optional.empty() : Optional.of(new VectorField(model, dimension));
  }

  String word() {
    return dimension + " " + stored + " " + storedAt + " " + model;
  }

  static Optional<Embedded> of(Map<String, String> commit, TenantId tenant) {
    String word = commit.get(key(tenant));
    if (word == null) {
      return Optional.empty();
    }
    String[] parts = word.split(" ", 4);
    return Optional.of(
        new Embedded(
            parts[3],
            Integer.parseInt(parts[0]),
            Long.parseLong(parts[1]),
            Long.parseLong(parts[2])));
  }
}
