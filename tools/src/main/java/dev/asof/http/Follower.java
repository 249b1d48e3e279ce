package dev.asof.http;

import dev.asof.embed.Embedder;
import dev.asof.embed.EmbeddingWork;
import dev.asof.fault.AsofException;
import dev.asof.fault.Code;
import dev.asof.id.TenantId;
import dev.asof.index.IndexStatus;
import dev.asof.index.PassageIndex;
import dev.asof.schema.Caller;
import dev.asof.schema.Database;
import dev.asof.write.Store;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lets the index follow the ledgers in the background, and new passages be embedded, so that a
/// question need not wait for it. It is a kindness: a question that asks about more lets the index
/// follow first.
final class Follower implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Follower.class);

  private static final Duration BETWEEN = Duration.ofSeconds(1);

  /// How long a model that failed is left alone.
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /// Looking for what has no vector reads all of a tenant's passages.
  private static final Duration BETWEEN_EMBEDDINGS = Duration.ofSeconds(10);

  private final Engine engine;
  private final Metrics metrics;
  private final CountDownLatch end = new CountDownLatch(1);
  private final Map<String, TenantId> tenants = new HashMap<>();

  /// The last transaction of each tenant whose passages are embedded.
  private final Map<TenantId, Long> embedded = new HashMap<>();

  private long nextEmbedding = System.nanoTime();

  private final Thread thread =
      Thread.ofPlatform().daemon().name("asof-follower").unstarted(this::run);

  Follower(Engine engine, Metrics metrics) {
    this.engine = engine;
    this.metrics = metrics;
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      while (!end.await(BETWEEN.toMillis(), TimeUnit.MILLISECONDS)) {
        try {
          follow();
        } catch (AsofException e) {
          if (e.code() == Code.NOT_ALLOWED) {
            LOG.warn("the index does not follow in the background: {}", e.sentence());
            return;
          }
          LOG.debug("the index does not follow yet", e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void follow() {
    try (Database database = engine.open();
        PassageIndex index = engine.index(database)) {
      Store store = new Store(database);
      for (String name : store.tenants()) {
        if (end.getCount() == 0) {
          return;
        }
        TenantId tenant = tenants.computeIfAbsent(name, store::tenant);
        IndexStatus status = index.status(tenant);
        if (status.head() > 0 && (!status.usable() || status.lag() > 0)) {
          index.catchUp(tenant, status.head());
          metrics.followed();
        }
        embed(database, index, tenant, status.head());
      }
    }
  }

  /// Gives vectors to what came since, where a model is configured.
  private void embed(Database database, PassageIndex index, TenantId tenant, long head) {
    if (head == 0
        || head == embedded.getOrDefault(tenant, 0L)
        || System.nanoTime() - nextEmbedding < 0) {
      return;
    }
    try (Embedder model = engine.embedder().orElse(null)) {
      if (model == null) {
        return;
      }
      new EmbeddingWork(database.as(Caller.everything()), model)
          .run(tenant, Long.MAX_VALUE, () -> end.getCount() == 0, done -> {});
      index.catchUp(tenant, head);
      embedded.put(tenant, head);
      nextEmbedding = System.nanoTime() + BETWEEN_EMBEDDINGS.toNanos();
    } catch (AsofException e) {
      nextEmbedding = System.nanoTime() + PATIENCE.toNanos();
      LOG.warn("passages are not embedded in the background: {}", e.sentence());
    }
  }

  @Override
  public void close() {
    end.countDown();
    try {
      thread.join(BETWEEN.multipliedBy(10).toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
