package dev.asof.mcp;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Tells the work of a request that its caller does not want it any more.
final class Cancellation {

  private static final String KEY = "asof.cancellation";

  private @Nullable Runnable ending;
  private boolean cancelled;
  private boolean asking;
  private boolean alone;

  /// Of the call that is answered; one that nobody can cancel where its transport has none.
  static Cancellation of(McpSyncServerExchange exchange) {
    return exchange.transportContext().get(KEY) instanceof Cancellation known
        ? known
        : new Cancellation();
  }

  /// The context with this in it.
  McpTransportContext in(McpTransportContext context) {
    return context.putAll(Map.of(KEY, this));
  }

  /// Runs `work` when it is cancelled, at once where it is already.
  synchronized void then(Runnable work) {
    ending = work;
    if (cancelled) {
      work.run();
    }
  }

  synchronized void cancel() {
    cancelled = true;
    if (ending != null) {
      ending.run();
    }
  }

  synchronized boolean isCancelled() {
    return cancelled;
  }

  /// Begins to wait for the person; false where nobody is there any more.
  synchronized boolean ask() {
    asking = !alone;
    return asking;
  }

  synchronized void asked() {
    asking = false;
  }

  /// The client is gone: nobody will answer. Whether that leaves the request without an end.
  synchronized boolean leave() {
    alone = true;
    return asking;
  }
}
