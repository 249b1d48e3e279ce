package dev.asof.http;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.Filter;
import dev.asof.history.Page;
import dev.asof.id.TenantId;
import dev.asof.ingest.Near;
import dev.asof.schema.Database;
import dev.asof.shown.AskedTimes;
import dev.asof.time.TimeInput;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One request under way: what it says, read by the route's own parameters and refused where it
/// says anything else, and what it is answered from.
final class Exchange {

  /// Pages of answers that would otherwise be as long as a tenant.
  private static final int PAGE = 1_000;

  private static final int LONGEST_PAGE = 10_000;

  private final Context context;
  private final Route route;
  private final Engine engine;
  private final Limits limits;
  private final Map<String, List<String>> query;
  private final Reply reply;
  private @Nullable Principal principal;
  private @Nullable Database database;
  private @Nullable TenantId tenant;
  private @Nullable Body body;

  /// Throws a [CallerFault] where the query says what the route does not know, or says something
  /// twice.
  Exchange(Context context, Route route, Engine engine, Limits limits) {
    this.context = context;
    this.route = route;
    this.engine = engine;
    this.limits = limits;
    this.query = checked(Query.parse(context.queryString()), route);
    this.reply = new Reply(context, route);
  }

  private static Map<String, List<String>> checked(Map<String, List<String>> query, Route route) {
    Map<String, Parameter> known = new LinkedHashMap<>();
    route.in(Parameter.In.QUERY).forEach(parameter -> known.put(parameter.name(), parameter));
    query.forEach((name, values) -> {
      Parameter parameter = known.get(name);
      if (parameter == null) {
        throw unknown("parameter", name, known.keySet());
      }
      if (values.size() > 1 && !parameter.repeatable()) {
        throw new CallerFault(
            Code.BAD_INPUT,
            name + " is given " + values.size() + " times; give it once",
            Map.of("parameter", name));
      }
      if (!parameter.empty() && values.contains("")) {
        throw new CallerFault(
            Code.BAD_INPUT,
            name + " is empty; leave it out or give a value",
            Map.of("parameter", name));
      }
    });
    known.values().stream()
        .filter(parameter -> parameter.required() && !query.containsKey(parameter.name()))
        .findFirst()
        .ifPresent(missing -> {
          throw missing(missing);
        });
    return query;
  }

  static CallerFault missing(Parameter parameter) {
    return new CallerFault(
        Code.USAGE,
        parameter.name() + " is missing; " + parameter.description(),
        Map.of("parameter", parameter.name()));
  }

  static CallerFault unknown(String what, String name, Iterable<String> known) {
    List<String> all = new ArrayList<>();
    known.forEach(all::add);
    List<String> near = Near.of(name, all);
    return new CallerFault(
        Code.USAGE,
        "there is no "
            + what
            + " '"
            + Problem.shortened(name)
            + "' here; "
            + (near.isEmpty()
                ? all.isEmpty() ? "none is known" : "known: " + String.join(", ", all)
                : "did you mean " + String.join(" or ", near) + "?"),
        Map.of(what, Problem.shortened(name)));
  }

  Context context() {
    return context;
  }

  Route route() {
    return route;
  }

  Engine engine() {
    return engine;
  }

  Reply reply() {
    return reply;
  }

  void by(Principal caller) {
    principal = caller;
  }

  Principal principal() {
    return Objects.requireNonNull(principal);
  }

  void on(Database opened, @Nullable TenantId of) {
    database = opened;
    tenant = of;
  }

  /// For the caller, ended with the request.
  Database database() {
    return Objects.requireNonNull(database);
  }

  TenantId tenant() {
    return Objects.requireNonNull(tenant);
  }

  String tenantName() {
    return context.pathParam(Parameters.TENANT.name());
  }

  /// Whether there is a body that nobody has read yet: what comes on the connection is not the end
  /// of it.
  boolean mayHaveUnreadBody() {
    return route.accepts() != Route.Accepts.NOTHING
        ? body == null
        : context.req().getContentLengthLong() > 0 || context.header("Transfer-Encoding") != null;
  }

  /// The JSON body.
  Body body() {
    if (body == null) {
      body = Body.read(context, route, limits.bodyBytes());
    }
    return body;
  }

  /// The bytes of the body, as many as a stream may have; refused beyond.
  InputStream stream() throws IOException {
    return new BoundedStream(context.req().getInputStream(), limits.importBytes());
  }

  boolean isGiven(Parameter parameter) {
    return query.containsKey(parameter.name());
  }

  /// Null where it was not given.
  @Nullable String textOrNull(Parameter parameter) {
    List<String> values = query.get(parameter.name());
    return values == null ? null : values.getFirst();
  }

  String text(Parameter parameter) {
    String value = textOrNull(parameter);
    if (value == null) {
      throw missing(parameter);
    }
    return value;
  }

  List<String> texts(Parameter parameter) {
    return query.getOrDefault(parameter.name(), List.of());
  }

  @Nullable Integer numberOrNull(Parameter parameter) {
    String value = textOrNull(parameter);
    if (value == null) {
      return null;
    }
    if (!value.matches("[1-9]\\d{0,8}")) {
      throw Problem.bad(parameter, value, "it has to be a number, 1 or more");
    }
    return Integer.valueOf(value);
  }

  @Nullable Long idOrNull(Parameter parameter) {
    String value = textOrNull(parameter);
    return value == null ? null : id(parameter, value);
  }

  static long id(Parameter parameter, String value) {
    if (!value.matches("[1-9]\\d{0,17}")) {
      throw Problem.bad(parameter, value, "it has to be a number, 1 or more");
    }
    return Long.parseLong(value);
  }

  /// A transaction, `@12` or `12`.
  @Nullable Long sequenceOrNull(Parameter parameter) {
    String value = textOrNull(parameter);
    return value == null ? null : sequence(parameter, value);
  }

  static long sequence(Parameter parameter, String value) {
    String digits = value.startsWith("@") ? value.substring(1) : value;
    if (!digits.matches("\\d{1,18}")) {
      throw Problem.bad(parameter, value, "it has to be a transaction such as @12");
    }
    return Long.parseLong(digits);
  }

  boolean flag(Parameter parameter) {
    String value = textOrNull(parameter);
    return value != null && flag(parameter, value);
  }

  static boolean flag(Parameter parameter, String value) {
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default -> throw Problem.bad(parameter, value, "it has to be true or false");
    };
  }

  @Nullable String wordOrNull(Parameter parameter) {
    String value = textOrNull(parameter);
    return value == null ? null : word(parameter, value);
  }

  static String word(Parameter parameter, String value) {
    if (!parameter.words().contains(value)) {
      throw Problem.bad(
          parameter, value, "it has to be one of " + String.join(", ", parameter.words()));
    }
    return value;
  }

  List<String> words(Parameter parameter) {
    String value = textOrNull(parameter);
    return value == null
        ? List.of()
        : Arrays.stream(value.split(",", -1)).map(one -> word(parameter, one)).toList();
  }

  Filter filter() {
    return new Filter(
        textOrNull(Parameters.DOCUMENT),
        textOrNull(Parameters.SOURCE),
        textOrNull(Parameters.SCOPE));
  }

  AskedTimes times() {
    AskedTimes times =
        new AskedTimes(textOrNull(Parameters.AS_KNOWN), textOrNull(Parameters.ZONE_OF_TIMES));
    // Read now, so that a zone that is none is refused whether or not a time needs it.
    times.zone();
    return times;
  }

  /// Null where none was given.
  @Nullable TimeInput about(AskedTimes times) {
    String about = textOrNull(Parameters.ABOUT);
    return about == null ? null : times.about(about);
  }

  /// What was asked for, or a page of a length that fits into memory.
  Page page() {
    Integer limit = numberOrNull(Parameters.LIMIT);
    if (limit != null && limit > LONGEST_PAGE) {
      throw Problem.bad(
          Parameters.LIMIT, limit.toString(), "it has to be from 1 to " + LONGEST_PAGE);
    }
    return new Page(limit == null ? PAGE : limit, textOrNull(Parameters.AFTER));
  }

  /// Whether the answer is to come as lines, and as a whole.
  boolean isWholeInLines() {
    return reply.isLines() && !isGiven(Parameters.LIMIT) && !isGiven(Parameters.AFTER);
  }

  /// Whether the point that is asked about can be no other tomorrow: a token or an instant of
  /// system time, and an explicit time of valid time where the route has one.
  boolean isPointFixed() {
    return isFixed(Parameters.AS_KNOWN)
        && (!route.has(Parameters.ABOUT) || isGiven(Parameters.ABOUT))
        && (!isGiven(Parameters.BEFORE_KNOWN) || isFixed(Parameters.BEFORE_KNOWN))
        && (!route.has(Parameters.SINCE) || isFixed(Parameters.SINCE));
  }

  private boolean isFixed(Parameter known) {
    String value = textOrNull(known);
    // A bare date may still be running.
    return value != null && (value.startsWith("@") || value.indexOf('T') > 0);
  }
}
