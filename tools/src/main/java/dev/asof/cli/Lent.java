package dev.asof.cli;

import dev.asof.ask.AnswerCache;
import dev.asof.cli.resident.ResidentClient;
import dev.asof.embed.Embedder;
import dev.asof.embed.EmbedderSettings;
import dev.asof.index.PassageIndex;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseRole;
import dev.asof.schema.DatabaseSettings;
import java.time.Clock;
import java.util.Optional;

/// What a command that stays lends to the door it opens.
abstract class Lent {
  private final AsofCommand command;
  private final Host process;
  private final DatabaseSettings settings;
  private final EmbedderSettings embedder;

  Lent(AsofCommand command, Host process, DatabaseSettings settings, EmbedderSettings embedder) {
    this.command = command;
    this.process = process;
    this.settings = settings;
    this.embedder = embedder;
  }

  public Database open() {
    return process.open(settings);
  }

  public Database openAs(DatabaseRole role) {
    return process.open(settings.as(role));
  }

  public void forget() {
    process.answers().clear();
    ResidentClient.stop(settings.home(), command.edge().environment());
  }

  public PassageIndex index(Database database) {
    return process.index(database, embedder().map(Embedder::model).orElse(null));
  }

  public Optional<Embedder> embedder() {
    return process.embedder(embedder);
  }

  public AnswerCache answers() {
    return process.answers();
  }

  public Clock clock() {
    return command.edge().clock();
  }

  public String keep(Throwable fault) {
    return command.keep(fault);
  }
}
