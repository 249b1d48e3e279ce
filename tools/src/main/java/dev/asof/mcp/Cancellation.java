package dev.asof.mcp;

import dev.asof.fault.AsofException;
import dev.asof.fault.Code;
import dev.asof.fault.Unavailable;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Ends the work of a request: its caller does not want it any more, went away, or it took too
/// long.
public final class Cancellation {

  private static final String KEY = "asof.cancellation";
  private static final String UNWANTED = "whoever asked does not want it any more";

  private @Nullable Consumer<AsofException> ending;
  private @Nullable AsofException why;
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

  /// Tells `work` why it is to end, at once where it is already.
  synchronized void then(Consumer<AsofException> work) {
    ending = work;
    if (why != null) {
      work.accept(why);
    }
  }

  void cancel() {
    end(new Unavailable(Code.RETRY, UNWANTED));
  }

  /// Ends what is under way, and what it begins after.
  public synchronized void end(AsofException reason) {
    why = reason;
    if (ending != null) {
      ending.accept(reason);
    }
  }

  /// Whether the request was read to its end and is being answered.
  public synchronized boolean hasBegun() {
    return ending != null;
  }

  /// Whether it waits for the person.
  public synchronized boolean isAsking() {
    return asking;
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
