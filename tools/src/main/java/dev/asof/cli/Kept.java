package dev.asof.cli;

import dev.asof.ask.AnswerCache;
import dev.asof.ask.Ask;
import dev.asof.embed.Embedder;
import dev.asof.embed.EmbedderSettings;
import dev.asof.embed.Embedders;
import dev.asof.index.PassageIndex;
import dev.asof.schema.Database;
import dev.asof.schema.DatabaseSettings;
import dev.asof.schema.EmbeddedServer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the resident keeps open between commands: databases by their whole settings (place, login,
/// password, role, labels), each with its index, and models. Few of each; the one that was not used
/// for longest makes room, once nobody uses it.
final class Kept {

  private static final int MOST_DATABASES = 8;
  private static final int MOST_MODELS = 4;

  private final Map<DatabaseSettings, Entry> databases = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<EmbedderSettings, Embedder> models = new LinkedHashMap<>(8, 0.75f, true);
  private final AnswerCache answers = new AnswerCache(Ask.KEPT);

  private static final class Entry {
    /// The embedded server it was opened on; null: a given one.
    final EmbeddedServer.@Nullable Running server;

    final Database database;
    private final Map<String, PassageIndex> indexes = new HashMap<>();
    private int users;
    private boolean given;

    Entry(EmbeddedServer.@Nullable Running server, Database database) {
      this.server = server;
      this.database = database;
    }

    synchronized Database lend() {
      users++;
      return database.lent(new Return(this));
    }

    synchronized PassageIndex index(@Nullable String model) {
      return indexes.computeIfAbsent(
          model == null ? "" : model, any -> PassageIndex.keptOf(database, model));
    }

    synchronized void returned() {
      users--;
      closeUnused();
    }

    /// It is not lent any more.
    synchronized void giveUp() {
      given = true;
      closeUnused();
    }

    private void closeUnused() {
      if (given && users == 0) {
        indexes.values().forEach(PassageIndex::end);
        database.close();
      }
    }
  }

  /// Counts once, however often a command closes.
  private static final class Return implements Runnable {
    private @Nullable Entry entry;

    Return(Entry entry) {
      this.entry = entry;
    }

    @Override
    public synchronized void run() {
      Entry lent = entry;
      entry = null;
      if (lent != null) {
        lent.returned();
      }
    }
  }

  /// For one command given in `folder`.
  Host in(Path folder) {
    return new Host() {
      @Override
      public Path folder() {
        return folder;
      }

      @Override
      public Database open(DatabaseSettings settings) {
        return database(settings);
      }

      @Override
      public PassageIndex index(Database database, @Nullable String model) {
        return Kept.this.index(database, model);
      }

      @Override
      public Optional<Embedder> embedder(EmbedderSettings settings) {
        return settings.kind() == EmbedderSettings.Kind.NONE
            ? Optional.empty()
            : Optional.of(new KeptEmbedder(model(settings)));
      }

      @Override
      public AnswerCache answers() {
        return answers;
      }
    };
  }

  /// Gives up everything that is kept; what is lent is closed when it comes back.
  synchronized void close() {
    databases.values().forEach(Entry::giveUp);
    databases.clear();
  }

  private Database database(DatabaseSettings settings) {
    // It may have been stopped and started since, on another port.
    EmbeddedServer.Running server =
        settings.jdbcUrl() == null ? EmbeddedServer.in(settings.home()).start() : null;
    synchronized (this) {
      Entry held = databases.get(settings);
      if (held != null && Objects.equals(held.server, server)) {
        return held.lend();
      }
    }
    Entry opened = new Entry(server, Database.open(settings));
    Database lent = opened.lend();
    synchronized (this) {
      Entry before = databases.put(settings, opened);
      if (before != null) {
        before.giveUp();
      }
      if (databases.size() > MOST_DATABASES) {
        DatabaseSettings eldest = databases.keySet().iterator().next();
        Objects.requireNonNull(databases.remove(eldest)).giveUp();
      }
    }
    return lent;
  }

  private synchronized PassageIndex index(Database database, @Nullable String model) {
    return databases.values().stream()
        .filter(entry -> entry.database.settings().equals(database.settings()))
        .findFirst()
        .map(entry -> entry.index(model))
        .orElseGet(() -> PassageIndex.of(database, model));
  }

  /// What it loads it loads when it is first used, once for all.
  private Embedder model(EmbedderSettings settings) {
    synchronized (models) {
      Embedder held = models.get(settings);
      if (held == null) {
        held = Embedders.open(settings).orElseThrow();
        models.put(settings, held);
        if (models.size() > MOST_MODELS) {
          // Whoever uses it still keeps it alive; its memory goes when they are done.
          models.remove(models.keySet().iterator().next());
        }
      }
      return held;
    }
  }
}
