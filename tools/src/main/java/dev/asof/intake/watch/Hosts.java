package dev.asof.intake.watch;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/// Manners: one request to a host at a time, a pause after each, and none while it has asked to be
/// left alone. Of this process; another one knows nothing of it.
final class Hosts {

  /// A pause that a site asks for is kept up to this.
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);

  /// A request to a host that may say how long the pause after it is.
  @FunctionalInterface
  interface Request<T> {
    T send() throws IOException, InterruptedException;
  }

  private static final class Host {
    final ReentrantLock lock = new ReentrantLock(true);
    volatile long quietUntil = System.nanoTime();
    volatile long alone = System.nanoTime();
  }

  private final Map<String, Host> hosts = new ConcurrentHashMap<>();

  private Host of(String host) {
    return hosts.computeIfAbsent(host, none -> new Host());
  }

  /// Sends a request when it is its turn.
  <T> T inTurn(String host, Duration pause, Request<T> request)
      throws IOException, InterruptedException {
    Host one = of(host);
    one.lock.lockInterruptibly();
    try {
      long wait = one.quietUntil - System.nanoTime();
      if (wait > 0) {
        Thread.sleep(Duration.ofNanos(wait));
      }
      try {
        return request.send();
      } finally {
        Duration kept = pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
        one.quietUntil = System.nanoTime() + kept.toNanos();
      }
    } finally {
      one.lock.unlock();
    }
  }

  /// It asked not to be asked for a while.
  void leaveAlone(String host, Duration span) {
    Host one = of(host);
    long until = System.nanoTime() + span.toNanos();
    if (until - one.alone > 0) {
      one.alone = until;
    }
  }

  /// For how long it is still to be left alone; zero: not at all.
  Duration leftAlone(String host) {
    long left = of(host).alone - System.nanoTime();
    return left > 0 ? Duration.ofNanos(left) : Duration.ZERO;
  }
}
