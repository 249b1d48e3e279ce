package dev.asof.mcp;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/// The protocol over HTTP: what a server passes requests to once it knows who asks. Each request is
/// answered for its own asker, whichever session it names. The SDK hands cancelled requests of this
/// transport on to nobody: a client that wants no answer any more closes the connection, which the
/// server tells by the request's [Cancellation].
public final class McpServlet implements AutoCloseable {

  private static final String ASKER = "asof.asker";
  private static final String CANCELLATION = "asof.cancellation";

  /// Less than a connection may say nothing.
  private static final Duration ALIVE = Duration.ofSeconds(20);

  private final HttpServletStreamableServerTransportProvider transport;
  private final McpSyncServer server;

  /// @param path where it is asked, such as `/mcp`
  /// @param longest most bytes of a message
  public McpServlet(Means means, String path, int longest) {
    McpJsonMapper mapper = McpDoor.mapper();
    this.transport =
        HttpServletStreamableServerTransportProvider.builder()
            .jsonMapper(mapper)
            .mcpEndpoint(path)
            .maxRequestSize(longest)
            .keepAliveInterval(ALIVE)
            .contextExtractor(request ->
                ((Cancellation) request.getAttribute(CANCELLATION))
                    .in(McpTransportContext.create(Map.of(ASKER, request.getAttribute(ASKER)))))
            .build();
    this.server =
        McpDoor.built(McpServer.sync(transport), new Calls(means, McpServlet::asker, null), mapper);
  }

  private static Asker asker(McpSyncServerExchange exchange) {
    return (Asker) Objects.requireNonNull(exchange.transportContext().get(ASKER), "no asker");
  }

  /// To be called before the first request.
  public void init(ServletConfig config) throws ServletException {
    transport.init(config);
  }

  /// Answers a request for `asker`.
  ///
  /// @param cancellation ends it
  public void answer(
      Asker asker,
      Cancellation cancellation,
      HttpServletRequest request,
      HttpServletResponse response)
      throws ServletException, IOException {
    request.setAttribute(ASKER, asker);
    request.setAttribute(CANCELLATION, cancellation);
    transport.service(request, response);
  }

  @Override
  public void close() {
    server.closeGracefully();
    transport.destroy();
  }
}
