package dev.asof.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.asof.fault.AsofException;
import dev.asof.fault.Code;
import dev.asof.schema.Eventually;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import dev.asof.write.Store;
import dev.asof.write.token.TokenRole;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What a request may take, and from whom it may come.
class DoorsTest {
  private static final String BODY =
      "{\"document\":\"d\",\"source\":\"s\",\"text\":\"T.\",\"from\":\"2024-01-01\"}";

  private static TestDatabase test;

  @BeforeAll
  static void open() {
    test = TestDatabases.create();
  }

  @AfterAll
  static void close() {
    test.close();
  }

  /// Sleeps in the database.
  private static Route slow(double seconds) {
    return Route.get(
        "/v1/tenants/{tenant}/slow",
        "slow",
        "Sleeps.",
        TokenRole.Right.READ,
        exchange -> {
          exchange
              .database()
              .read(exchange.tenant(), sql -> sql.fetch("select pg_sleep(" + seconds + ")").size());
          exchange.reply().json(Map.of("slept", true));
        });
  }

  private static long sleeping() {
    long[] found = {0};
    test.asOwner(sql ->
        found[0] =
            ((Number)
                    Objects.requireNonNull(
                        sql.fetchValue(
                            "select count(*) from pg_stat_activity where state = 'active' and query"
                                + " like 'select pg_sleep%' and datname = current_database()")))
                .longValue());
    return found[0];
  }

  private static void untilSleeping(long wanted) throws InterruptedException {
    Eventually.holds(wanted + " sleep in the database", () -> sleeping() == wanted);
  }

  @Test
  void withoutTokensItAnswersToItsOwnNamesOnly() {
    try (Served served = Served.on(test)) {
      int port = served.server.port();
      for (String host : List.of("localhost:" + port, "127.0.0.1", "[::1]:" + port, "LOCALHOST")) {
        assertThat(ask(port, host).status()).as(host).isEqualTo(200);
      }
      for (String host :
          List.of(
              "evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "10.0.0.1")) {
        Served.Got got = ask(port, host);
        assertThat(got.status()).as(host + got.body()).isEqualTo(403);
        assertThat(got.code()).isEqualTo("not-allowed");
      }
    }
  }

  private static Served.Got ask(int port, String host) {
    return RawHttp.send(
        port, "GET", "/v1/tenants/default/documents", Map.of("Host", host), new byte[0]);
  }

  @Test
  void aPageOfAnotherOriginCannotWrite() {
    try (Served served = Served.on(test)) {
      long before = served.head("default");
      for (String[] header :
          new String[][] {
            {"Origin", "https://evil.example"},
            {"Origin", "null"},
            {"Origin", "http://127.0.0.1:1"},
            {"Sec-Fetch-Site", "cross-site"},
            {"Sec-Fetch-Site", "same-site"}
          }) {
        Served.Got got = served.post("default", "assert", BODY, header);
        assertThat(got.status()).as(String.join(" ", header)).isEqualTo(403);
        assertThat(got.header("Access-Control-Allow-Origin")).isNull();
      }
      // What a form of another page can send without being asked.
      for (String type : List.of("text/plain", "application/x-www-form-urlencoded", "")) {
        Served.Got got =
            RawHttp.send(
                served.server.port(),
                "POST",
                "/v1/tenants/default/assert",
                type.isEmpty() ? Map.of() : Map.of("Content-Type", type),
                BODY.getBytes(StandardCharsets.UTF_8));
        assertThat(got.status()).as(type).isEqualTo(415);
      }
      assertThat(served.head("default")).isEqualTo(before);
      assertThat(served.post("default", "assert", BODY, "Origin", served.url()).status())
          .isEqualTo(200);
    }
  }

  @Test
  void aRequestThatTakesTooLongIsEndedInTheDatabaseToo() throws InterruptedException {
    try (Served served = Served.on(test, Limits.DEFAULT.timed(Duration.ofSeconds(1)), slow(600))) {
      Served.Got got = served.read("slow");
      assertThat(got.status()).isEqualTo(503);
      assertThat(got.code()).isEqualTo("timed-out");
      assertThat(got.header("Retry-After")).isEqualTo("1");
      untilSleeping(0);
      assertThat(served.faults).isEmpty();
    }
  }

  @Test
  void whoGoesAwayTakesHisStatementsWithHim() throws IOException, InterruptedException {
    try (Served served = Served.on(test, Limits.DEFAULT, slow(600))) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), served.server.port())) {
        socket
            .getOutputStream()
            .write(
                "GET /v1/tenants/default/slow HTTP/1.1\r\nHost: localhost\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        untilSleeping(1);
      }
      untilSleeping(0);
      served.untilLogged(line -> line.contains("\"status\":499"));
      assertThat(served.faults).isEmpty();
    }
  }

  @Test
  void aRequestThatFollowsOnTheSameConnectionIsNotTakenForItsEnd() throws IOException {
    try (Served served = Served.on(test, Limits.DEFAULT, slow(2));
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), served.server.port())) {
      socket.setSoTimeout(60_000);
      socket
          .getOutputStream()
          .write(
              "GET /v1/tenants/default/slow HTTP/1.1\r\nHost: localhost\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      pause(Duration.ofMillis(200));
      socket
          .getOutputStream()
          .write(
              "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      String both = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(both).contains("\"slept\" : true", "\"status\" : \"ok\"");
    }
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void moreAtOnceThanThereMayBeAreToldToComeBack() throws InterruptedException {
    Limits limits = Limits.DEFAULT.atOnce(1, 1).waiting(Duration.ofMillis(100));
    try (Served served = Served.on(test, limits, slow(5))) {
      CompletableFuture<Served.Got> first =
          CompletableFuture.supplyAsync(() -> served.read("slow"));
      untilSleeping(1);
      Served.Got second = served.read("documents");
      assertThat(second.status()).isEqualTo(503);
      assertThat(second.code()).isEqualTo("busy");
      assertThat(second.header("Retry-After")).isEqualTo("1");
      assertThat(served.get("/healthz").status()).isEqualTo(200);
      assertThat(first.join().status()).isEqualTo(200);
      assertThat(served.read("documents").status()).isEqualTo(200);
    }
  }

  @Test
  void oneTokenCannotTakeAllTurns() throws InterruptedException {
    Limits limits = Limits.DEFAULT.atOnce(8, 1).waiting(Duration.ofMillis(100));
    try (TestDatabase own = TestDatabases.create();
        Served served = Served.on(own, limits, slow(3))) {
      String greedy = served.token("default", "greedy", TokenRole.READER, "");
      String modest = served.token("default", "modest", TokenRole.READER, "");
      CompletableFuture<Served.Got> first =
          CompletableFuture.supplyAsync(
              () -> served.get("/v1/tenants/default/slow", "Authorization", "Bearer " + greedy));
      pause(Duration.ofSeconds(1));
      Served.Got second = served.with(greedy).read("documents");
      assertThat(second.status()).isEqualTo(429);
      assertThat(second.code()).isEqualTo("too-many-requests");
      assertThat(served.with(modest).read("documents").status()).isEqualTo(200);
      assertThat(first.join().status()).isEqualTo(200);
    }
  }

  @Test
  void aBodyThatIsTooLongIsRefusedBeforeItIsRead() {
    try (Served served = Served.on(test, Limits.DEFAULT.ofBody(1_000).ofImport(1_000))) {
      long before = served.head("default");
      String longer = BODY.replace("T.", "T".repeat(2_000));
      Served.Got got = served.post("default", "assert", longer);
      assertThat(got.status()).isEqualTo(413);
      assertThat(got.code()).isEqualTo("too-large");
      assertThat(
              served
                  .importing("default", "", "{}\n".repeat(1_000).getBytes(StandardCharsets.UTF_8))
                  .status())
          .isIn(400, 413);
      byte[] line = ("\"" + "x".repeat(2_000) + "\"\n").getBytes(StandardCharsets.UTF_8);
      assertThat(served.importing("default", "", line).status()).isEqualTo(413);
      assertThat(served.head("default")).isEqualTo(before);
      assertThat(served.faults).isEmpty();
    }
  }

  @Test
  void headersAndUrlsThatAreTooLongAreRefusedInTheSameWords() {
    try (Served served = Served.on(test)) {
      int port = served.server.port();
      Served.Got url =
          RawHttp.send(
              port,
              "GET",
              "/v1/tenants/default/documents?like=" + "x".repeat(40_000),
              Map.of(),
              new byte[0]);
      assertThat(url.status()).as(url.body()).isIn(414, 431);
      assertThat(url.header("content-type")).isEqualTo("application/problem+json");
      assertThat(url.code()).isIn("url-too-long", "headers-too-large");
      Served.Got header =
          RawHttp.send(port, "GET", "/healthz", Map.of("X-Long", "x".repeat(40_000)), new byte[0]);
      assertThat(header.status()).isEqualTo(431);
      assertThat(header.code()).isEqualTo("headers-too-large");
      Served.Got nonsense = RawHttp.send(port, "GET", "no path", Map.of(), new byte[0]);
      assertThat(nonsense.status()).isEqualTo(400);
      assertThat(nonsense.code()).isEqualTo("bad-input");
    }
  }

  @Test
  void anEndingServerAnswersWhatItHasBegun() throws InterruptedException {
    Served served = Served.on(test, Limits.DEFAULT, slow(3));
    CompletableFuture<Served.Got> begun = CompletableFuture.supplyAsync(() -> served.read("slow"));
    untilSleeping(1);
    int port = served.server.port();
    served.server.close();
    assertThat(begun.join().status()).isEqualTo(200);
    assertThatThrownBy(() -> RawHttp.send(port, "GET", "/healthz", Map.of(), new byte[0]))
        .isInstanceOf(UncheckedIOException.class);
    served.close();
  }

  @Test
  void whereOthersReachItThereHaveToBeTokens() {
    try (TestDatabase own = TestDatabases.create();
        Served local = Served.on(own)) {
      assertThatThrownBy(() ->
              HttpServer.start(
                  local.engine(),
                  new HttpServer.Address("0.0.0.0", 0, "tester"),
                  Limits.DEFAULT,
                  line -> {}))
          .isInstanceOf(AsofException.class)
          .hasMessageContaining("asof token add")
          .extracting(thrown -> ((AsofException) thrown).code())
          .isEqualTo(Code.CONFIGURATION);
      new Store(local.database()).createTenant("default");
      String secret = local.token("default", "alice", TokenRole.READER, "");
      try (HttpServer wide =
          HttpServer.start(
              local.engine(),
              new HttpServer.Address("0.0.0.0", 0, "tester"),
              Limits.DEFAULT,
              line -> {})) {
        assertThat(
                RawHttp.send(
                        wide.port(),
                        "GET",
                        "/v1/tenants/default/documents",
                        Map.of("Host", "asof.example", "Authorization", "Bearer " + secret),
                        new byte[0])
                    .status())
            .isEqualTo(200);
      }
    }
  }

  @Test
  void everyCodeIsAnsweredWithTheStatusOfTheTable() {
    Route thrower =
        Route.get(
            "/v1/tenants/{tenant}/thrown",
            "thrown",
            "Throws.",
            TokenRole.Right.READ,
            exchange -> {
              throw new dev.asof.fault.CallerFault(
                  Code.valueOf(exchange.text(Parameters.QUESTION)),
                  "a sentence",
                  Map.of("value", "7", "status", "1"));
            },
            Parameters.QUESTION);
    try (Served served = Served.on(test, Limits.DEFAULT, thrower)) {
      for (Code code : Code.values()) {
        Served.Got got = served.read("thrown?q=" + code.name());
        assertThat(got.status()).as(code.name()).isEqualTo(code.http());
        assertThat(got.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(got.json().path("type").asString()).isEqualTo("urn:asof:" + code.word());
        assertThat(got.json().path("status").asInt()).isEqualTo(code.http());
        assertThat(got.body()).doesNotContain("Exception", "at dev.asof");
        if (code != Code.FAULT && code != Code.CONFIGURATION) {
          assertThat(got.json().path("detail").asString()).isEqualTo("a sentence");
          assertThat(got.json().path("value").asString()).isEqualTo("7");
        }
      }
      assertThat(served.faults).hasSize(2);
    }
  }
}
