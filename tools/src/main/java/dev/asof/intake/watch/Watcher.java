package dev.asof.intake.watch;

import dev.asof.fault.AsofException;
import dev.asof.fault.Code;
import dev.asof.fault.Fault;
import dev.asof.fault.Unavailable;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.write.Intent;
import dev.asof.write.WatchedPage;
import dev.asof.write.WatchedPages;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks at the watched pages of a tenant: at those that are due, once, or on and on.
///
/// Several at once, in any number of processes, look at no page twice: each takes a page by a
/// lease, and records a look only while it has it. A process that is killed loses the looks under
/// way and nothing else; the pages it had are taken again when their leases are over.
public final class Watcher implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Watcher.class);
  private static final Duration ENDING = Duration.ofSeconds(30);

  private final WatchOptions options;
  private final TenantId tenant;
  private final WatchedPages pages;
  private final Web web;
  private final Looker looker;
  private final CountDownLatch end = new CountDownLatch(1);
  private final ExecutorService threads;

  /// @param clock to read a time that a server names; everything else is by that of the database
  public Watcher(
      Database database, TenantId tenant, Intent intent, WatchOptions options, Clock clock) {
    this.options = options;
    this.tenant = tenant;
    this.pages = new WatchedPages(database);
    this.web = new Web(options);
    this.looker = new Looker(database, tenant, intent, new Fetcher(options, web, clock));
    this.threads =
        Executors.newFixedThreadPool(
            options.parallel(),
            task -> {
              Thread thread = new Thread(task, "asof-watch-page");
              thread.setDaemon(true);
              return thread;
            });
  }

  /// Looks once at each page that is due, or at all of them. Throws an [AsofException] where the
  /// database is in the way; what was recorded by then stays.
  ///
  /// @param document of whose pages; null: of all
  /// @param due only at those whose next look is due
  /// @param each is told of each look, by one thread at a time
  public WatchReport run(@Nullable String document, boolean due, Consumer<Look> each) {
    List<Look> looks = new ArrayList<>();
    WatchedPages.Which which = new WatchedPages.Which(document, due, pages.now(tenant));
    parallel(() -> {
      while (!isEnding()) {
        Optional<WatchedPage.Claimed> claimed = pages.claim(tenant, which, options.lease());
        if (claimed.isEmpty()) {
          return;
        }
        tell(look(claimed.get()), looks, each);
      }
    });
    return WatchReport.of(looks);
  }

  /// Looks at each page when it is due, until [#close] or an interrupt.
  ///
  /// @param each is told of each look, by one thread at a time
  /// @param fault is told where the database is in the way, and that it is tried again
  public void loop(Consumer<Look> each, Consumer<AsofException> fault) {
    parallel(() -> {
      while (!isEnding()) {
        Duration rest;
        try {
          rest = next(each);
        } catch (Unavailable e) {
          fault.accept(e);
          rest = options.poll();
        }
        if (!rest.isZero() && end.await(rest.toMillis(), TimeUnit.MILLISECONDS)) {
          return;
        }
      }
    });
  }

  /// Looks at the page that is due first; returns how long there is nothing to do.
  private Duration next(Consumer<Look> each) throws InterruptedException {
    Optional<WatchedPage.Claimed> claimed =
        pages.claim(tenant, new WatchedPages.Which(null, true, pages.now(tenant)), options.lease());
    if (claimed.isPresent()) {
      tell(look(claimed.get()), new ArrayList<>(), each);
      return Duration.ZERO;
    }
    Duration due = pages.untilDue(tenant).orElse(options.poll()).plusMillis(1);
    return due.compareTo(options.poll()) < 0 ? due : options.poll();
  }

  /// Null: the watch is ending, and the page is given back as if it had not been taken.
  private @Nullable Look look(WatchedPage.Claimed claimed) throws InterruptedException {
    Look look = null;
    try {
      look = looker.look(claimed, options, this::isEnding);
      return look;
    } catch (InterruptedException e) {
      if (!isEnding()) {
        throw e;
      }
      return null;
    } finally {
      if (look == null) {
        giveBack(claimed);
      }
    }
  }

  /// Where that fails too, the lease ends by itself.
  private void giveBack(WatchedPage.Claimed claimed) {
    boolean interrupted = Thread.interrupted();
    try {
      pages.release(tenant, claimed, Duration.ZERO);
    } catch (AsofException e) {
      LOG.debug("the page of {} was not given back", claimed.watch().place().document(), e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void tell(@Nullable Look look, List<Look> looks, Consumer<Look> each) {
    if (look != null) {
      synchronized (end) {
        looks.add(look);
        each.accept(look);
      }
    }
  }

  private boolean isEnding() {
    return end.getCount() == 0;
  }

  /// Work that is done by each thread.
  private interface Work {
    void run() throws InterruptedException;
  }

  private void parallel(Work work) {
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < options.parallel(); i++) {
      running.add(
          threads.submit(() -> {
            work.run();
            return null;
          }));
    }
    Throwable failed = null;
    for (Future<?> one : running) {
      try {
        one.get();
      } catch (ExecutionException e) {
        failed = failed == null ? e.getCause() : failed;
        close();
      } catch (InterruptedException e) {
        close();
        awaitEnd();
        Thread.currentThread().interrupt();
        throw new Unavailable(
            Code.RETRY, "the watch was interrupted; what was recorded by then stays", e);
      }
    }
    switch (failed) {
      case null -> {}
      case Error error -> throw error;
      case RuntimeException exception -> throw exception;
      default -> throw new Fault(Code.FAULT, "the watch ended by itself: " + failed);
    }
  }

  private void awaitEnd() {
    try {
      if (!threads.awaitTermination(ENDING.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.debug("a look goes on");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Ends it: what is being asked for is given up, what is being recorded is recorded. Does not
  /// wait; whoever called [#run] or [#loop] comes back.
  @Override
  public void close() {
    end.countDown();
    web.close();
    threads.shutdownNow();
  }
}
