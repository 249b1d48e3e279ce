package dev.asof.mcp;

import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Phaser;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;

/// The requests of one client that are under way, each of which it may cancel: the work ends and no
/// response is sent, as the protocol has it.
final class Requests {

  static final String CANCELLED = "notifications/cancelled";

  private static final Logger LOG = LoggerFactory.getLogger(Requests.class);

  private final Map<Object, Disposable> running = new ConcurrentHashMap<>();
  private final Phaser all = new Phaser(1);

  /// Begins `work`, which answers the request.
  void run(Object id, Mono<Void> work) {
    Disposable.Swap handle = Disposables.swap();
    all.register();
    running.put(id, handle);
    handle.update(
        work.doFinally(end -> {
              running.remove(id, handle);
              all.arriveAndDeregister();
            })
            .subscribe(done -> {}, e -> LOG.warn("a request was not answered", e)));
  }

  /// Ends the request that the notification names, if it is still under way.
  void cancel(JSONRPCNotification notification) {
    Object id =
        notification.params() instanceof Map<?, ?> params ? params.get("requestId") : null;
    Disposable handle = id == null ? null : running.remove(id);
    if (handle != null) {
      handle.dispose();
    }
  }

  /// Waits until nothing is under way.
  void await() {
    all.arriveAndAwaitAdvance();
  }
}
