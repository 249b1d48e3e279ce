package dev.asof.mcp;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import io.modelcontextprotocol.spec.McpStreamableServerSession;
import io.modelcontextprotocol.spec.McpStreamableServerTransport;
import java.time.Duration;
import java.util.Map;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/// A session of the SDK, which does not know cancelled requests, with them: all else is left to it.
final class CancellableSession extends McpStreamableServerSession {

  private final McpStreamableServerSession session;
  private final Requests requests = new Requests();

  CancellableSession(McpStreamableServerSession session) {
    super(
        session.getId(),
        ClientCapabilities.builder().build(),
        Implementation.builder("unused", "0").build(),
        Duration.ZERO,
        Map.of(),
        Map.of());
    this.session = session;
  }

  @Override
  public Mono<Void> responseStream(
      JSONRPCRequest request, McpStreamableServerTransport transport) {
    return requests
        .cancellable(request.id(), session.responseStream(request, transport))
        .then(Mono.defer(transport::closeGracefully));
  }

  @Override
  public Mono<Void> accept(JSONRPCNotification notification) {
    return Requests.isCancelling(notification)
        ? Mono.fromRunnable(() -> requests.cancel(notification))
        : session.accept(notification);
  }

  @Override
  public Mono<Void> accept(JSONRPCResponse response) {
    return session.accept(response);
  }

  @Override
  public McpStreamableServerSessionStream listeningStream(McpStreamableServerTransport transport) {
    return session.listeningStream(transport);
  }

  @Override
  public McpStreamableServerSessionStream responseStream(McpStreamableServerTransport transport) {
    return session.responseStream(transport);
  }

  @Override
  public void releaseListeningStream() {
    session.releaseListeningStream();
  }

  @Override
  public boolean hasListeningStream() {
    return session.hasListeningStream();
  }

  @Override
  public boolean hasOpenStream() {
    return session.hasOpenStream();
  }

  @Override
  public Flux<JSONRPCMessage> replay(Object lastEvent) {
    return session.replay(lastEvent);
  }

  @Override
  public <T> Mono<T> sendRequest(String method, Object params, TypeRef<T> type) {
    return session.sendRequest(method, params, type);
  }

  @Override
  public Mono<Void> sendNotification(String method, Object params) {
    return session.sendNotification(method, params);
  }

  @Override
  public void setMinLoggingLevel(LoggingLevel level) {
    session.setMinLoggingLevel(level);
  }

  @Override
  public boolean isNotificationForLevelAllowed(LoggingLevel level) {
    return session.isNotificationForLevelAllowed(level);
  }

  @Override
  public Mono<Void> delete() {
    return session.delete();
  }

  @Override
  public Mono<Void> closeGracefully() {
    return session.closeGracefully();
  }

  @Override
  public void close() {
    session.close();
  }
}
