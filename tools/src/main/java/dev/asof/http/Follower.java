package dev.asof.http;

import dev.asof.fault.AsofException;
import dev.asof.fault.Code;
import dev.asof.id.TenantId;
import dev.asof.index.IndexStatus;
import dev.asof.index.PassageIndex;
import dev.asof.schema.Database;
import dev.asof.write.Store;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lets the index follow the ledgers in the background, so that a question need not wait for it. It
/// is a kindness: a question that asks about more lets it follow first.
final class Follower implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Follower.class);

  private static final Duration BETWEEN = Duration.ofSeconds(1);

  private final Engine engine;
  private final Metrics metrics;
  private final CountDownLatch end = new CountDownLatch(1);
  private final Map<String, TenantId> tenants = new HashMap<>();
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
      }
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
