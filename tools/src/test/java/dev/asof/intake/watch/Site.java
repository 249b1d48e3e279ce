package dev.asof.intake.watch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPOutputStream;

/// A site on this machine that serves what a test tells it to, and notes what it was asked.
public final class Site implements AutoCloseable {

  /// How one path answers.
  public interface Page {
    void serve(HttpExchange exchange) throws IOException;
  }

  /// Writes an answer by hand, byte for byte, correct or not.
  public interface Bytes {
    void write(OutputStream out) throws IOException, InterruptedException;
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Page> pages = new ConcurrentHashMap<>();
  private final List<ServerSocket> others = new CopyOnWriteArrayList<>();

  /// `GET /terms`, in order, robots.txt too.
  public final List<String> asked = new CopyOnWriteArrayList<>();

  /// The headers of the last request.
  public volatile Map<String, List<String>> headers = Map.of();

  public Site() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::serve);
    server.start();
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().toString();
      asked.add("GET " + path);
      if (!path.equals("/robots.txt")) {
        headers = Map.copyOf(exchange.getRequestHeaders());
      }
      Page page = pages.get(path);
      if (page == null) {
        answer(exchange, 404, "", Map.of());
      } else {
        page.serve(exchange);
      }
    }
  }

  public Site on(String path, Page page) {
    pages.put(path, page);
    return this;
  }

  /// A page in HTML, in UTF-8.
  public Site html(String path, String html) {
    return on(
        path,
        exchange ->
            answer(exchange, 200, html, Map.of("Content-Type", "text/html; charset=utf-8")));
  }

  /// A page with validators, which it obeys.
  public Site validated(String path, String html, String etag) {
    return on(
        path,
        exchange -> {
          Map<String, String> sent = Map.of("Content-Type", "text/html", "ETag", etag);
          boolean same = etag.equals(exchange.getRequestHeaders().getFirst("If-None-Match"));
          answer(exchange, same ? 304 : 200, same ? "" : html, sent);
        });
  }

  public Site status(String path, int status) {
    return on(path, exchange -> answer(exchange, status, "", Map.of()));
  }

  public Site redirect(String path, int status, String to) {
    return on(path, exchange -> answer(exchange, status, "", Map.of("Location", to)));
  }

  public Site robots(String rules) {
    return on(
        "/robots.txt",
        exchange -> answer(exchange, 200, rules, Map.of("Content-Type", "text/plain")));
  }

  public static void answer(
      HttpExchange exchange, int status, String body, Map<String, String> headers)
      throws IOException {
    answer(exchange, status, body.getBytes(StandardCharsets.UTF_8), headers);
  }

  public static void answer(
      HttpExchange exchange, int status, byte[] body, Map<String, String> headers)
      throws IOException {
    headers.forEach(exchange.getResponseHeaders()::set);
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
  }

  public static byte[] gzip(byte[] bytes) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }

  public String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  /// How often a path was asked for.
  public long count(String path) {
    return asked.stream().filter(one -> one.equals("GET " + path)).count();
  }

  /// The header of the last request.
  public Optional<String> header(String name) {
    return headers.entrySet().stream()
        .filter(header -> header.getKey().equalsIgnoreCase(name))
        .map(header -> header.getValue().getFirst())
        .findFirst();
  }

  /// A server of its own that forbids nothing and answers everything else with these bytes; returns
  /// the address of a page there.
  public String raw(Bytes bytes) {
    try {
      ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      others.add(listening);
      threads.execute(() -> {
        while (!listening.isClosed()) {
          try {
            Socket client = listening.accept();
            threads.execute(() -> raw(client, bytes));
          } catch (IOException e) {
            return;
          }
        }
      });
      return "http://127.0.0.1:" + listening.getLocalPort() + "/page";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A server of its own that speaks first, and no TLS; returns an address under https there.
  public String greeting(String words) {
    try {
      ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      others.add(listening);
      threads.execute(() -> {
        while (!listening.isClosed()) {
          try (Socket client = listening.accept()) {
            client.getOutputStream().write(words.getBytes(StandardCharsets.US_ASCII));
            client.getInputStream().skipNBytes(1);
          } catch (IOException e) {
            // The next one, or none.
          }
        }
      });
      return "https://127.0.0.1:" + listening.getLocalPort() + "/page";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void raw(Socket client, Bytes bytes) {
    try (client) {
      InputStream in = client.getInputStream();
      StringBuilder request = new StringBuilder();
      while (request.indexOf("\r\n\r\n") < 0) {
        int b = in.read();
        if (b < 0) {
          return;
        }
        request.append((char) b);
      }
      OutputStream out = client.getOutputStream();
      if (request.toString().startsWith("GET /robots.txt")) {
        out.write(
            "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII));
      } else {
        bytes.write(out);
      }
      out.flush();
    } catch (SocketException e) {
      // Whoever asked went away.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws IOException {
    server.stop(0);
    for (ServerSocket other : others) {
      other.close();
    }
    threads.shutdownNow();
  }
}
