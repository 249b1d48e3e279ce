package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.schema.Eventually;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The server and its tokens, from the command line.
class ServeCommandTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static TestDatabase database;
  @TempDir private static Path home;

  @BeforeAll
  static void open() {
    database = TestDatabases.create();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @Test
  void itServesUntilItIsEndedAndLogsNeitherQueriesNorTokens() throws Exception {
    Path log = home.resolve("access.jsonl");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Cli cli = Cli.on(database, home);
    Thread serving =
        Thread.ofPlatform()
            .start(() ->
                cli.writingTo(out)
                    .run("serve", "--port", "0", "--access-log", log.toString(), "-o", "jsonl"));
    String url = url(out);
    try (HttpClient client = HttpClient.newHttpClient()) {
      assertThat(
              client
                  .send(
                      HttpRequest.newBuilder(
                              URI.create(url + "/v1/tenants/default/ask?q=quaggawords"))
                          .build(),
                      BodyHandlers.ofString())
                  .statusCode())
          .isEqualTo(200);
    }
    serving.interrupt();
    serving.join(TimeUnit.SECONDS.toMillis(60));
    assertThat(serving.isAlive()).isFalse();
    String lines = Files.readString(log);
    assertThat(lines).contains("/v1/tenants/{tenant}/ask").doesNotContain("quagga");
    JsonNode line = JSON.readTree(lines.lines().findFirst().orElseThrow());
    assertThat(line.path("status").asInt()).isEqualTo(200);
    assertThat(line.path("tenant").asString()).isEqualTo("default");
  }

  /// The page lies on this machine, which no look may reach: that is what each look says.
  @Test
  void itLooksAtWatchedPagesMeanwhile() throws Exception {
    Cli cli = Cli.on(database, home);
    Cli.Ran added =
        cli.run("watch", "add", "http://127.0.0.1:1/terms", "-d", "watched", "-s", "crawler");
    assertThat(added.exit()).as(added.err()).isZero();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Thread serving =
        Thread.ofPlatform()
            .start(() ->
                cli.writingTo(out)
                    .run(
                        "serve",
                        "--port",
                        "0",
                        "--access-log",
                        "off",
                        "--watch",
                        "default",
                        "-o",
                        "jsonl"));
    url(out);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    String log = "";
    while (!log.contains("private network") && System.nanoTime() < end) {
      Thread.sleep(100);
      log = Cli.on(database, home).run("watch", "log", "--failed", "-o", "json").out();
    }
    serving.interrupt();
    serving.join(TimeUnit.SECONDS.toMillis(60));

    assertThat(serving.isAlive()).isFalse();
    assertThat(log).contains("private network");
  }

  static String url(ByteArrayOutputStream out) throws InterruptedException {
    Eventually.holds(
        "it says where it listens", () -> out.toString(StandardCharsets.UTF_8).endsWith("\n"));
    return JSON.readTree(out.toString(StandardCharsets.UTF_8)).path("url").asString();
  }

  @Test
  void itDoesNotListenToOthersWithoutTokens() {
    try (TestDatabase own = TestDatabases.create()) {
      Cli.Ran ran = Cli.on(own, home).run("serve", "--host", "0.0.0.0", "--port", "0");
      assertThat(ran.exit()).isEqualTo(78);
      assertThat(ran.err())
          .isEqualTo(
              "asof: 0.0.0.0 can be reached from other machines, and there are no tokens to know"
                  + " callers by; make one first: asof token add NAME --role reader\n");
    }
  }

  @Test
  void whatCannotBeServedIsSaidBeforeAnythingIsOpened() {
    Cli cli = Cli.on(database, home);
    assertThat(cli.run("serve", "--port", "70000").exit()).isEqualTo(64);
    assertThat(cli.run("serve", "--port", "0", "--max-requests", "0").exit()).isEqualTo(64);
    assertThat(cli.run("serve", "--port", "0", "--request-timeout", "soon").exit()).isEqualTo(65);
    assertThat(cli.run("serve", "--port", "0", "--host", "no.such.host.invalid").exit())
        .isEqualTo(78);
  }

  @Test
  void aTokenIsShownOnceListedRotatedAndRevoked() {
    try (TestDatabase own = TestDatabases.create()) {
      Cli cli = Cli.on(own, home);
      JsonNode added =
          JSON.readTree(
              cli.run(
                      "token",
                      "add",
                      "alice",
                      "--role",
                      "reader",
                      "--labels-of-token",
                      "hr,board",
                      "--expires-in",
                      "P90D",
                      "-o",
                      "json")
                  .out());
      String secret = added.path("secret").asString();
      assertThat(secret).matches("asof_\\d+_[A-Za-z0-9_-]{43}");
      assertThat(cli.run("token", "list", "-o", "json").out())
          .doesNotContain(secret.substring(8))
          .contains("\"hr\"", "\"role\" : \"reader\"");
      JsonNode rotated =
          JSON.readTree(cli.run("token", "rotate", "1", "--overlap", "1h", "-o", "json").out());
      assertThat(rotated.path("token").path("replaces").asInt()).isEqualTo(1);
      assertThat(rotated.path("secret").asString()).isNotEqualTo(secret);
      assertThat(cli.run("token", "revoke", "2").exit()).isZero();
      assertThat(cli.run("token", "list").out()).contains("revoked", "good");

      assertThat(cli.run("token", "add", "bob", "--role", "king").err())
          .isEqualTo("asof: the role is 'king'; it has to be reader, writer, auditor, admin\n");
      assertThat(cli.run("token", "add", "no name", "--role", "reader").exit()).isEqualTo(65);
      assertThat(cli.run("token", "add", "bob", "--role", "reader", "--expires-in", "soon").exit())
          .isEqualTo(65);
      assertThat(cli.run("token", "revoke", "99").exit()).isEqualTo(65);
    }
  }

  @Test
  void theFirstTokenOfATenantSaysThatRequestsNeedOneFromNowOn() {
    try (TestDatabase own = TestDatabases.create()) {
      Cli cli = Cli.on(own, home);
      String first = cli.run("token", "add", "alice", "--role", "reader").out();
      String second = cli.run("token", "add", "bob", "--role", "reader").out();
      String rotated = cli.run("token", "rotate", "1").out();

      assertThat(first).contains("every request to asof serve needs one");
      assertThat(second + rotated).doesNotContain("every request");
    }
  }

  @Test
  void whoNamesATokenByItsHolderIsToldToGiveItsNumber() {
    for (String command : List.of("rotate", "revoke")) {
      Cli.Ran ran = Cli.in(home).run("token", command, "alice");
      assertThat(ran.exit()).isEqualTo(64);
      assertThat(ran.err())
          .contains("'alice' is no number of a token; give the one that asof token list shows");
    }
  }

  @Test
  void itSaysAtItsStartWhetherRequestsNeedAToken() throws Exception {
    try (TestDatabase own = TestDatabases.create()) {
      assertThat(said(own)).contains("There is no token", "From the first on");
      Cli.on(own, home).run("token", "add", "alice", "--role", "reader");
      assertThat(said(own)).contains("Every request needs a token, from this machine too");
    }
  }

  private static String said(TestDatabase own) throws InterruptedException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Thread serving =
        Thread.ofPlatform()
            .start(() ->
                Cli.on(own, home)
                    .writingTo(out)
                    .run("serve", "--port", "0", "--access-log", "off"));
    try {
      Eventually.holds(
          "it says where it listens",
          () -> out.toString(StandardCharsets.UTF_8).lines().count() == 2);
    } finally {
      serving.interrupt();
      serving.join(TimeUnit.SECONDS.toMillis(60));
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void everyCodeEndsACommandWithTheExitCodeOfTheTable() {
    for (Code code : Code.values()) {
      StringWriter err = new StringWriter();
      Map<String, String> environment = new HashMap<>();
      environment.put("ASOF_HOME", home.resolve(".asof").toString());
      Edge edge =
          new Edge(
              InputStream.nullInputStream(),
              new PrintWriter(new StringWriter()),
              OutputStream.nullOutputStream(),
              new PrintWriter(err),
              environment,
              home,
              "tester",
              Clock.systemUTC(),
              false,
              () -> false);
      assertThat(new Faults(edge).exit(new CallerFault(code, "a sentence")))
          .as(code.name())
          .isEqualTo(code.exit());
      assertThat(err.toString()).startsWith("asof: a sentence");
    }
  }
}
