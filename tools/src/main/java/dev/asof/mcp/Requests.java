package dev.asof.mcp;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Phaser;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/// The requests of one client that are under way, each of which it may cancel: the work ends and no
/// response is sent, as the protocol has it.
final class Requests {

  private static final String CANCELLED = "notifications/cancelled";

  private final Map<Object, Running> running = new ConcurrentHashMap<>();
  private final Phaser all = new Phaser(1);

  private record Running(Cancellation cancellation, Sinks.Empty<Void> end) {}

  /// `work`, which answers the request of that id, until it is done or cancelled.
  Mono<Void> cancellable(Object id, Mono<Void> work) {
    return Mono.defer(() -> {
      Running one = new Running(new Cancellation(), Sinks.empty());
      running.put(id, one);
      all.register();
      return work.takeUntilOther(one.end().asMono())
          .contextWrite(context ->
              context.put(
                  McpTransportContext.KEY,
                  one.cancellation()
                      .in(
                          Objects.requireNonNullElse(
                              context.getOrDefault(
                                  McpTransportContext.KEY, McpTransportContext.EMPTY),
                              McpTransportContext.EMPTY))))
          .doFinally(done -> {
            running.remove(id, one);
            all.arriveAndDeregister();
          });
    });
  }

  static boolean isCancelling(JSONRPCNotification notification) {
    return notification.method().equals(CANCELLED);
  }

  /// Ends the request that the notification names, if it is still under way.
  void cancel(JSONRPCNotification notification) {
    @Nullable Object id =
        notification.params() instanceof Map<?, ?> params ? params.get("requestId") : null;
    Running one = id == null ? null : running.remove(id);
    if (one != null) {
      end(one);
    }
  }

  private static void end(Running one) {
    // First nobody listens any more; the work, which may fail at once, would answer otherwise.
    one.end().tryEmitEmpty();
    one.cancellation().cancel();
  }

  /// The client says nothing more: waits for what is under way, but for what waits for the client.
  void finish() {
    running.values().stream().filter(one -> one.cancellation().leave()).forEach(Requests::end);
    all.arriveAndAwaitAdvance();
  }
}
