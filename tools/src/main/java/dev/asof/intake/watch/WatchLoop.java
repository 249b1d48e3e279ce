package dev.asof.intake.watch;

import dev.asof.fault.AsofException;
import java.time.Duration;
import java.util.function.Consumer;

/// A [Watcher] that goes on in a thread of its own, for a process that does other things too.
public final class WatchLoop implements AutoCloseable {

  private static final Duration ENDING = Duration.ofSeconds(30);

  private final Watcher watcher;
  private final Thread thread;

  /// @param watcher ends with the loop
  /// @param fault is told where the database is in the way, and, last, why the loop ended by itself
  public WatchLoop(Watcher watcher, Consumer<Look> each, Consumer<AsofException> fault) {
    this.watcher = watcher;
    this.thread =
        new Thread(
            () -> {
              try {
                watcher.loop(each, fault);
              } catch (AsofException e) {
                fault.accept(e);
              }
            },
            "asof-watch-loop");
    thread.setDaemon(true);
  }

  public WatchLoop start() {
    thread.start();
    return this;
  }

  public boolean isRunning() {
    return thread.isAlive();
  }

  /// Ends it and waits until nothing is written any more, half a minute at most.
  @Override
  public void close() {
    watcher.close();
    try {
      thread.join(ENDING);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
