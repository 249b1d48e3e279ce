package dev.asof.schema;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Stands in for a language model with OpenAI's interface for chat completions: a server on this
/// machine that says what a test tells it to, and keeps what it was sent. It is no model and knows
/// nothing.
public final class StandInModel implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch end = new CountDownLatch(1);
  private final Deque<Reply> replies = new ArrayDeque<>();
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private final List<String> authorizations = Collections.synchronizedList(new ArrayList<>());

  private interface Reply {
    void to(HttpExchange exchange) throws IOException;
  }

  private StandInModel(HttpServer server) {
    this.server = server;
  }

  public static StandInModel start() {
    try {
      StandInModel model =
          new StandInModel(
              HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
      model.server.setExecutor(model.threads);
      model.server.createContext("/v1/chat/completions", model::answer);
      model.server.start();
      return model;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    requests.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    String sent = exchange.getRequestHeaders().getFirst("Authorization");
    authorizations.add(sent == null ? "none" : sent);
    Reply reply;
    synchronized (replies) {
      reply = replies.size() > 1 ? replies.removeFirst() : replies.getFirst();
    }
    try (exchange) {
      reply.to(exchange);
    }
  }

  private StandInModel then(Reply reply) {
    synchronized (replies) {
      replies.add(reply);
    }
    return this;
  }

  /// Forgets what it was told and what it was sent.
  public StandInModel anew() {
    synchronized (replies) {
      replies.clear();
    }
    requests.clear();
    authorizations.clear();
    return this;
  }

  /// The next answer; the last that it was told is repeated.
  public StandInModel says(String words) {
    return gives(200, completion(words, "stop"), Map.of());
  }

  /// The same, after something happened while it was waited for.
  public StandInModel saysAfter(Runnable meanwhile, String words) {
    return then(exchange -> {
      meanwhile.run();
      send(exchange, 200, completion(words, "stop"), Map.of());
    });
  }

  /// As one whose longest answer was reached.
  public StandInModel breaksOffAfter(String words) {
    return gives(200, completion(words, "length"), Map.of());
  }

  /// The next answer, as it is.
  public StandInModel gives(int status, String body, Map<String, String> headers) {
    return then(exchange -> send(exchange, status, body, headers));
  }

  private static void send(
      HttpExchange exchange, int status, String body, Map<String, String> headers)
      throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    headers.forEach(exchange.getResponseHeaders()::set);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  /// Takes the next question and never answers.
  public StandInModel staysSilent() {
    return then(exchange -> {
      try {
        end.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
  }

  private static String completion(String words, String finish) {
    return "{\"id\":\"stand-in\",\"object\":\"chat.completion\",\"created\":0,\"model\":\"stand-in\","
               + "\"choices\":[{\"index\":0,\"finish_reason\":\""
        + finish
        + "\",\"message\":{\"role\":\"assistant\",\"content\":\""
        + words.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n")
        + "\"}}],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1,\"total_tokens\":2}}";
  }

  /// Up to and without `/chat/completions`.
  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
  }

  /// The bodies it was sent, in order.
  public List<String> requests() {
    return List.copyOf(requests);
  }

  /// The headers of that name, `none` where there was none.
  public List<String> authorizations() {
    return List.copyOf(authorizations);
  }

  @Override
  public void close() {
    end.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
