package dev.asof.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a run found out.
final class Results {

  /// What a system stores of a workload after it.
  record Stored(String workload, String system, Map<String, Long> counts) {}

  private final long seed;
  private final Sizes sizes;
  private final Durability durability;
  private final Machine before;
  private @Nullable Machine after;
  private final Timings timings = new Timings();
  private final Map<String, String> systems = new LinkedHashMap<>();
  private final List<Stored> stored = new ArrayList<>();

  Results(long seed, Sizes sizes, Durability durability, Machine before) {
    this.seed = seed;
    this.sizes = sizes;
    this.durability = durability;
    this.before = before;
  }

  long seed() {
    return seed;
  }

  Sizes sizes() {
    return sizes;
  }

  Durability durability() {
    return durability;
  }

  Machine before() {
    return before;
  }

  @Nullable Machine after() {
    return after;
  }

  Timings timings() {
    return timings;
  }

  Map<String, String> systems() {
    return systems;
  }

  List<Stored> stored() {
    return stored;
  }

  void describe(Subject subject) {
    systems.put(subject.name(), subject.described());
  }

  void store(String workload, String system, Map<String, Long> counts) {
    stored.add(new Stored(workload, system, counts));
  }

  void end(Machine machine) {
    after = machine;
  }
}
