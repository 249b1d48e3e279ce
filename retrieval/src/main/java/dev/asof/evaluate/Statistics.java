package dev.asof.evaluate;

import java.util.Arrays;
import java.util.SplittableRandom;

/// Figures of samples. Everything random follows from a seed.
public final class Statistics {
  /// Resamples of a bootstrap.
  static final int RESAMPLES = 1_000;

  /// Random assignments of a test.
  static final int ASSIGNMENTS = 10_000;

  private static final double LOW = 0.025;
  private static final double HIGH = 0.975;
  private static final double ROUNDING = 1e-12;

  /// @param mean of the sample, or the quantile that was asked for
  /// @param low lower end of the 95 % interval
  /// @param high upper end of the 95 % interval
  /// @param n size of the sample
  public record Estimate(double mean, double low, double high, int n) {}

  /// @param difference mean of ours minus theirs
  /// @param p two-sided
  public record Comparison(double difference, double p, int n) {}

  private Statistics() {}

  /// The mean with its percentile bootstrap interval (Efron 1979). `values` is not empty.
  public static Estimate estimate(double[] values, long seed) {
    double[] means = new double[RESAMPLES];
    SplittableRandom random = new SplittableRandom(seed);
    for (int resample = 0; resample < RESAMPLES; resample++) {
      double sum = 0;
      for (int i = 0; i < values.length; i++) {
        sum += values[random.nextInt(values.length)];
      }
      means[resample] = sum / values.length;
    }
    return estimate(mean(values), means, values.length);
  }

  /// A nearest-rank quantile with its interval, made as that of the mean; 0 of nothing.
  public static Estimate quantile(double[] values, double share, long seed) {
    int n = values.length;
    if (n == 0) {
      return new Estimate(0, 0, 0, 0);
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double[] quantiles = new double[RESAMPLES];
    SplittableRandom random = new SplittableRandom(seed);
    int[] drawn = new int[n];
    for (int resample = 0; resample < RESAMPLES; resample++) {
      Arrays.fill(drawn, 0);
      for (int i = 0; i < n; i++) {
        drawn[random.nextInt(n)]++;
      }
      int at = 0;
      for (int left = (int) Math.ceil(share * n) - drawn[0]; left > 0; left -= drawn[at]) {
        at++;
      }
      quantiles[resample] = sorted[at];
    }
    return estimate(quantile(sorted, share), quantiles, n);
  }

  private static Estimate estimate(double value, double[] resampled, int n) {
    Arrays.sort(resampled);
    return new Estimate(value, quantile(resampled, LOW), quantile(resampled, HIGH), n);
  }

  /// Paired randomisation test (Fisher; Smucker, Allan and Carterette 2007): how often the mean
  /// difference is at least as large where the sign of each difference is thrown. Never 0.
  public static Comparison compare(double[] ours, double[] theirs, long seed) {
    if (ours.length != theirs.length) {
      throw new IllegalArgumentException(
          "pairs of " + ours.length + " and " + theirs.length + " values");
    }
    int n = ours.length;
    if (Arrays.equals(ours, theirs)) {
      return new Comparison(0, 1, n);
    }
    double[] differences = new double[n];
    double sum = 0;
    int different = 0;
    for (int i = 0; i < n; i++) {
      double difference = ours[i] - theirs[i];
      sum += difference;
      if (difference != 0) {
        differences[different++] = difference;
      }
    }
    SplittableRandom random = new SplittableRandom(seed);
    int asLarge = 0;
    for (int assignment = 0; assignment < ASSIGNMENTS; assignment++) {
      double thrown = 0;
      long bits = 0;
      for (int i = 0; i < different; i++) {
        if (i % Long.SIZE == 0) {
          bits = random.nextLong();
        }
        thrown += (bits & 1) == 0 ? differences[i] : -differences[i];
        bits >>>= 1;
      }
      if (Math.abs(thrown) >= Math.abs(sum) - ROUNDING) {
        asLarge++;
      }
    }
    return new Comparison(n == 0 ? 0 : sum / n, (asLarge + 1.0) / (ASSIGNMENTS + 1), n);
  }

  /// The nearest-rank quantile of sorted values.
  public static double quantile(double[] sorted, double share) {
    int rank = (int) Math.ceil(share * sorted.length);
    return sorted[Math.clamp(rank - 1, 0, sorted.length - 1)];
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(0);
  }
}
