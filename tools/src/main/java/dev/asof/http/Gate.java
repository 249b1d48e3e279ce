package dev.asof.http;

import dev.asof.fault.AsofException;
import dev.asof.fault.Code;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.schema.Interrupt;
import dev.asof.write.Store;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.io.EofException;
import org.jspecify.annotations.Nullable;

/// What every request goes through: who it is, whether it may, its turn, its database, its watch;
/// afterwards its line in the log. Whatever is thrown ends here, as a problem.
final class Gate {

  /// What proxies call it when nobody waits for the answer any more.
  static final int NOBODY_WAITS = 499;

  private final Engine engine;
  private final Limits limits;
  private final Doors doors;
  private final Callers callers;
  private final Watch watch;
  private final Metrics metrics;
  private final AccessLog log;
  private final AtomicLong number = new AtomicLong();

  Gate(
      Engine engine,
      Limits limits,
      Doors doors,
      Callers callers,
      Watch watch,
      Metrics metrics,
      AccessLog log) {
    this.engine = engine;
    this.limits = limits;
    this.doors = doors;
    this.callers = callers;
    this.watch = watch;
    this.metrics = metrics;
    this.log = log;
  }

  /// What is known of a request by its end, for the log.
  private static final class Course {
    final Instant time;
    final long start = System.nanoTime();
    @Nullable String tenant;
    @Nullable Integer token;
    @Nullable Code code;
    boolean gone;

    Course(Instant time) {
      this.time = time;
    }
  }

  void pass(Context context, Route route) {
    Course course = new Course(engine.clock().instant());
    metrics.begun();
    try {
      run(context, route, course);
    } catch (Exception | StackOverflowError | OutOfMemoryError e) {
      fail(context, e, course);
    } finally {
      end(context, route.path(), course);
    }
  }

  /// A request that no route takes.
  void refuse(Context context, Exception why) {
    Course course = new Course(engine.clock().instant());
    metrics.begun();
    fail(context, why, course);
    end(context, null, course);
  }

  private void run(Context context, Route route, Course course) throws Exception {
    context.header("X-Content-Type-Options", "nosniff");
    if (route.right() == null) {
      // Pages and health: no tenant, no database of anybody, and no queue.
      if (!route.path().equals("/healthz")) {
        requireOwnName(context);
      }
      route.handling().answer(new Exchange(context, route, engine, limits));
      return;
    }
    try (Doors.Turn turn = doors.enter();
        Database opened = engine.open()) {
      boolean open = !callers.needToken(opened);
      if (open) {
        Doors.requireOwnName(context);
      }
      Principal principal = callers.of(context, opened);
      course.token = principal.token();
      turn.of(principal);
      Callers.require(principal, route.right());
      if (route.method() != Route.Method.GET) {
        Doors.requireOwnOrigin(context);
        Doors.requireMediaType(context, route.accepts());
      }
      Exchange exchange = new Exchange(context, route, engine, limits);
      exchange.by(principal);
      Interrupt interrupt = new Interrupt();
      Database database = opened.as(principal.caller()).under(interrupt);
      TenantId tenant = null;
      if (route.isOfTenant()) {
        tenant = callers.tenant(principal, exchange.tenantName(), new Store(database));
        course.tenant = exchange.tenantName();
      }
      exchange.on(database, tenant);
      Duration limit = route.time() == Route.Time.LIMITED ? limits.time() : null;
      try (Watch.Watched watched = watch.over(exchange, interrupt, limit)) {
        try {
          route.handling().answer(exchange);
        } catch (Exception e) {
          course.gone = watched.isGone();
          AsofException why = interrupt.why();
          if (why != null) {
            // What was thrown is the statement that was cancelled.
            why.addSuppressed(e);
            throw why;
          }
          throw e;
        }
      }
    }
  }

  private void requireOwnName(Context context) {
    try (Database database = engine.open()) {
      if (!callers.needToken(database)) {
        Doors.requireOwnName(context);
      }
    } catch (AsofException e) {
      if (e.code() == Code.NOT_ALLOWED) {
        throw e;
      }
      // The database is not there: who asks how the server is shall be told.
      Doors.requireOwnName(context);
    }
  }

  private void fail(Context context, Throwable thrown, Course course) {
    if (course.gone || isHangUp(thrown)) {
      course.gone = true;
      abort(context);
      return;
    }
    Problem problem = problem(thrown);
    course.code = problem.code();
    if (context.res().isCommitted()) {
      // Half an answer must not look whole.
      abort(context);
      return;
    }
    metrics.refused(problem.code().word());
    context.res().reset();
    context.header("X-Content-Type-Options", "nosniff");
    context.header("Cache-Control", "no-store");
    switch (problem.code().http()) {
      case 401 -> context.header("WWW-Authenticate", "Bearer realm=\"asof\"");
      case 405 -> context.header("Allow", allowed(thrown));
      case 429, 503 -> context.header("Retry-After", "1");
      default -> {}
    }
    if (doors.isClosing()) {
      context.header("Connection", "close");
    }
    context.status(problem.status());
    context.res().setContentType(Problem.MEDIA_TYPE);
    byte[] body = problem.json();
    context.res().setContentLength(body.length);
    try {
      context.res().getOutputStream().write(body);
      context.res().getOutputStream().close();
    } catch (IOException e) {
      course.gone = true;
    }
  }

  private static String allowed(Throwable thrown) {
    return thrown instanceof WrongMethod wrong ? wrong.allowed() : "GET";
  }

  /// A method that a path does not have.
  static final class WrongMethod extends RuntimeException {
    private final String allowed;

    WrongMethod(String allowed) {
      super(allowed);
      this.allowed = allowed;
    }

    String allowed() {
      return allowed;
    }
  }

  private Problem problem(Throwable thrown) {
    return switch (thrown) {
      case AsofException ours when ours.code() == Code.FAULT || ours.code() == Code.CONFIGURATION ->
          fault(thrown, ours.code());
      case AsofException ours -> Problem.of(ours);
      case WrongMethod wrong ->
          Problem.of(Code.WRONG_METHOD, "this path takes " + wrong.allowed() + " only");
      case HttpException http -> Problem.of(ofStatus(http.getCode()), reason(http));
      case OutOfMemoryError memory ->
          Problem.of(Code.BUSY, "there is not enough memory for this; ask for less at once");
      default -> fault(thrown, Code.FAULT);
    };
  }

  private Problem fault(Throwable thrown, Code code) {
    engine.keep(thrown);
    return Problem.of(
        code,
        "something went wrong that should not; this is no fault of the request, and whoever looks"
            + " after the server finds more in its log");
  }

  private static String reason(HttpException http) {
    String reason = http.getReason();
    return "the request cannot be read" + (reason == null ? "" : ": " + reason);
  }

  static Code ofStatus(int status) {
    return switch (status) {
      case 404 -> Code.NO_ROUTE;
      case 405 -> Code.WRONG_METHOD;
      case 413 -> Code.TOO_LARGE;
      case 414 -> Code.URL_TOO_LONG;
      case 415 -> Code.WRONG_MEDIA_TYPE;
      case 431 -> Code.HEADERS_TOO_LARGE;
      case 503 -> Code.BUSY;
      default -> status < 500 ? Code.BAD_INPUT : Code.FAULT;
    };
  }

  private static boolean isHangUp(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof EofException) {
        return true;
      }
    }
    return thrown instanceof UncheckedIOException io
        && String.valueOf(io.getMessage()).contains("Broken pipe");
  }

  private static void abort(Context context) {
    ServletContextRequest.getServletContextRequest(context.req())
        .getConnectionMetaData()
        .getConnection()
        .getEndPoint()
        .close();
  }

  private void end(Context context, @Nullable String route, Course course) {
    Duration taken = Duration.ofNanos(System.nanoTime() - course.start);
    int status = course.gone ? NOBODY_WAITS : context.res().getStatus();
    metrics.done(
        route == null ? "other" : context.req().getMethod(),
        route == null ? "none" : route,
        status,
        taken);
    Code code = course.code;
    log.say(
        new AccessLog.Line(
            course.time,
            number.incrementAndGet(),
            Problem.shortened(context.req().getMethod()),
            route,
            course.tenant,
            course.token,
            status,
            code == null ? null : code.word(),
            bytes(context),
            Math.round(taken.toNanos() / 1e4) / 1e2,
            String.valueOf(context.req().getRemoteAddr())));
  }

  private static long bytes(Context context) {
    return ServletContextRequest.getServletContextRequest(context.req())
        .getHttpOutput()
        .getWritten();
  }
}
