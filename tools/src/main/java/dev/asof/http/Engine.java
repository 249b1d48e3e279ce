package dev.asof.http;

import dev.asof.answer.WordsSettings;
import dev.asof.ask.AnswerCache;
import dev.asof.embed.Embedder;
import dev.asof.index.PassageIndex;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseRole;
import java.time.Clock;
import java.util.Optional;

/// What the server works with, kept open by the process it runs in.
public interface Engine {

  /// The database for one request, of the local caller; closing it gives it back.
  Database open();

  /// The same, acting as another role. Throws an [dev.asof.fault.AsofException] where the server's
  /// login may not.
  Database openAs(DatabaseRole role);

  /// Gives up the words that are kept in memory, here and in other processes of this home: they
  /// were erased.
  void forget();

  /// The index of a database that was opened here.
  PassageIndex index(Database database);

  /// The model that is configured; empty where nothing is embedded.
  Optional<Embedder> embedder();

  /// Which model writes answers in words, if one is configured.
  WordsSettings words();

  /// The answers given last.
  AnswerCache answers();

  Clock clock();

  /// Keeps what was thrown for whoever looks after the server, and says where.
  String keep(Throwable fault);
}
