package dev.asof.cli;

import dev.asof.ask.AnswerCache;
import dev.asof.embed.Embedder;
import dev.asof.embed.EmbedderSettings;
import dev.asof.embed.Embedders;
import dev.asof.index.PassageIndex;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseSettings;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The process that a command runs in: from where its paths count, and what it finds open. A
/// command closes what it opens here as if it were its own.
interface Host {

  /// The working folder of whoever gave the command; absolute.
  Path folder();

  Database open(DatabaseSettings settings);

  /// The index of a database that was opened here.
  ///
  /// @param model whose vectors it has; null: whichever it has
  PassageIndex index(Database database, @Nullable String model);

  /// The model that is configured; empty where nothing is to be embedded.
  Optional<Embedder> embedder(EmbedderSettings settings);

  /// The answers given here last.
  AnswerCache answers();

  /// A process of its own, which ends with the command: nothing is there yet, nothing is kept.
  static Host own() {
    return new Host() {
      @Override
      public Path folder() {
        return Path.of("").toAbsolutePath();
      }

      @Override
      public Database open(DatabaseSettings settings) {
        return Database.open(settings);
      }

      @Override
      public PassageIndex index(Database database, @Nullable String model) {
        return PassageIndex.of(database, model);
      }

      @Override
      public Optional<Embedder> embedder(EmbedderSettings settings) {
        return Embedders.open(settings);
      }

      @Override
      public AnswerCache answers() {
        return new AnswerCache(1);
      }
    };
  }
}
