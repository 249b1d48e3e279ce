package dev.asof.embed;

import org.jspecify.annotations.Nullable;

/// Vectors of length 1.
final class Unit {
  private Unit() {}

  /// `vector` at length 1; null where it has no length, or a component is no number.
  static float @Nullable [] of(float[] vector) {
    double sum = 0;
    for (float value : vector) {
      sum += (double) value * value;
    }
    double length = Math.sqrt(sum);
    if (!(length > 0) || !Double.isFinite(length)) {
      return null;
    }
    float[] unit = new float[vector.length];
    for (int i = 0; i < vector.length; i++) {
      unit[i] = (float) (vector[i] / length);
    }
    return unit;
  }
}
