package dev.asof.embed;

import java.util.Locale;

/// How the vectors of the tokens of a text become one, where a model does not do that itself.
public enum Pooling {
  /// Their mean.
  MEAN,
  /// That of the first token.
  CLS;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  float[] of(float[][] tokens) {
    if (this == CLS) {
      return tokens[0].clone();
    }
    double[] sum = new double[tokens[0].length];
    for (float[] token : tokens) {
      for (int i = 0; i < sum.length; i++) {
        sum[i] += token[i];
      }
    }
    float[] mean = new float[sum.length];
    for (int i = 0; i < sum.length; i++) {
      mean[i] = (float) (sum[i] / tokens.length);
    }
    return mean;
  }
}
