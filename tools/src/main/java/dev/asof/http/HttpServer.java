package dev.asof.http;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.schema.Database;
import dev.asof.write.token.ApiTokens;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import io.javalin.http.MethodNotAllowedResponse;
import io.javalin.util.JavalinException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// A server that runs: from its start to its end it answers the [Routes] from an [Engine] and lets
/// the index follow the ledger.
public final class HttpServer implements AutoCloseable {

  private final Javalin javalin;
  private final Doors doors;
  private final Watch watch;
  private final Follower follower;
  private final ModelDoor models;
  private boolean closed;

  private HttpServer(
      Javalin javalin, Doors doors, Watch watch, Follower follower, ModelDoor models) {
    this.javalin = javalin;
    this.models = models;
    this.doors = doors;
    this.watch = watch;
    this.follower = follower;
  }

  /// Where it listens, and who is taken to ask where there are no tokens.
  ///
  /// @param port 0: any that is free
  /// @param localUser the actor of what is written without a token
  public record Address(String host, int port, String localUser) {}

  /// Starts to listen.
  ///
  /// Throws a [CallerFault] where it could be reached from elsewhere and there is no token, and
  /// where the address cannot be used.
  ///
  /// @param access takes a line of JSON for each request
  public static HttpServer start(
      Engine engine, Address address, Limits limits, Consumer<String> access) {
    return start(engine, address, limits, access, List.of());
  }

  /// @param more routes beside those that there are
  static HttpServer start(
      Engine engine, Address address, Limits limits, Consumer<String> access, List<Route> more) {
    boolean loopback = isLoopback(address.host());
    if (!loopback) {
      requireTokens(engine, address);
    }
    Metrics metrics = new Metrics();
    Doors doors = new Doors(limits);
    Watch watch = new Watch();
    Callers callers = new Callers(address.localUser(), loopback);
    AccessLog log = new AccessLog(access);
    Gate gate = new Gate(engine, limits, doors, callers, watch, metrics, log);
    List<Route> routes = new ArrayList<>(more);
    routes.addAll(Routes.all(metrics));
    ModelDoor models = new ModelDoor(engine, limits, doors, callers, watch, log);
    Javalin javalin =
        Javalin.create(config -> {
          configure(config, address, limits, gate, List.copyOf(routes));
          config.jetty.modifyServletContextHandler(models::mount);
        });
    Follower follower = new Follower(engine, metrics);
    try {
      javalin.start();
    } catch (JavalinException e) {
      watch.close();
      throw new CallerFault(
          Code.CONFIGURATION,
          "the server cannot listen on "
              + address.host()
              + ":"
              + address.port()
              + " ("
              + reason(e)
              + "); name another with --host and --port, --port 0 takes any that is free",
          e);
    }
    follower.start();
    return new HttpServer(javalin, doors, watch, follower, models);
  }

  private static String reason(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return String.valueOf(cause.getMessage());
  }

  private static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new CallerFault(
          Code.CONFIGURATION,
          "there is no host " + host + "; name an address of this machine with --host",
          e);
    }
  }

  private static void requireTokens(Engine engine, Address address) {
    try (Database database = engine.open()) {
      if (!new ApiTokens(database).any()) {
        throw new CallerFault(
            Code.CONFIGURATION,
            address.host()
                + " can be reached from other machines, and there are no tokens to know callers by;"
                + " make one first: asof token add NAME --role reader");
      }
    }
  }

  private static void configure(
      JavalinConfig config, Address address, Limits limits, Gate gate, List<Route> routes) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
    config.concurrency.useVirtualThreads = true;
    config.http.prefer405over404 = true;
    config.http.generateEtags = false;
    config.http.maxRequestSize = Long.MAX_VALUE;
    // What is secret and what the client chose must not be packed into one answer (BREACH).
    config.http.compressionStrategy = CompressionStrategy.NONE;
    config.router.treatMultipleSlashesAsSingleSlash = false;
    config.router.ignoreTrailingSlashes = false;
    config.jetty.host = address.host();
    config.jetty.port = address.port();
    config.jetty.modifyServer(HttpServer::server);
    config.jetty.modifyHttpConfiguration(http -> {
      http.setRequestHeaderSize(limits.headerBytes());
      http.setSendServerVersion(false);
      http.setSendXPoweredBy(false);
      http.setIdleTimeout(limits.idle().toMillis());
    });
    for (Route route : routes) {
      config.routes.addHttpHandler(
          HandlerType.findOrCreate(route.method().name()),
          route.path(),
          context -> gate.pass(context, route));
      if (route.method() == Route.Method.GET) {
        config.routes.addHttpHandler(
            HandlerType.HEAD, route.path(), context -> gate.pass(context, route));
      }
    }
    // The nearest class is taken, and Javalin has a handler for its own.
    config.routes.exception(Exception.class, (e, context) -> gate.refuse(context, e));
    config.routes.exception(
        HttpResponseException.class,
        (e, context) -> gate.refuse(context, unmatched(e, context, routes)));
    config.routes.exception(
        MethodNotAllowedResponse.class,
        (e, context) -> gate.refuse(context, unmatched(e, context, routes)));
  }

  /// What Javalin throws where no route is taken, in our words.
  private static Exception unmatched(
      HttpResponseException thrown, Context context, List<Route> routes) {
    if (thrown.getStatus() != HttpStatus.NOT_FOUND_404
        && thrown.getStatus() != HttpStatus.METHOD_NOT_ALLOWED_405) {
      return new CallerFault(
          Gate.ofStatus(thrown.getStatus()), "the request cannot be read: " + thrown.getMessage());
    }
    return Routes.unmatched(context.path(), routes);
  }

  private static void server(Server server) {
    // Requests under way have been waited for by then, and a connection that says nothing is not
    // waited for.
    server.setStopTimeout(0);
    server.setErrorHandler(new Unread());
  }

  /// Answers what is no request that could be routed, in the words of all others.
  private static final class Unread extends ErrorHandler {
    @Override
    protected void generateResponse(
        Request request,
        Response response,
        int code,
        String message,
        @Nullable Throwable cause,
        Callback callback) {
      Code ours = Gate.ofStatus(code);
      byte[] body =
          Problem.of(ours, "the request cannot be read: " + Problem.shortened(said(message)))
              .json();
      response.setStatus(ours.http());
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.MEDIA_TYPE);
      response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
      response.write(true, ByteBuffer.wrap(body), callback);
    }

    private static String said(@Nullable String message) {
      return message == null ? "it is malformed" : message;
    }
  }

  /// The port it listens on.
  public int port() {
    return javalin.port();
  }

  /// Ends: takes no more requests, waits for those under way, and closes.
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    doors.close();
    if (!doors.drain()) {
      // They are cut off: the server closes their connections.
      watch.close();
    }
    follower.close();
    // Its streams stay open for as long as their clients like.
    models.end();
    javalin.stop();
    watch.close();
  }
}
