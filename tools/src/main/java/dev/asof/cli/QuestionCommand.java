package dev.asof.cli;

import dev.asof.ask.Ask;
import dev.asof.ask.Models;
import dev.asof.ask.Request;
import dev.asof.embed.Embedder;
import dev.asof.embed.EmbedderSettings;
import dev.asof.id.TenantId;
import dev.asof.index.PassageIndex;
import dev.asof.rank.RankSettings;
import dev.asof.rank.scorer.CrossEncoderScorer;
import dev.asof.rank.scorer.LlmScorer;
import dev.asof.schema.Database;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Mixin;

/// A command that asks a question in words.
abstract class QuestionCommand extends ReadCommand {
  @Mixin private final QuestionOptions question = new QuestionOptions();
  @Mixin private final EmbedderOptions embedders = new EmbedderOptions();
  @Mixin private final ModelOptions scorers = new ModelOptions();

  /// Asks, prints, and returns the exit code.
  abstract int answer(Database database, TenantId tenant, Ask ask, Request request);

  /// Whether it has to be given a question.
  boolean isAsking() {
    return true;
  }

  @Override
  void check() {
    if (isAsking() && !question.isGiven()) {
      throw usage("Missing required parameter: 'QUESTION'");
    }
  }

  @Override
  final int answer(Database database, TenantId tenant) {
    Request request = question.request(times());
    return asking(database, ask -> answer(database, tenant, ask, request));
  }

  /// With everything that questions are answered with, as it is configured.
  final int asking(Database database, ToIntFunction<Ask> work) {
    EmbedderSettings settings = embedders.settings(edge(), database.settings());
    try (Embedder embedder = host().embedder(settings).orElse(null);
        CrossEncoderScorer crossEncoder = scorers.crossEncoder(settings.cache());
        LlmScorer llm = scorers.llm(edge().environment());
        PassageIndex index = host().index(database, embedder == null ? null : embedder.model())) {
      Models models = new Models(RankSettings.DEFAULT, embedder, crossEncoder, llm);
      return work.applyAsInt(new Ask(database, index, models, host().answers()));
    }
  }
}
