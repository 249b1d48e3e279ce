package dev.asof.http;

import dev.asof.ask.AnswerCache;
import dev.asof.embed.Embedder;
import dev.asof.fault.AsofException;
import dev.asof.fault.Code;
import dev.asof.id.TenantId;
import dev.asof.index.PassageIndex;
import dev.asof.mcp.Asker;
import dev.asof.mcp.Cancellation;
import dev.asof.mcp.McpServlet;
import dev.asof.mcp.Means;
import dev.asof.schema.Database;
import dev.asof.write.Store;
import dev.asof.write.token.TokenRole.Right;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.jspecify.annotations.Nullable;

/// Lets models in at `/mcp`, as the same callers, by the same doors and into the same log as
/// everybody else. A token decides the tenant; the local user names another than `default` in the
/// address: `/mcp?tenant=acme`.
final class ModelDoor extends HttpServlet {

  static final String PATH = "/mcp";

  private static final String DEFAULT_TENANT = "default";

  private final transient Engine engine;
  private final transient Doors doors;
  private final transient Callers callers;
  private final transient Watch watch;
  private final transient Duration limit;
  private final transient AccessLog log;
  private final transient McpServlet models;
  private final AtomicLong number = new AtomicLong();

  ModelDoor(
      Engine engine, Limits limits, Doors doors, Callers callers, Watch watch, AccessLog log) {
    this.engine = engine;
    this.doors = doors;
    this.callers = callers;
    this.watch = watch;
    this.limit = limits.time();
    this.log = log;
    this.models =
        new McpServlet(means(), PATH, (int) Math.min(Integer.MAX_VALUE, limits.bodyBytes()));
  }

  void mount(ServletContextHandler server) {
    ServletHolder holder = new ServletHolder(this);
    holder.setAsyncSupported(true);
    server.addServlet(holder, PATH);
  }

  @Override
  public void init(ServletConfig config) throws ServletException {
    super.init(config);
    models.init(config);
  }

  /// Ends all sessions.
  void end() {
    models.close();
  }

  /// What is known of a request by its end.
  private static final class Course {
    @Nullable String tenant;
    @Nullable Integer token;
    @Nullable Code code;
    boolean gone;

    int status() {
      Code known = code;
      return gone ? Gate.NOBODY_WAITS : known == null ? HttpServletResponse.SC_OK : known.http();
    }
  }

  /// A message, which is read before a tool begins.
  private record Message(HttpServletRequest request, Cancellation cancellation)
      implements Watch.Answering {
    @Override
    public boolean mayHaveUnreadBody() {
      return !cancellation.hasBegun();
    }

    @Override
    public boolean isWaiting() {
      return cancellation.isAsking();
    }

    @Override
    public void end(AsofException why) {
      cancellation.end(why);
    }
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    Instant time = engine.clock().instant();
    long start = System.nanoTime();
    Course course = new Course();
    String method = request.getMethod();
    String from = String.valueOf(request.getRemoteAddr());
    response.setHeader("X-Content-Type-Options", "nosniff");
    try (Doors.Turn turn = doors.enter()) {
      Asker asker = asker(request, turn, course);
      Cancellation cancellation = new Cancellation();
      try (Watch.Watched watched = watch.over(new Message(request, cancellation), limit)) {
        models.answer(asker, cancellation, request, response);
        course.gone = watched.isGone();
      }
    } catch (AsofException e) {
      refuse(response, e, course);
    }
    log.say(
        new AccessLog.Line(
            time,
            number.incrementAndGet(),
            Problem.shortened(method),
            PATH,
            course.tenant,
            course.token,
            course.status(),
            course.code == null ? null : course.code.word(),
            0,
            Math.round(Duration.ofNanos(System.nanoTime() - start).toNanos() / 1e4) / 1e2,
            from));
  }

  private Asker asker(HttpServletRequest request, Doors.Turn turn, Course course) {
    try (Database opened = engine.open()) {
      if (!callers.needToken(opened)) {
        Doors.requireOwnName(request.getHeader("Host"));
      }
      Principal principal = callers.of(request.getHeader("Authorization"), opened);
      course.token = principal.token();
      turn.of(principal);
      Callers.require(principal, Right.READ);
      // A client sends no Origin; a page of another site would.
      Doors.requireOwnOrigin(request);
      Store store = new Store(opened.as(principal.caller()));
      String named = request.getParameter("tenant");
      TenantId tenant = principal.tenant();
      if (named != null || tenant == null) {
        String name = named == null ? DEFAULT_TENANT : named;
        tenant = callers.tenant(principal, name, store);
        course.tenant = name;
      }
      return new Asker(principal.caller(), tenant);
    }
  }

  private static void refuse(HttpServletResponse response, AsofException why, Course course)
      throws IOException {
    Problem problem = Problem.of(why);
    course.code = problem.code();
    if (problem.status() == HttpServletResponse.SC_UNAUTHORIZED) {
      response.setHeader("WWW-Authenticate", "Bearer realm=\"asof\"");
    }
    response.setHeader("Cache-Control", "no-store");
    response.setStatus(problem.status());
    response.setContentType(Problem.MEDIA_TYPE);
    response.getOutputStream().write(problem.json());
  }

  private Means means() {
    return new Means() {
      @Override
      public Database open() {
        return engine.open();
      }

      @Override
      public PassageIndex index(Database database) {
        return engine.index(database);
      }

      @Override
      public Optional<Embedder> embedder() {
        return engine.embedder();
      }

      @Override
      public AnswerCache answers() {
        return engine.answers();
      }

      @Override
      public Clock clock() {
        return engine.clock();
      }

      @Override
      public String keep(Throwable fault) {
        engine.keep(fault);
        return "and whoever looks after the server finds more in its log";
      }

      @Override
      public void log(String line) {
        // The access log has a line for each request already.
      }
    };
  }
}
