package dev.asof.evaluate;

import dev.asof.evaluate.RetrievalSystem.Admits;
import dev.asof.evaluate.RetrievalSystem.Legs;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.rank.RankSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The systems that are compared, by name: those of the literature, ours, and ours with a part left
/// out. Each takes its candidates from the same index and the same searches.
public final class Systems {
  /// What others are compared with unless another is named.
  public static final String BASELINE = "bm25";

  private static final RankSettings PLAIN = RankSettings.DEFAULT;

  /// Candidates of each search where a method does not say how many.
  private static final int POOL = 100;

  private static final Map<String, RetrievalSystem> SYSTEMS = new LinkedHashMap<>();

  static {
    // Without eligibility.
    add("bm25", "words, no time", Admits.EVERYTHING, Legs.LEXICAL, "rrf");
    add("vector", "vectors, no time", Admits.EVERYTHING, Legs.VECTOR, "rrf");
    add("hybrid", "words and vectors fused, no time", Admits.EVERYTHING, Legs.BOTH, "rrf");
    add(
        "recency",
        "newer is better, exponentially",
        Admits.EVERYTHING,
        Legs.LEXICAL,
        "decay-exponential");
    add(
        "gaussian",
        "newer is better, by a bell",
        Admits.EVERYTHING,
        Legs.LEXICAL,
        "decay-gaussian");
    for (int pool : List.of(10, 50, 100)) {
      add(
          new RetrievalSystem(
              "post-filter-" + pool,
              "what is in force among the best " + pool + " by words",
              Admits.EVERYTHING,
              Legs.LEXICAL,
              "metadata-filter",
              PLAIN,
              pool,
              true));
    }
    add(
        "time-prefix",
        "embeddings of texts with their dates in front",
        Admits.EVERYTHING,
        Legs.VECTOR,
        "time-prefix");
    add(
        "time-vector",
        "embeddings with a time appended",
        Admits.EVERYTHING,
        Legs.VECTOR,
        "time-vector");
    for (int pool : List.of(50, 100)) {
      for (String variant : List.of("timelyrag", "timelyrag-interval")) {
        add(
            new RetrievalSystem(
                variant + "-" + pool,
                (variant.equals("timelyrag") ? "TimelyRAG as released" : "TimelyRAG with intervals")
                    + ", pool "
                    + pool,
                Admits.EVERYTHING,
                Legs.LEXICAL,
                variant,
                PLAIN.withPool(pool),
                pool,
                true));
      }
    }
    // Eligibility first.
    add("eligible-bm25", "in force at the point, by words", Admits.ELIGIBLE, Legs.LEXICAL, "rrf");
    add(
        "eligible-vector",
        "in force at the point, by vectors",
        Admits.ELIGIBLE,
        Legs.VECTOR,
        "rrf");
    add(
        "eligible-hybrid",
        "in force at the point, words and vectors fused",
        Admits.ELIGIBLE,
        Legs.BOTH,
        "rrf");
    inside("tiered", "tiered", "mentioned dates in the second tier; what ask does");
    inside("temporal", "rrf-temporal", "presumption and mentioned dates");
    inside("recency", "decay-exponential", "recency");
    inside("gaussian", "decay-gaussian", "gaussian decay");
    inside("timelyrag", "timelyrag", "TimelyRAG as released");
    inside("timelyrag-interval", "timelyrag-interval", "TimelyRAG with intervals");
    add(
        "eligible-time-vector",
        "in force at the point, then embeddings with a time appended",
        Admits.ELIGIBLE,
        Legs.BOTH,
        "time-vector");
    add(
        "eligible-hybrid-tiered",
        "in force at the point, words and vectors fused, mentioned dates in the second tier",
        Admits.ELIGIBLE,
        Legs.BOTH,
        "tiered");
    add(
        "eligible-hybrid-temporal",
        "in force at the point, words and vectors fused, then presumption and mentioned dates",
        Admits.ELIGIBLE,
        Legs.BOTH,
        "rrf-temporal");
    add(
        new RetrievalSystem(
            "eligible-mentions",
            "in force at the point, by words, then what mentions the time that was asked about",
            Admits.ELIGIBLE,
            Legs.LEXICAL,
            "rrf-temporal",
            PLAIN.withDecay(PLAIN.halfLife(), 1).withMention(1, Duration.ofDays(30)),
            POOL,
            true));
    add(
        new RetrievalSystem(
            "eligible-time-prefix",
            "in force at the point, then embeddings of texts with their dates in front",
            Admits.ELIGIBLE,
            Legs.VECTOR,
            "time-prefix",
            PLAIN,
            POOL,
            true));
    add(
        RetrievalSystem.ask(
            "ask-words", "asof ask by words alone, with its citations", Legs.LEXICAL));
    add(RetrievalSystem.ask("ask", "asof ask by words and vectors, with its citations", Legs.BOTH));
    // A part left out.
    add("known-only", "recorded by then, whatever applies", Admits.KNOWN, Legs.LEXICAL, "rrf");
    add(
        "valid-today",
        "in force by what is known today: no system time",
        Admits.VALID_TODAY,
        Legs.LEXICAL,
        "rrf");
    add(
        "no-second-tier",
        "in force at the point, nothing of unknown validity",
        Admits.IN_FORCE,
        Legs.LEXICAL,
        "rrf");
    add(
        new RetrievalSystem(
            "temporal-without-mentions",
            "in force at the point, by words, then presumption",
            Admits.ELIGIBLE,
            Legs.LEXICAL,
            "rrf-temporal",
            PLAIN.withMention(0, PLAIN.mentionHalfLife()),
            POOL,
            true));
    add(
        new RetrievalSystem(
            "temporal-without-sight",
            "in force at the point, by words, then mentioned dates",
            Admits.ELIGIBLE,
            Legs.LEXICAL,
            "rrf-temporal",
            PLAIN.withDecay(PLAIN.halfLife(), 1),
            POOL,
            true));
    add(
        new RetrievalSystem(
            "no-names",
            "in force at the point, by words without names of sections and documents",
            Admits.ELIGIBLE,
            Legs.LEXICAL,
            "rrf",
            PLAIN,
            POOL,
            false));
  }

  private Systems() {}

  private static void inside(String name, String ranker, String says) {
    add(
        "eligible-" + name,
        "in force at the point, by words, then " + says,
        Admits.ELIGIBLE,
        Legs.LEXICAL,
        ranker);
  }

  private static void add(String name, String says, Admits admits, Legs legs, String ranker) {
    add(new RetrievalSystem(name, says, admits, legs, ranker, PLAIN, POOL, true));
  }

  private static void add(RetrievalSystem system) {
    SYSTEMS.put(system.name(), system);
  }

  public static List<RetrievalSystem> all() {
    return List.copyOf(SYSTEMS.values());
  }

  /// Those named, in the given order; all where none is. Throws a [CallerFault] that lists the
  /// names.
  public static List<RetrievalSystem> named(Collection<String> names) {
    if (names.isEmpty()) {
      return all();
    }
    List<RetrievalSystem> found = new ArrayList<>();
    for (String name : names) {
      RetrievalSystem system = SYSTEMS.get(name);
      if (system == null) {
        throw new CallerFault(
            Code.BAD_INPUT,
            "there is no system " + name + "; there are " + String.join(", ", SYSTEMS.keySet()),
            Map.of("system", name));
      }
      if (!found.contains(system)) {
        found.add(system);
      }
    }
    return found;
  }
}
