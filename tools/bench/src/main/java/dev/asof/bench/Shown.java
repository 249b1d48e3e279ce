package dev.asof.bench;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// Results as people and as programs read them.
enum Shown {
  TABLE {
    @Override
    void print(Results results, PrintWriter out) {
      table(results, out);
    }
  },
  JSON {
    @Override
    void print(Results results, PrintWriter out) {
      out.println(
          JsonMapper.builder()
              .build()
              .writerWithDefaultPrettyPrinter()
              .writeValueAsString(json(results)));
    }
  };

  abstract void print(Results results, PrintWriter out);

  /// Picocli shows and reads it so.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static void table(Results results, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "sizes %s; seed %d; %s%n",
        results.sizes().equals(Sizes.FULL) ? "full" : "scaled down: " + results.sizes(),
        results.seed(),
        results.durability().said("durability"));
    out.println("before: " + results.before().described());
    Machine after = results.after();
    out.println(
        "after:  load "
            + (after == null ? "unknown" : String.format(Locale.ROOT, "%.2f", after.load())));
    results
        .systems()
        .forEach((name, described) -> out.printf(Locale.ROOT, "%-14s %s%n", name, described));
    Timings.@Nullable Key before = null;
    for (Timings.Line line : results.timings().lines()) {
      Timings.Key key = new Timings.Key(line.workload(), line.operation());
      if (!key.equals(before)) {
        out.println();
        out.printf(
            Locale.ROOT,
            "%-44s %8s %10s %10s %10s   %s%n",
            key.workload() + ": " + key.operation(),
            "calls",
            "p50",
            "p95",
            "p99",
            "asof / it (lowest and highest round)");
        before = key;
      }
      Timings.Ratio ratio = line.ratio();
      out.printf(
          Locale.ROOT,
          "  %-42s %8d %10s %10s %10s   %s%n",
          line.system(),
          line.calls(),
          time(line.p50()),
          time(line.p95()),
          time(line.p99()),
          ratio == null
              ? ""
              : String.format(
                  Locale.ROOT, "%.2f (%.2f to %.2f)", ratio.median(), ratio.low(), ratio.high()));
    }
    out.println();
    for (Timings.Sent sent : results.timings().sent()) {
      out.printf(
          Locale.ROOT,
          "sent for one %s: %d round trips, %d statements%n",
          sent.operation(),
          sent.roundTrips(),
          sent.statements());
    }
    for (Results.Stored stored : results.stored()) {
      out.printf(
          Locale.ROOT,
          "stored after %s by %s: %s%n",
          stored.workload(),
          stored.system(),
          stored.counts());
    }
    out.flush();
  }

  private static String time(long nanos) {
    return nanos >= 100_000_000
        ? String.format(Locale.ROOT, "%.2f s", nanos / 1e9)
        : nanos >= 10_000_000
            ? String.format(Locale.ROOT, "%.1f ms", nanos / 1e6)
            : String.format(Locale.ROOT, "%.1f us", nanos / 1e3);
  }

  private static Map<String, Object> json(Results results) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("seed", results.seed());
    json.put("sizes", results.sizes());
    json.put("scaled_down", !results.sizes().equals(Sizes.FULL));
    json.put("durability", results.durability().name().toLowerCase(Locale.ROOT));
    json.put("machine", results.before());
    json.put("load_before", results.before().load());
    Machine after = results.after();
    if (after != null) {
      json.put("load_after", after.load());
    }
    json.put("systems", results.systems());
    json.put("measured", results.timings().lines().stream().map(Shown::json).toList());
    json.put("sent", results.timings().sent());
    json.put("stored", List.copyOf(results.stored()));
    return json;
  }

  private static Map<String, Object> json(Timings.Line line) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("workload", line.workload());
    json.put("operation", line.operation());
    json.put("system", line.system());
    json.put("calls", line.calls());
    json.put("p50_ns", line.p50());
    json.put("p95_ns", line.p95());
    json.put("p99_ns", line.p99());
    Timings.Ratio ratio = line.ratio();
    if (ratio != null) {
      json.put("asof_by_it", ratio);
    }
    return json;
  }
}
