package dev.asof.rank;

/// Arithmetic on embeddings.
final class Vectors {
  private Vectors() {}

  /// -1 to 1; 0 where either has no length. Throws where the dimensions differ: such vectors come
  /// from different models.
  static double cosine(float[] one, float[] other) {
    if (one.length != other.length) {
      throw new IllegalArgumentException(
          "vectors of " + one.length + " and " + other.length + " dimensions do not compare");
    }
    double dot = 0;
    for (int i = 0; i < one.length; i++) {
      dot += (double) one[i] * other[i];
    }
    double lengths = length(one) * length(other);
    return lengths == 0 ? 0 : Math.clamp(dot / lengths, -1, 1);
  }

  static double length(float[] vector) {
    double sum = 0;
    for (float value : vector) {
      sum += (double) value * value;
    }
    return Math.sqrt(sum);
  }

  /// `vector` at the length `length`; itself where it has none.
  static float[] scaled(float[] vector, double length) {
    double old = length(vector);
    float[] scaled = new float[vector.length];
    for (int i = 0; i < vector.length; i++) {
      scaled[i] = old == 0 ? vector[i] : (float) (vector[i] / old * length);
    }
    return scaled;
  }
}
