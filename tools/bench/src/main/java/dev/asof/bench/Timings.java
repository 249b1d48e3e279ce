package dev.asof.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How long calls took, in nanoseconds, by workload, operation, system and round.
final class Timings {

  record Key(String workload, String operation) {}

  /// A line of the results.
  ///
  /// @param ratio what asof takes for one that this system takes: the median over the rounds of
  ///   medians divided by each other; null: this is asof, or it was not measured beside
  record Line(
      String workload,
      String operation,
      String system,
      int calls,
      long p50,
      long p95,
      long p99,
      @Nullable Ratio ratio) {}

  /// @param low of the round in which it was lowest
  record Ratio(double median, double low, double high) {}

  private final Map<Key, Map<String, List<long[]>>> rounds = new LinkedHashMap<>();
  private final Map<Key, Sent> sent = new LinkedHashMap<>();

  /// Adds the calls of one round.
  void add(String workload, String operation, String system, long[] nanos) {
    if (nanos.length > 0) {
      rounds
          .computeIfAbsent(new Key(workload, operation), none -> new LinkedHashMap<>())
          .computeIfAbsent(system, none -> new ArrayList<>())
          .add(nanos);
    }
  }

  /// What a call sends to the server: the most of those that were counted.
  ///
  /// @param statements with those that begin and end the transaction
  record Sent(String workload, String operation, int roundTrips, int statements) {}

  void count(String workload, String operation, CountingProxy.Counted counted) {
    sent.merge(
        new Key(workload, operation),
        new Sent(workload, operation, counted.roundTrips(), counted.statements().size()),
        (one, other) -> one.roundTrips() >= other.roundTrips() ? one : other);
  }

  List<Sent> sent() {
    return List.copyOf(sent.values());
  }

  List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    rounds.forEach((key, bySystem) ->
        bySystem.forEach((system, measured) -> {
          long[] all = sorted(measured);
          lines.add(
              new Line(
                  key.workload(),
                  key.operation(),
                  system,
                  all.length,
                  quantile(all, 0.5),
                  quantile(all, 0.95),
                  quantile(all, 0.99),
                  ratio(key, system).orElse(null)));
        }));
    return lines;
  }

  /// What asof takes for one that `system` takes.
  private Optional<Ratio> ratio(Key key, String system) {
    return system.equals("asof")
        ? Optional.empty()
        : ratio(key.workload(), key.operation(), "asof", key.operation(), system);
  }

  /// What one system takes in one operation for one that another takes in another, round by round.
  Optional<Ratio> ratio(
      String workload, String operation, String system, String otherOperation, String other) {
    List<long[]> mine = measured(workload, operation, system);
    List<long[]> theirs = measured(workload, otherOperation, other);
    int pairs = Math.min(mine.size(), theirs.size());
    if (pairs == 0) {
      return Optional.empty();
    }
    double[] ratios = new double[pairs];
    for (int i = 0; i < pairs; i++) {
      ratios[i] = (double) median(mine.get(i)) / median(theirs.get(i));
    }
    Arrays.sort(ratios);
    double middle =
        pairs % 2 == 1 ? ratios[pairs / 2] : (ratios[pairs / 2 - 1] + ratios[pairs / 2]) / 2;
    return Optional.of(new Ratio(middle, ratios[0], ratios[pairs - 1]));
  }

  private List<long[]> measured(String workload, String operation, String system) {
    return rounds
        .getOrDefault(new Key(workload, operation), Map.of())
        .getOrDefault(system, List.of());
  }

  /// The median over all calls, in nanoseconds.
  Optional<Long> median(String workload, String operation, String system) {
    List<long[]> all = measured(workload, operation, system);
    return all.isEmpty() ? Optional.empty() : Optional.of(quantile(sorted(all), 0.5));
  }

  private static long median(long[] nanos) {
    return quantile(sorted(List.of(nanos)), 0.5);
  }

  private static long[] sorted(List<long[]> rounds) {
    return rounds.stream().flatMapToLong(Arrays::stream).sorted().toArray();
  }

  /// By nearest rank.
  static long quantile(long[] sorted, double q) {
    return sorted[Math.max(0, (int) Math.ceil(q * sorted.length) - 1)];
  }
}
