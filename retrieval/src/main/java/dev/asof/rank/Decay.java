package dev.asof.rank;

import java.time.Duration;

/// How much is left of 1 after a time.
///
/// Exponential: `0.5 ^ (age / halfLife)` (Li and Croft 2003, time-based language models). Gaussian:
/// `0.5 ^ ((age / halfLife)²)`, that is `exp(-age² / 2σ²)` with `σ² = halfLife² / 2 ln 2`
/// (Elasticsearch's `gauss` with `scale` = half-life and `decay` = 0.5), flat near zero and steep
/// after the half-life. Both squeezed into [floor, 1], so that time can never wipe out relevance.
///
/// @param halfLife the age at which half of what is above the floor is left; positive
/// @param floor 0 to 1
record Decay(Shape shape, Duration halfLife, double floor) {
  enum Shape {
    EXPONENTIAL,
    GAUSSIAN
  }

  Decay {
    if (halfLife.isZero() || halfLife.isNegative()) {
      throw new IllegalArgumentException("a half-life is longer than zero, not " + halfLife);
    }
    if (!(floor >= 0 && floor <= 1)) {
      throw new IllegalArgumentException("a floor lies between 0 and 1, not at " + floor);
    }
  }

  /// Between the floor and 1; an age below zero counts as zero.
  double at(Duration age) {
    double halfLives = Math.max(0, seconds(age) / seconds(halfLife));
    double left =
        switch (shape) {
          case EXPONENTIAL -> Math.pow(0.5, halfLives);
          case GAUSSIAN -> Math.pow(0.5, halfLives * halfLives);
        };
    return floor + (1 - floor) * left;
  }

  private static double seconds(Duration duration) {
    return duration.getSeconds() + duration.getNano() / 1e9;
  }
}
