package dev.asof.http;

import dev.asof.fault.AsofException;
import dev.asof.fault.Code;
import dev.asof.fault.Unavailable;
import dev.asof.schema.Interrupt;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;

/// Looks after requests under way: ends one that takes too long, and one whose client went away,
/// down to its statements in the database.
final class Watch implements AutoCloseable {

  /// Before that nobody hangs up, and most are answered.
  private static final Duration FIRST_LOOK = Duration.ofMillis(500);

  private static final Duration BETWEEN = Duration.ofMillis(250);

  private final ScheduledThreadPoolExecutor timer;

  Watch() {
    timer =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("asof-watch").factory());
    timer.setRemoveOnCancelPolicy(true);
  }

  /// A request that is answered.
  interface Answering {
    HttpServletRequest request();

    /// Whether there is a body that nobody has read yet: what comes on the connection is not the
    /// end of it.
    boolean mayHaveUnreadBody();

    /// Whether it waits for a person, which is none of its time.
    boolean isWaiting();

    void end(AsofException why);
  }

  private record Exchanging(Exchange exchange, Interrupt interrupt) implements Answering {
    @Override
    public HttpServletRequest request() {
      return exchange.context().req();
    }

    @Override
    public boolean mayHaveUnreadBody() {
      return exchange.mayHaveUnreadBody();
    }

    @Override
    public boolean isWaiting() {
      return false;
    }

    @Override
    public void end(AsofException why) {
      interrupt.end(why);
    }
  }

  Watched over(Exchange exchange, Interrupt interrupt, @Nullable Duration limit) {
    return over(new Exchanging(exchange, interrupt), limit);
  }

  /// @param limit null: as long as it takes
  Watched over(Answering request, @Nullable Duration limit) {
    return new Watched(request, limit);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }

  /// One request; closing it ends the watch.
  final class Watched implements AutoCloseable {
    private final Answering answering;
    private final @Nullable Duration limit;
    private long start = System.nanoTime();
    private final ScheduledFuture<?> looks;
    private boolean over;
    private volatile boolean gone;

    private Watched(Answering answering, @Nullable Duration limit) {
      this.answering = answering;
      this.limit = limit;
      long first =
          Math.min(
              FIRST_LOOK.toNanos(), limit == null ? Long.MAX_VALUE : Math.max(1, limit.toNanos()));
      looks =
          timer.scheduleWithFixedDelay(this::look, first, BETWEEN.toNanos(), TimeUnit.NANOSECONDS);
    }

    /// Whether the client hung up.
    boolean isGone() {
      return gone;
    }

    private synchronized void look() {
      if (over) {
        return;
      }
      if (answering.isWaiting()) {
        start = System.nanoTime();
      }
      if (limit != null && System.nanoTime() - start >= limit.toNanos()) {
        end(
            new Unavailable(
                Code.TIMED_OUT,
                "this took longer than the "
                    + limit.toSeconds()
                    + " seconds that a request may; ask for less at once, such as with limit"));
      } else if (hungUp()) {
        gone = true;
        end(new Unavailable(Code.RETRY, "whoever asked went away"));
      }
    }

    private void end(Unavailable why) {
      over = true;
      looks.cancel(false);
      answering.end(why);
    }

    /// Reads a byte past the request, where nothing but the end of the connection should come; a
    /// byte of a next request is given back. Nobody else reads meanwhile: the server goes on with
    /// the connection only when this request is answered, which waits for this lock.
    private boolean hungUp() {
      if (answering.mayHaveUnreadBody()) {
        return false;
      }
      Connection connection =
          ServletContextRequest.getServletContextRequest(answering.request())
              .getConnectionMetaData()
              .getConnection();
      if (!(connection instanceof HttpConnection http) || !http.isRequestBufferEmpty()) {
        return false;
      }
      try {
        ByteBuffer next = BufferUtil.allocate(1);
        int read = http.getEndPoint().fill(next);
        if (read > 0) {
          http.onUpgradeTo(next);
        }
        return read < 0;
      } catch (IOException e) {
        return true;
      }
    }

    @Override
    public synchronized void close() {
      over = true;
      looks.cancel(false);
    }
  }
}
