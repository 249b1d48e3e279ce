package dev.asof.cli;

import dev.asof.embed.Embedder;
import dev.asof.embed.EmbeddingWork;
import dev.asof.fault.AsofException;
import dev.asof.id.TenantId;
import dev.asof.index.PassageIndex;
import dev.asof.schema.Database;
import dev.asof.write.Embeddings;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Embeds the passages of one tenant: before the eyes of whoever waits, or beside an import.
final class Embedding {
  /// Between two looks for texts that the import has brought.
  private static final long LOOK_MILLIS = 500;

  private final Edge edge;
  private final Database database;
  private final Embedder embedder;
  private final TenantId tenant;

  Embedding(Edge edge, Database database, Embedder embedder, TenantId tenant) {
    this.edge = edge;
    this.database = database;
    this.embedder = embedder;
    this.tenant = tenant;
  }

  /// With a bar where that is wanted.
  EmbeddingWork.Report run(long most, boolean shown) {
    try (ImportProgress progress = new ImportProgress(edge, shown)) {
      long waiting = 0;
      if (shown) {
        Embeddings.Standing standing = new Embeddings(database).standing(tenant, embedder.model());
        waiting = standing.passages() - standing.embedded();
      }
      return new EmbeddingWork(database, embedder)
          .run(tenant, most, () -> false, progress.embedding(Math.min(most, waiting)));
    }
  }

  /// Lets the index follow, so that the next question need not wait for it. Where it cannot, that
  /// question says why.
  void index() {
    try (PassageIndex index = PassageIndex.of(database, embedder.model())) {
      index.catchUp(tenant, 0);
    } catch (AsofException e) {
      edge.say("asof: the index does not follow yet: " + e.sentence());
    }
  }

  /// Works beside an import until it is closed.
  Beside beside() {
    return new Beside();
  }

  /// A thread that embeds what is committed. What stops it is kept for whoever goes on.
  final class Beside implements AutoCloseable {
    private final CountDownLatch end = new CountDownLatch(1);
    private final Thread thread;
    private @Nullable RuntimeException stopped;

    private Beside() {
      thread = Thread.ofPlatform().daemon().name("asof-embedding").start(this::work);
    }

    private void work() {
      try {
        EmbeddingWork work = new EmbeddingWork(database, embedder);
        do {
          work.run(tenant, Long.MAX_VALUE, () -> end.getCount() == 0, done -> {});
        } while (!end.await(LOOK_MILLIS, TimeUnit.MILLISECONDS));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (RuntimeException e) {
        stopped = e;
      }
    }

    /// Waits for the batch under way. Throws what stopped it, if anything did.
    void finish() {
      close();
      if (stopped != null) {
        throw stopped;
      }
    }

    @Override
    public void close() {
      end.countDown();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
