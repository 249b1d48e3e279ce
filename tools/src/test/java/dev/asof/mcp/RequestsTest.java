package dev.asof.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

class RequestsTest {

  private final Requests requests = new Requests();
  private final List<String> sent = new CopyOnWriteArrayList<>();

  /// Work that ends, with a failure to be sent, in the moment in which it is told to.
  private Mono<Void> failingWhenTold() {
    return Mono.deferContextual(
            context -> {
              McpTransportContext transport = context.get(McpTransportContext.KEY);
              Cancellation cancellation = (Cancellation) transport.get("asof.cancellation");
              return Mono.<String>create(
                  end -> cancellation.then(reason -> end.success(reason.getMessage())));
            })
        .doOnNext(sent::add)
        .then();
  }

  @Test
  void nothingIsSentOfACancelledRequestHoweverFastItFails() {
    requests.cancellable(5, failingWhenTold()).subscribe();

    requests.cancel(
        new JSONRPCNotification("2.0", "notifications/cancelled", Map.of("requestId", 5)));

    assertThat(sent).isEmpty();
    requests.finish();
  }

  @Test
  void anotherRequestGoesOn() {
    requests.cancellable(5, failingWhenTold()).subscribe();
    requests.cancellable(6, Mono.<Void>fromRunnable(() -> sent.add("six"))).subscribe();

    requests.cancel(
        new JSONRPCNotification("2.0", "notifications/cancelled", Map.of("requestId", 6)));
    requests.cancel(
        new JSONRPCNotification("2.0", "notifications/cancelled", Map.of("requestId", 5)));

    assertThat(sent).containsExactly("six");
    requests.finish();
  }
}
