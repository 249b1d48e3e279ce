package dev.asof.ask;

import dev.asof.embed.Coverage;
import dev.asof.embed.Embedder;
import dev.asof.index.Lease;
import dev.asof.rank.RankSettings;
import dev.asof.rank.Ranker;
import dev.asof.rank.Rankers;
import dev.asof.rank.Texts;
import dev.asof.rank.VectorSearch;
import dev.asof.rank.scorer.Scorer;
import java.util.Map;
import org.apache.lucene.search.Query;
import org.jspecify.annotations.Nullable;

/// What answers are found and ordered with; whoever made the models closes them.
///
/// @param embedder of the vectors in the index; null: passages are found by their words alone
/// @param crossEncoder for the ranker of that name; null: there is none
/// @param llm for the ranker of that name; null: there is none
public record Models(
    RankSettings settings,
    @Nullable Embedder embedder,
    @Nullable Scorer crossEncoder,
    @Nullable Scorer llm) {

  /// Words alone.
  public static Models none() {
    return new Models(RankSettings.DEFAULT, null, null, null);
  }

  public static Models of(@Nullable Embedder embedder) {
    return new Models(RankSettings.DEFAULT, embedder, null, null);
  }

  /// Names everything that the order of an answer depends on, for [AnswerCache].
  String name() {
    return settings
        + ", "
        + (embedder == null ? "no model" : embedder.model())
        + ", "
        + (crossEncoder == null ? "no model" : crossEncoder.model())
        + ", "
        + (llm == null ? "no model" : llm.model());
  }

  /// Throws a [dev.asof.fault.CallerFault] that lists the names there are.
  void require(String ranker) {
    ranker(ranker, passages -> Map.of());
  }

  Ranker ranker(String name, Texts texts) {
    return new Rankers(
            settings,
            new Rankers.Means(
                texts, embedder == null ? null : embedder::passages, crossEncoder, llm))
        .named(name);
  }

  /// How near passages are to `question`; null where none has a vector, or where the model was not
  /// made for the language of the question.
  @Nullable Nearness nearness(Lease lease, String question) {
    Embedder model = embedder;
    return model == null
            || question.isBlank()
            || lease.vectors().isEmpty()
            || !model.covers(null, question)
        ? null
        : new Nearness(lease, model.question(question), new Coverage(model.languages()));
  }

  /// A question as a vector of the index's model.
  static final class Nearness {
    private final Lease lease;
    private final float[] question;
    private final Coverage coverage;

    Nearness(Lease lease, float[] question, Coverage coverage) {
      this.lease = lease;
      this.question = question;
      this.coverage = coverage;
    }

    VectorSearch in(Query filter) {
      return new VectorSearch(lease, question, filter, coverage);
    }
  }
}
