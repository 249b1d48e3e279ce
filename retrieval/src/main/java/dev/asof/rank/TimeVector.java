package dev.asof.rank;

import java.time.Instant;

/// A time as a unit vector, to be appended to the vector of a text: sine and cosine at fixed
/// periods, the periodic part of Time2Vec (Kazemi et al. 2019) with periods that double instead of
/// being learnt. The cosine of two such vectors is the mean of `cos(2π Δ / period)`: 1 at no
/// distance, falling for as long as the distance is below half the shortest period (8 years);
/// beyond that it may rise again, which is a weakness of the technique.
final class TimeVector {
  /// In mean Gregorian years.
  private static final double[] PERIODS = {16, 32, 64, 128};

  private static final double SECONDS_OF_A_YEAR = 365.2425 * 86_400;

  private TimeVector() {}

  /// 8 dimensions, length 1.
  static float[] of(Instant time) {
    double years = (time.getEpochSecond() + time.getNano() / 1e9) / SECONDS_OF_A_YEAR;
    float[] vector = new float[2 * PERIODS.length];
    double scale = Math.sqrt(1.0 / PERIODS.length);
    for (int i = 0; i < PERIODS.length; i++) {
      double angle = 2 * Math.PI * years / PERIODS[i];
      vector[2 * i] = (float) (scale * Math.cos(angle));
      vector[2 * i + 1] = (float) (scale * Math.sin(angle));
    }
    return vector;
  }

  /// The text vector followed by the time vector, so scaled that the cosine of two results is
  /// [#combined] of their cosines.
  static float[] append(float[] text, float[] time, double weight) {
    float[] scaledText = Vectors.scaled(text, Math.sqrt(1 - weight));
    float[] scaledTime = Vectors.scaled(time, Math.sqrt(weight));
    float[] both = new float[text.length + time.length];
    System.arraycopy(scaledText, 0, both, 0, text.length);
    System.arraycopy(scaledTime, 0, both, text.length, time.length);
    return both;
  }

  /// `(1 - weight) × text + weight × time`, of cosines.
  static double combined(double text, double time, double weight) {
    return (1 - weight) * text + weight * time;
  }
}
