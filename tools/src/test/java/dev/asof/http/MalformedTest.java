package dev.asof.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.schema.Caller;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Every parameter and field of every route with every kind of malformation, made from the table of
/// routes: each is answered with a 400 as a problem, nothing is written, and nothing of it is a
/// fault of ours.
class MalformedTest {
  private static TestDatabase test;
  private static Served served;
  private static String checkpoint = "";

  @BeforeAll
  static void open() {
    test = TestDatabases.create();
    served = Served.on(test, Caller.everything());
    assertThat(
            served
                .post(
                    "default",
                    "assert",
                    "{\"document\":\"refunds\",\"source\":\"legal\",\"text\":\"Paid.\",\"new_label\":\"v1\",\"from\":\"2024-01-01\"}")
                .status())
        .isEqualTo(200);
    checkpoint = served.read("checkpoint").json().path("text").asString();
  }

  @AfterAll
  static void close() {
    served.close();
    test.close();
  }

  private static List<Route> ofTenants() {
    return Routes.all(new Metrics()).stream().filter(Route::isOfTenant).toList();
  }

  /// Values, encoded for a URL, that no parameter of this kind can have.
  private static List<String> wrong(Parameter.Kind kind) {
    List<String> wrong = new ArrayList<>(List.of("%00", "%ff%fe", "%c3%28", "%", "%zz", "%4"));
    wrong.addAll(
        switch (kind) {
          case TEXT, TEXTS, OBJECTS -> List.of();
          case TIME ->
              List.of(
                  "soon",
                  "2024-13-01",
                  "2024-02-30",
                  "2024-03-01T25:00",
                  "2024-03-01T10:00Q",
                  "1709251200",
                  "2024-03-01T10:00[Mars/Olympus]",
                  "@12x",
                  "9999999-01-01");
          case KNOWN ->
              List.of(
                  "soon",
                  "@",
                  "@-1",
                  "@x",
                  "@99999999999999999999",
                  "2024-02-30",
                  "@1%20",
                  "2024-03-01T24:61");
          case ZONE -> List.of("Mars/Olympus", "+99:00", "local", "Europe/London%20");
          case NUMBER ->
              List.of(
                  "0",
                  "-1",
                  "1.5",
                  "x",
                  "1e3",
                  "%2B1",
                  "99999999999999999999",
                  "%EF%BC%91",
                  "0x10",
                  "1%20");
          case FLAG -> List.of("yes", "1", "TRUE", "on");
          case WORD, WORDS -> List.of("nonsense", "NEWEST", "%20", "a,b,,");
          case TOKEN -> List.of("@", "@x", "-1", "@99999999999999999999", "1.0", "%2B1");
        });
    return wrong;
  }

  /// JSON values that no field of this kind can have.
  private static List<String> wrongJson(Parameter.Kind kind) {
    List<String> wrong = new ArrayList<>(List.of("{}"));
    if (kind != Parameter.Kind.OBJECTS && kind != Parameter.Kind.TEXTS) {
      wrong.add("[]");
      wrong.add("[\"x\"]");
    }
    wrong.addAll(
        switch (kind) {
          case TEXT -> List.of("1", "true", "\"a\\u0000b\"", "\"\\ud800\"");
          case TIME ->
              List.of("1709251200", "true", "\"soon\"", "\"2024-13-01\"", "\"2024-02-30\"", "\"\"");
          case KNOWN -> List.of("1", "\"@x\"");
          case ZONE -> List.of("1", "\"Mars/Olympus\"", "\"\"");
          case NUMBER -> List.of("\"1\"", "1.5", "-1", "0", "true", "99999999999999999999999");
          case FLAG -> List.of("\"true\"", "1", "0");
          case WORD, WORDS -> List.of("1", "true", "\"nonsense\"", "\"\"");
          case TOKEN -> List.of("\"@x\"", "-1", "1.5", "true", "\"\"");
          case TEXTS ->
              List.of(
                  "\"x\"",
                  "1",
                  "true",
                  "[1]",
                  "[null]",
                  "[[\"x\"]]",
                  "[\"\"]",
                  "[\"a\\u0000b\"]",
                  "[\"\\ud800\"]");
          case OBJECTS ->
              List.of(
                  "\"x\"",
                  "1",
                  "[1]",
                  "[{}]",
                  "[{\"from\":\"2024-01-01\"}]",
                  "[{\"version_label\":\"v1\",\"from\":\"soon\"}]",
                  "[{\"version_label\":\"v1\",\"from\":\"2024-01-01\",\"more\":1}]",
                  "[{\"version_label\":\"v1\",\"nothing\":\"repealed\",\"from\":\"2024-01-01\"}]",
                  "[{\"nothing\":\"lost\",\"from\":\"2024-01-01\"}]");
        });
    return wrong;
  }

  /// A value that is right.
  private static String right(Parameter parameter) {
    return switch (parameter.name()) {
      case "checkpoint", "from-checkpoint" -> checkpoint;
      case "after", "known", "transaction", "since" -> "@1";
      default -> parameter.example();
    };
  }

  /// What is said beside the parameter that is tried: what the route needs.
  private static Map<String, String> needed(Route route, Parameter tried) {
    Map<String, String> query = new LinkedHashMap<>();
    for (Parameter parameter : route.in(Parameter.In.QUERY)) {
      boolean oneOfTwo =
          (route.operation().equals("exposure")
                  && parameter.name().equals("transaction")
                  && !tried.name().equals("statement"))
              || (route.operation().equals("diff") && parameter.name().equals("before-about"));
      if ((parameter.required() || oneOfTwo) && !parameter.equals(tried)) {
        query.put(parameter.name(), Served.encoded(right(parameter)));
      }
    }
    return query;
  }

  private static String url(Route route, Map<String, String> query) {
    List<String> pairs = new ArrayList<>();
    query.forEach((name, value) -> pairs.add(name + "=" + value));
    return route.path().replace("{tenant}", "default").replace("{sequence}", "1")
        + (pairs.isEmpty() ? "" : "?" + String.join("&", pairs));
  }

  private static Served.Got ask(Route route, String url, String body) {
    return route.method() == Route.Method.GET ? raw(route, url, "") : raw(route, url, body);
  }

  /// With the URL as it is: the client of Java would mend it.
  private static Served.Got raw(Route route, String url, String body) {
    return RawHttp.send(
        served.server.port(),
        route.method().name(),
        url,
        route.method() == Route.Method.GET
            ? Map.of()
            : Map.of(
                "Content-Type",
                route.accepts() == Route.Accepts.LINES
                    ? "application/x-ndjson"
                    : "application/json"),
        body.getBytes(StandardCharsets.UTF_8));
  }

  private static void refused(List<String> taken, String what, Served.Got got) {
    if (got.status() != 400 || !got.body().contains("\"detail\"")) {
      taken.add(what + ": " + got.status() + " " + got.body());
    }
  }

  @Test
  void noParameterTakesWhatItCannotBe() {
    long before = served.head("default");
    List<String> all = new ArrayList<>();
    int tried = 0;
    for (Route route : ofTenants()) {
      for (Parameter parameter : route.in(Parameter.In.QUERY)) {
        List<String> wrong = new ArrayList<>(wrong(parameter.kind()));
        if (!parameter.empty()) {
          wrong.add("");
        }
        if (!parameter.repeatable()) {
          wrong.add(
              Served.encoded(right(parameter))
                  + "&"
                  + parameter.name()
                  + "="
                  + Served.encoded(right(parameter)));
        }
        for (String value : wrong) {
          Map<String, String> query = needed(route, parameter);
          query.put(parameter.name(), value);
          String url = url(route, query);
          refused(all, route.method() + " " + url, ask(route, url, record()));
          tried++;
        }
        if (parameter.required()) {
          String url = url(route, needed(route, parameter));
          refused(all, "without " + parameter.name() + " " + url, ask(route, url, record()));
        }
      }
      String url = url(route, Map.of("nonsense", "1"));
      refused(all, url, ask(route, url, record()));
    }
    assertThat(all).isEmpty();
    assertThat(tried).isGreaterThan(500);
    assertThat(served.head("default")).isEqualTo(before);
    assertThat(served.faults).isEmpty();
  }

  private static String record() {
    return "{\"source\":\"o\",\"document_key\":\"x\",\"version_label\":\"1\",\"seq\":1,"
        + "\"format\":\"text\",\"valid_from\":\"2024-01-01\",\"validity_state\":\"asserted\","
        + "\"recorded_at\":\"2024-01-02T00:00:00Z\",\"body\":\"words\"}\n";
  }

  private static List<Route> writes() {
    return ofTenants().stream().filter(route -> route.accepts() == Route.Accepts.JSON).toList();
  }

  /// The fields that a write needs, each right; those given instead of another left out.
  private static Map<String, String> fields(Route route) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (Parameter field : route.in(Parameter.In.BODY)) {
      if (field.required()) {
        fields.put(
            field.name(),
            switch (field.kind()) {
              case NUMBER, FLAG, TEXTS, OBJECTS -> field.example();
              default -> "\"" + field.example() + "\"";
            });
      }
    }
    switch (route.operation()) {
      case "assert", "correct" -> fields.put("version_label", "\"v1\"");
      case "override" -> fields.put("not_in_force", "\"withdrawn\"");
      case "observe" -> fields.put("failed", "\"timeout\"");
      case "retract" -> fields.put("from", "\"2024-01-01\"");
      case "label" -> fields.put("add", "[\"hr\"]");
      case "erase" -> fields.put("all_versions", "true");
      case "set" -> fields.put("recent", "\"P90D\"");
      default -> {}
    }
    if (route.has(Parameters.REASON)) {
      fields.put("reason", "\"r\"");
    }
    return fields;
  }

  private static String body(Map<String, String> fields) {
    List<String> pairs = new ArrayList<>();
    fields.forEach((name, value) -> pairs.add("\"" + name + "\":" + value));
    return "{" + String.join(",", pairs) + "}";
  }

  @Test
  void noFieldTakesWhatItCannotBe() {
    long before = served.head("default");
    List<String> all = new ArrayList<>();
    int tried = 0;
    for (Route route : writes()) {
      String url = url(route, Map.of());
      for (Parameter field : route.in(Parameter.In.BODY)) {
        for (String value : wrongJson(field.kind())) {
          Map<String, String> fields = fields(route);
          fields.put(field.name(), value);
          refused(all, url + " " + body(fields), raw(route, url, body(fields)));
          tried++;
        }
        if (field.required()) {
          Map<String, String> fields = fields(route);
          fields.remove(field.name());
          refused(all, url + " " + body(fields), raw(route, url, body(fields)));
          fields.put(field.name(), "null");
          refused(all, url + " " + body(fields), raw(route, url, body(fields)));
        }
      }
      Map<String, String> more = fields(route);
      more.put("nonsense", "1");
      refused(all, url + body(more), raw(route, url, body(more)));
      String twice = body(fields(route)).replace("{", "{\"reason\":\"q\",");
      refused(all, url + twice, raw(route, url, twice));
    }
    assertThat(all).isEmpty();
    assertThat(tried).isGreaterThan(300);
    assertThat(served.head("default")).isEqualTo(before);
    assertThat(served.faults).isEmpty();
  }

  @Test
  void noBodyIsTakenThatIsNoObject() {
    long before = served.head("default");
    List<String> all = new ArrayList<>();
    Route route = writes().getFirst();
    String url = url(route, Map.of());
    for (String body :
        List.of(
            "",
            " ",
            "null",
            "[]",
            "1",
            "\"x\"",
            "{",
            "{}{}",
            "{\"a\":}",
            "{'a':1}",
            "NaN",
            "[".repeat(100_000),
            "{\"a\":".repeat(5_000),
            "{\"reason\":" + "1".repeat(5_000) + "}")) {
      refused(all, body.substring(0, Math.min(40, body.length())), raw(route, url, body));
    }
    byte[] notUtf8 =
        body(fields(route)).replace("\"r\"", "\"\u00ff\"").getBytes(StandardCharsets.ISO_8859_1);
    refused(
        all,
        "not UTF-8",
        RawHttp.send(
            served.server.port(),
            "POST",
            url,
            Map.of("Content-Type", "application/json"),
            notUtf8));
    for (String lines : List.of("x\n", "[]\n", "{\"source\":1}\n", "\u0000\n", record() + "{\n")) {
      Served.Got got = served.importing("default", "", lines.getBytes(StandardCharsets.UTF_8));
      refused(all, lines, got);
    }
    assertThat(all).isEmpty();
    assertThat(served.head("default")).isEqualTo(before);
    assertThat(served.faults).isEmpty();
  }

  @Test
  void headersThatCannotBeReadAreRefused() {
    long before = served.head("default");
    List<String> all = new ArrayList<>();
    for (String date :
        List.of(
            "soon",
            "2024-03-01",
            "Fri, 30 Feb 2024 00:00:00 GMT",
            "Mon, 01 Mar 2024 00:00:00 GMT",
            "Fri, 01 Mar 2024 00:00:00",
            "Fri, 01 Mar 2024 25:00:00 GMT",
            "fri, 01 mar 2024 00:00:00 gmt",
            "Fri, 01 Mar 24 00:00:00 GMT")) {
      Served.Got got = served.read("timegate?document=refunds", "Accept-Datetime", date);
      refused(all, date, got);
    }
    String body = body(fields(writes().getFirst()));
    for (String key : List.of(" ", "k".repeat(256))) {
      Served.Got got =
          RawHttp.send(
              served.server.port(),
              "POST",
              "/v1/tenants/default/put",
              Map.of("Content-Type", "application/json", "Idempotency-Key", key),
              body.getBytes(StandardCharsets.UTF_8));
      refused(all, "Idempotency-Key " + key, got);
    }
    refused(all, "Accept", served.read("documents", "Accept", "application/json;q=much"));
    assertThat(all).isEmpty();
    assertThat(served.head("default")).isEqualTo(before);
  }

  @Test
  void aMethodThatAPathDoesNotHaveIsRefusedWithThoseThatItHas() {
    Served.Got got = served.post("default", "documents", "{}");
    assertThat(got.code()).isEqualTo("wrong-method");
    assertThat(got.header("Allow")).contains("GET");
    for (String method : List.of("PUT", "DELETE", "PATCH", "TRACE")) {
      Served.Got other =
          served.send(
              served
                  .request("/v1/tenants/default/documents")
                  .method(method, BodyPublishers.noBody())
                  .build());
      assertThat(other.status()).as(method + other.body()).isBetween(400, 499);
    }
    assertThat(served.read("put").status()).isEqualTo(405);
  }

  @Test
  void aTenantThatCanBeNoneIsNotFound() {
    for (String name :
        List.of("Nobody", "a%20b", "..%2f..", "%2e%2e", "x".repeat(300), "%ff", "%00")) {
      Served.Got got =
          RawHttp.send(
              served.server.port(),
              "GET",
              "/v1/tenants/" + name + "/documents",
              Map.of(),
              new byte[0]);
      assertThat(got.status()).as(name + got.body()).isIn(400, 404);
    }
    assertThat(served.faults).isEmpty();
  }

  @Test
  void noPathLeadsOutOfThePage() {
    for (String path :
        List.of(
            "/../pom.xml",
            "/%2e%2e/x.js",
            "/.git/config",
            "/lib/d3/../../x.js",
            "/lib/..%2f/x.js",
            "//etc/passwd",
            "/dev/asof/cli/help.txt",
            "/x.class",
            "/lib//x.js")) {
      Served.Got got = RawHttp.send(served.server.port(), "GET", path, Map.of(), new byte[0]);
      assertThat(got.status()).as(path + got.body()).isIn(400, 404);
    }
  }
}
