package dev.asof.rank;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.rank.scorer.Scorer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The rankers by name: the one place where they are made.
public final class Rankers {
  /// Fusion, and mentioned times where nothing else is known of when a text applies.
  public static final String DEFAULT = TieredFusion.NAME;

  private static final String CROSS_ENCODER = "cross-encoder";
  private static final String LLM = "llm";

  private final Map<String, Ranker> rankers = new LinkedHashMap<>();
  private final Map<String, String> missing = new LinkedHashMap<>();

  /// What some rankers need besides candidates; null: it is not there, and neither are they.
  ///
  /// @param texts the words of passages
  /// @param embedding of the model that the vector leg uses
  /// @param crossEncoder a model that reads question and passage together
  /// @param llm a language model behind a URL
  public record Means(
      @Nullable Texts texts,
      @Nullable Embedding embedding,
      @Nullable Scorer crossEncoder,
      @Nullable Scorer llm) {
    public static Means none() {
      return new Means(null, null, null, null);
    }
  }

  public Rankers(RankSettings settings, Means means) {
    ReciprocalRankFusion fusion = new ReciprocalRankFusion(settings.k());
    Ranker base = new TieredFusion(fusion);
    add(base);
    add(fusion);
    add(
        new TemporalFusion(
            fusion,
            new Decay(Decay.Shape.EXPONENTIAL, settings.halfLife(), settings.floor()),
            new Decay(Decay.Shape.EXPONENTIAL, settings.mentionHalfLife(), 0),
            settings.mentionBoost()));
    add(new MetadataFilter(fusion));
    for (Decay.Shape shape : Decay.Shape.values()) {
      add(new RecencyDecay(fusion, new Decay(shape, settings.halfLife(), settings.floor())));
    }
    add(new AppendedTimeVector(fusion, settings.timeWeight()));
    for (TimelyRagVariant variant : TimelyRagVariant.values()) {
      add(new TimelyRag(variant, settings.pool(), fusion));
    }
    Texts texts = means.texts();
    Embedding embedding = means.embedding();
    if (texts != null && embedding != null) {
      add(new PrefixedEmbedding(fusion, texts, embedding));
    } else {
      missing.put(PrefixedEmbedding.NAME, "an embedding model");
    }
    model(CROSS_ENCODER, means.crossEncoder(), "the path of an ONNX model", base, settings, means);
    model(LLM, means.llm(), "the URL of a language model", base, settings, means);
  }

  private void model(
      String name,
      @Nullable Scorer scorer,
      String needed,
      Ranker base,
      RankSettings settings,
      Means means) {
    Texts texts = means.texts();
    if (scorer != null && texts != null) {
      add(new Reranker(name, base, scorer, texts, settings.modelPool()));
    } else {
      missing.put(name, needed);
    }
  }

  private void add(Ranker ranker) {
    if (rankers.put(ranker.name(), ranker) != null) {
      throw new IllegalArgumentException("two rankers are named " + ranker.name());
    }
  }

  /// Names that can be chosen, the default first.
  public Set<String> names() {
    return Collections.unmodifiableSet(new LinkedHashSet<>(rankers.keySet()));
  }

  /// Throws a [CallerFault] that lists the names, or says what the named one needs.
  public Ranker named(String name) {
    Ranker ranker = rankers.get(name);
    if (ranker != null) {
      return ranker;
    }
    String needed = missing.get(name);
    throw new CallerFault(
        Code.BAD_INPUT,
        needed == null
            ? "there is no ranker " + name + "; there are " + String.join(", ", rankers.keySet())
            : "the ranker " + name + " needs " + needed + ", and none is configured",
        Map.of("ranker", name));
  }
}
