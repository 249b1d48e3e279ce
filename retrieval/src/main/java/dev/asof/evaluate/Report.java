package dev.asof.evaluate;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The figures of an evaluation, side by side.
///
/// @param baseline the system that others are compared with
/// @param groups that are reported apart, `all` first, with the number of their questions
/// @param missing why a system was left out, by name
/// @param corpus what was searched
/// @param rows one for each system
public record Report(
    String data,
    String format,
    String hash,
    int questions,
    long seed,
    String baseline,
    Map<String, Integer> groups,
    Map<String, String> missing,
    Evaluation.Searched corpus,
    List<Row> rows) {

  private static final double NANOS_OF_A_MILLI = 1e6;

  private static final String TIMELESS =
      "Nothing but words in the texts tells the time of one from that of another here, so every"
          + " order of time has to leave that of the same search without time as it is: the share"
          + " of questions for which it does.";

  /// The group of all questions.
  public static final String ALL = "all";

  /// @param figures by group, then by measure; a measure that a group says nothing about is missing
  /// @param against the baseline, by group, then by measure; not there for the baseline itself
  /// @param order against the same search without time; null: it is that one, or was not evaluated
  /// @param latencies of this run, by group
  public record Row(
      String system,
      String says,
      Map<String, Map<String, Statistics.Estimate>> figures,
      Map<String, Map<String, Statistics.Comparison>> against,
      @Nullable Order order,
      Map<String, Latency> latencies) {

    public Optional<Statistics.Estimate> figure(String group, Measure measure) {
      return Optional.ofNullable(figures.getOrDefault(group, Map.of()).get(measure.word()));
    }

    /// Empty for the baseline, and where the group says nothing about the measure.
    public Optional<Statistics.Comparison> compared(String group, Measure measure) {
      return Optional.ofNullable(against.getOrDefault(group, Map.of()).get(measure.word()));
    }

    /// Of all questions.
    public Latency latency() {
      return Objects.requireNonNull(latencies.get(ALL));
    }
  }

  /// What time did to the order.
  ///
  /// @param than name of the search without time
  /// @param unchanged share of the questions with the same ten passages in the same order; 1 where
  ///   a corpus has no time
  public record Order(String than, double unchanged) {}

  /// Quantiles with their bootstrap 95 % intervals, in milliseconds.
  public record Latency(Statistics.Estimate p50, Statistics.Estimate p95) {}

  public Report {
    groups = Collections.unmodifiableMap(new LinkedHashMap<>(groups));
    missing = Collections.unmodifiableMap(new LinkedHashMap<>(missing));
    rows = List.copyOf(rows);
  }

  /// The groups about which any system has a figure of this measure, in their order.
  public List<String> groupsWith(Measure measure) {
    return groups.keySet().stream()
        .filter(group -> rows.stream().anyMatch(row -> row.figure(group, measure).isPresent()))
        .toList();
  }

  /// How much of the corpus has vectors, as a sentence; empty: no system needed any.
  public Optional<String> vectors() {
    return corpus.model() == null
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%,d of %,d passages have a vector of %s.",
                corpus.withVector(),
                corpus.passages(),
                corpus.model()));
  }

  /// A sentence for each thing that is missing, with the systems that need it.
  public List<String> leftOut() {
    Map<String, List<String>> byNeed = new LinkedHashMap<>();
    missing.forEach(
        (system, needed) -> byNeed.computeIfAbsent(needed, none -> new ArrayList<>()).add(system));
    return byNeed.entrySet().stream()
        .map(need ->
            "Left out for want of "
                + need.getKey()
                + ": "
                + String.join(", ", need.getValue())
                + ".")
        .toList();
  }

  /// What has to be said before the figures of [Row#order]; empty: the corpus has time.
  public Optional<String> timeless() {
    return corpus.timeless() ? Optional.of(TIMELESS) : Optional.empty();
  }

  /// Makes the figures. Throws a [CallerFault] where the baseline was not evaluated.
  public static Report of(Evaluation.Done done, @Nullable String baseline, long seed) {
    String compared = baseline == null ? defaultBaseline(done) : baseline;
    if (done.systems().stream().noneMatch(system -> system.name().equals(compared))) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "the baseline "
              + compared
              + " is not among the systems that were evaluated; add it to them",
          Map.of("system", compared));
    }
    Map<String, List<BenchQuestion>> groups = groups(done.questions());
    Map<String, Map<String, Outcome>> bySystem = new HashMap<>();
    done.outcomes()
        .forEach(outcome ->
            bySystem
                .computeIfAbsent(outcome.system(), none -> new HashMap<>())
                .put(outcome.question(), outcome));
    List<Row> rows = new ArrayList<>();
    for (RetrievalSystem system : done.systems()) {
      Map<String, Outcome> ours = bySystem.getOrDefault(system.name(), Map.of());
      Map<String, Outcome> theirs = bySystem.getOrDefault(compared, Map.of());
      Map<String, Map<String, Statistics.Estimate>> figures = new LinkedHashMap<>();
      Map<String, Map<String, Statistics.Comparison>> against = new LinkedHashMap<>();
      Map<String, Latency> latencies = new LinkedHashMap<>();
      groups.forEach((group, questions) -> {
        Map<String, Statistics.Estimate> ofGroup = new LinkedHashMap<>();
        Map<String, Statistics.Comparison> compares = new LinkedHashMap<>();
        for (Measure measure : Measure.values()) {
          double[] values = values(questions, ours, measure);
          if (values.length == 0) {
            continue;
          }
          ofGroup.put(
              measure.word(),
              Statistics.estimate(values, seedOf(seed, system.name(), group, measure.word())));
          if (!system.name().equals(compared)) {
            compares.put(
                measure.word(),
                Statistics.compare(
                    values,
                    values(questions, theirs, measure),
                    seedOf(seed, system.name(), group, measure.word(), compared)));
          }
        }
        figures.put(group, ofGroup);
        latencies.put(group, latency(questions, ours, seedOf(seed, system.name(), group)));
        if (!compares.isEmpty()) {
          against.put(group, compares);
        }
      });
      Order order =
          system
              .untimed()
              .filter(bySystem::containsKey)
              .map(than -> order(than, ours, Objects.requireNonNull(bySystem.get(than))))
              .orElse(null);
      rows.add(new Row(system.name(), system.says(), figures, against, order, latencies));
    }
    Map<String, Integer> sizes = new LinkedHashMap<>();
    groups.forEach((group, questions) -> sizes.put(group, questions.size()));
    return new Report(
        done.dataset().name(),
        done.dataset().format(),
        done.dataset().hash(),
        done.questions().size(),
        seed,
        compared,
        sizes,
        done.missing(),
        done.corpus(),
        rows);
  }

  private static String defaultBaseline(Evaluation.Done done) {
    return done.systems().stream()
        .map(RetrievalSystem::name)
        .filter(Systems.BASELINE::equals)
        .findFirst()
        .or(() -> done.systems().stream().map(RetrievalSystem::name).findFirst())
        .orElseThrow(() ->
            new CallerFault(
                Code.BAD_INPUT,
                "none of the systems can be evaluated: "
                    + done.missing()
                    + "; name others with --systems"));
  }

  private static Map<String, List<BenchQuestion>> groups(List<BenchQuestion> questions) {
    Map<String, List<BenchQuestion>> groups = new LinkedHashMap<>();
    groups.put(ALL, questions);
    Set<String> names = new LinkedHashSet<>();
    questions.forEach(question -> names.addAll(question.groups()));
    for (String name : names) {
      List<BenchQuestion> of =
          questions.stream().filter(question -> question.groups().contains(name)).toList();
      if (of.size() < questions.size()) {
        groups.put(name, of);
      }
    }
    return groups;
  }

  private static double[] values(
      List<BenchQuestion> questions, Map<String, Outcome> outcomes, Measure measure) {
    return questions.stream()
        .map(question -> measure.of(Objects.requireNonNull(outcomes.get(question.id())), question))
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .toArray();
  }

  private static Order order(String than, Map<String, Outcome> ours, Map<String, Outcome> theirs) {
    long unchanged =
        ours.values().stream()
            .filter(outcome ->
                outcome.isSameOrderAs(Objects.requireNonNull(theirs.get(outcome.question()))))
            .count();
    return new Order(than, ours.isEmpty() ? 1 : (double) unchanged / ours.size());
  }

  private static Latency latency(
      List<BenchQuestion> questions, Map<String, Outcome> outcomes, long seed) {
    double[] millis =
        questions.stream()
            .mapToDouble(question ->
                Objects.requireNonNull(outcomes.get(question.id())).nanos() / NANOS_OF_A_MILLI)
            .toArray();
    return new Latency(
        Statistics.quantile(millis, 0.5, seed), Statistics.quantile(millis, 0.95, seed));
  }

  /// Another stream of numbers for each figure, whatever else is evaluated.
  private static long seedOf(long seed, String... what) {
    return seed * 0x9E3779B97F4A7C15L + Arrays.hashCode(what);
  }
}
