package dev.asof.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StatisticsTest {

  @Test
  void theSameSeedGivesTheSameInterval() {
    double[] values = {0, 1, 1, 0, 0.5, 0.2, 1, 0, 0, 1};

    assertThat(Statistics.estimate(values, 7)).isEqualTo(Statistics.estimate(values, 7));
    assertThat(Statistics.estimate(values, 7)).isNotEqualTo(Statistics.estimate(values, 8));
  }

  @Test
  void theIntervalOfEqualValuesIsThatValue() {
    assertThat(Statistics.estimate(new double[] {0.25, 0.25, 0.25}, 1))
        .isEqualTo(new Statistics.Estimate(0.25, 0.25, 0.25, 3));
  }

  /// The standard error of 100 throws of a fair coin is 0.05.
  @Test
  void theIntervalOfCoinsIsTwoStandardErrorsWide() {
    double[] coins = new double[100];
    Arrays.fill(coins, 0, 50, 1);
    Statistics.Estimate estimate = Statistics.estimate(coins, 1);

    assertThat(estimate.mean()).isEqualTo(0.5);
    assertThat(estimate.low()).isEqualTo(0.402, within(0.02));
    assertThat(estimate.high()).isEqualTo(0.598, within(0.02));
  }

  /// Of the 2^10 assignments of signs to ten equal differences only two are as large: 2/1024.
  @Test
  void tenEqualDifferencesAreSignificant() {
    double[] ones = new double[10];
    Arrays.fill(ones, 1);
    Statistics.Comparison compared = Statistics.compare(ones, new double[10], 1);

    assertThat(compared.difference()).isEqualTo(1);
    assertThat(compared.p()).isEqualTo(2.0 / 1024, within(0.0015));
  }

  /// Of the four assignments two are as large.
  @Test
  void twoEqualDifferencesAreNot() {
    assertThat(Statistics.compare(new double[] {1, 1}, new double[] {0, 0}, 1).p())
        .isEqualTo(0.5, within(0.02));
  }

  @Test
  void equalSystemsDoNotDiffer() {
    double[] values = {0.1, 0.2, 0.3};

    assertThat(Statistics.compare(values, values, 1)).isEqualTo(new Statistics.Comparison(0, 1, 3));
  }

  @Test
  void aQuantileIsOneOfTheValues() {
    double[] sorted = {1, 2, 3, 4};

    assertThat(Statistics.quantile(sorted, 0.5)).isEqualTo(2);
    assertThat(Statistics.quantile(sorted, 0.95)).isEqualTo(4);
    assertThat(Statistics.quantile(sorted, 0)).isEqualTo(1);
  }

  @Test
  void aQuantileLiesInsideItsInterval() {
    double[] values = IntStream.rangeClosed(1, 1_000).mapToDouble(i -> 1_001 - i).toArray();

    Statistics.Estimate median = Statistics.quantile(values, 0.5, 1);

    assertThat(median.mean()).isEqualTo(500);
    // The ranks of a binomial distribution: 500 +- 1.96 * sqrt(1000 / 4).
    assertThat(median.low()).isEqualTo(469, within(6.0));
    assertThat(median.high()).isEqualTo(531, within(6.0));
    assertThat(Statistics.quantile(values, 0.95, 1).mean()).isEqualTo(950);
    assertThat(Statistics.quantile(values, 0.5, 1)).isEqualTo(median);
    assertThat(Statistics.quantile(new double[] {7}, 0.95, 1))
        .isEqualTo(new Statistics.Estimate(7, 7, 7, 1));
  }
}
