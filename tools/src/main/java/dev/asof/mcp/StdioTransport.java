package dev.asof.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/// One client over two streams, a message a line. Differs from the SDK's own in three things: a
/// line that is no message is answered and the next one read, a cancelled request is ended, and at
/// the end of the input those under way are still answered.
final class StdioTransport implements McpServerTransportProvider, McpServerTransport {

  /// The longest message, in characters.
  static final int LONGEST = 16 * 1024 * 1024;

  private static final Logger LOG = LoggerFactory.getLogger(StdioTransport.class);

  private final McpJsonMapper mapper;
  private final BufferedReader in;
  private final OutputStream out;
  private final Requests requests = new Requests();
  private @Nullable McpServerSession session;

  StdioTransport(McpJsonMapper mapper, InputStream in, OutputStream out) {
    this.mapper = mapper;
    this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    this.out = out;
  }

  @Override
  public void setSessionFactory(McpServerSession.Factory factory) {
    session = factory.create(this);
  }

  private McpServerSession session() {
    return Objects.requireNonNull(session, "the server is not built");
  }

  /// Reads to the end of the input, then waits for what is under way.
  void run() {
    try {
      for (String line = line(); line != null; line = line()) {
        if (!line.isBlank()) {
          take(line);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      requests.finish();
    }
  }

  /// The next line; what is longer than a message may be comes back cut. Null: there is none.
  private @Nullable String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        return line.isEmpty() ? null : line.toString();
      }
      if (line.length() <= LONGEST) {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  private void take(String line) {
    JSONRPCMessage message;
    try {
      if (line.length() > LONGEST) {
        throw new IOException("it is longer than " + LONGEST + " characters");
      }
      message = McpSchema.deserializeJsonRpcMessage(mapper, line);
    } catch (IOException | RuntimeException e) {
      LOG.warn("a line is no message", e);
      // The SDK has no response without an id, which is what one to an unreadable request is.
      Map<String, @Nullable Object> error = new LinkedHashMap<>();
      error.put("jsonrpc", "2.0");
      error.put("id", null);
      error.put(
          "error",
          Map.of(
              "code",
              ErrorCodes.PARSE_ERROR,
              "message",
              "this line is no JSON-RPC message; send one message a line"));
      write(error);
      return;
    }
    Mono<Void> work =
        switch (message) {
          case JSONRPCRequest request ->
              requests.cancellable(request.id(), session().handle(request));
          case JSONRPCNotification cancelling when Requests.isCancelling(cancelling) ->
              Mono.fromRunnable(() -> requests.cancel(cancelling));
          default -> session().handle(message);
        };
    work.subscribe(done -> {}, e -> LOG.warn("a message was lost", e));
  }

  private void write(Object message) {
    try {
      byte[] line = (mapper.writeValueAsString(message) + "\n").getBytes(StandardCharsets.UTF_8);
      synchronized (out) {
        out.write(line);
        out.flush();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    return Mono.fromRunnable(() -> write(message));
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return mapper.convertValue(data, type);
  }

  @Override
  public Mono<Void> notifyClients(String method, Object params) {
    return session().sendNotification(method, params);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }

  @Override
  public void close() {}

  @Override
  public List<String> protocolVersions() {
    return List.of(
        ProtocolVersions.MCP_2024_11_05,
        ProtocolVersions.MCP_2025_03_26,
        ProtocolVersions.MCP_2025_06_18,
        ProtocolVersions.MCP_2025_11_25);
  }
}
