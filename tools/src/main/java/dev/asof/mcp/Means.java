package dev.asof.mcp;

import dev.asof.ask.AnswerCache;
import dev.asof.embed.Embedder;
import dev.asof.index.PassageIndex;
import dev.asof.schema.Database;
import java.time.Clock;
import java.util.Optional;

/// What the tools work with, kept open by the process they run in.
public interface Means {

  /// The database for one call; closing it gives it back.
  Database open();

  /// The index of a database that was opened here; closing it gives it back.
  PassageIndex index(Database database);

  /// The model that is configured; empty where nothing is embedded.
  Optional<Embedder> embedder();

  /// The answers given last.
  AnswerCache answers();

  Clock clock();

  /// Keeps what was thrown for whoever looks after the server, and says where.
  String keep(Throwable fault);

  /// Takes a line about a call, without a word of what was asked or answered.
  void log(String line);
}
