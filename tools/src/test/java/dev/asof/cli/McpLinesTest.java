package dev.asof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.history.AnswerJson;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What `asof mcp` writes, line by line.
@Timeout(120)
class McpLinesTest {

  private static final String INITIALIZE =
      """
      {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18",\
      "capabilities":{"elicitation":{}},"clientInfo":{"name":"test","version":"1"}}}
      {"jsonrpc":"2.0","method":"notifications/initialized"}
      """;

  private static TestDatabase database;
  @TempDir private static Path home;
  private static Cli cli;

  @BeforeAll
  static void store() {
    database = TestDatabases.create();
    cli = Cli.on(database, home);
    cli.run("tenant", "add", "default");
    cli.reading("Refunds are paid within 14 days.")
        .run("assert", "-d", "refunds", "-s", "legal", "-f", "-", "--from", "2024-01-01");
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  private static String call(int id, String tool, String arguments) {
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + id
        + ",\"method\":\"tools/call\",\"params\":{\"name\":\""
        + tool
        + "\",\"arguments\":"
        + arguments
        + "}}\n";
  }

  private static List<JsonNode> messages(String out) {
    return out.lines().map(line -> AnswerJson.mapper().readTree(line)).toList();
  }

  private static @Nullable JsonNode withId(List<JsonNode> messages, int id) {
    return messages.stream()
        .filter(message -> message.path("id").asInt(-1) == id && !message.has("method"))
        .findFirst()
        .orElse(null);
  }

  @Test
  void whatIsUnderWayAtTheEndOfTheInputIsStillAnswered() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Cli.Ran ran =
        cli.reading(
                INITIALIZE
                    + call(1, "search", "{\"query\":\"refunds\",\"as_of\":\"2024-03-01\"}")
                    + call(2, "history", "{\"document\":\"refunds\"}"))
            .writingTo(out)
            .run("mcp");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).isEmpty();
    List<JsonNode> messages = messages(out.toString(StandardCharsets.UTF_8));
    assertThat(messages)
        .hasSize(3)
        .allMatch(message -> message.path("jsonrpc").asString("").equals("2.0"));
    assertThat(String.valueOf(withId(messages, 1))).contains("within 14 days");
    assertThat(String.valueOf(withId(messages, 2))).contains("asserted");
  }

  @Test
  void aLineThatIsNoMessageIsAnsweredAndTheNextOneRead() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    cli.reading(
            INITIALIZE
                + "{\"jsonrpc\":\"2.0\",\"id\":\n"
                + "hello\n"
                + "\n"
                + call(7, "no_such_tool", "{}")
                + call(8, "history", "{\"document\":\"refunds\"}"))
        .writingTo(out)
        .run("mcp");
    List<JsonNode> messages = messages(out.toString(StandardCharsets.UTF_8));

    assertThat(messages)
        .filteredOn(message -> message.at("/error/code").asInt(0) == -32700)
        .hasSize(2);
    assertThat(String.valueOf(withId(messages, 7))).contains("\"error\"");
    assertThat(String.valueOf(withId(messages, 8))).contains("\"outcome\":\"answered\"");
  }

  @Test
  void aTenantThatIsNotThereIsRefusedBeforeAnythingIsAnswered() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Cli.Ran ran = cli.reading(INITIALIZE).writingTo(out).run("mcp", "--tenant", "none");
    Cli.Ran zone = cli.reading(INITIALIZE).writingTo(out).run("mcp", "--zone", "Mars/Base");

    assertThat(ran.exit()).isEqualTo(65);
    assertThat(zone.exit()).isEqualTo(65);
    assertThat(out.size()).isZero();
  }

  @Test
  void theLogHasALineForEachCallAndNoWordOfIt() throws IOException {
    cli.reading(INITIALIZE + call(1, "search", "{\"query\":\"aardvark refunds\"}"))
        .writingTo(new ByteArrayOutputStream())
        .run("mcp");

    assertThat(Files.readString(home.resolve(".asof/log/mcp.log")))
        .containsPattern("search answered \\d+ ms")
        .doesNotContain("aardvark", "14 days");
  }

  /// A session that goes on while the test looks at it.
  private static final class Session {
    final PipedOutputStream in = new PipedOutputStream();
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    final CompletableFuture<Integer> exit;

    Session() throws IOException {
      PipedInputStream read = new PipedInputStream(in, 1 << 16);
      OutputStream written = out;
      exit =
          CompletableFuture.supplyAsync(
              () -> {
                Cli own = Cli.on(database, home);
                return Main.run(
                    new Edge(
                        read,
                        new PrintWriter(new StringWriter()),
                        written,
                        new PrintWriter(new StringWriter()),
                        own.environment,
                        home,
                        "tester",
                        own.clock,
                        false,
                        () -> false),
                    "mcp");
              },
              command -> Thread.ofPlatform().start(command));
      send(INITIALIZE);
    }

    void send(String lines) throws IOException {
      in.write(lines.getBytes(StandardCharsets.UTF_8));
      in.flush();
    }

    String said() {
      return out.toString(StandardCharsets.UTF_8);
    }

    void await(String word) throws InterruptedException {
      while (!said().contains(word)) {
        Thread.sleep(20);
      }
    }

    int end() throws Exception {
      in.close();
      return exit.get(60, TimeUnit.SECONDS);
    }
  }

  private static String cancel(int id) {
    return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":"
        + id
        + ",\"reason\":\"changed my mind\"}}\n";
  }

  @Test
  void aRequestThatWaitsForThePersonCanBeCancelled() throws Exception {
    Session session = new Session();
    session.send(call(5, "resolve_time", "{\"text\":\"03/04/2024\"}"));
    session.await("elicitation/create");
    session.send(cancel(5));
    session.send(call(6, "resolve_time", "{\"text\":\"3 April 2024\"}"));
    session.await("\"id\":6");

    // It does not wait for the person, who has minutes.
    assertThat(session.end()).isZero();
    assertThat(withId(messages(session.said()), 5)).isNull();
    assertThat(String.valueOf(withId(messages(session.said()), 6))).contains("2024-04-03");
  }

  @Test
  void nobodyIsWaitedForWhoIsGone() throws Exception {
    Session session = new Session();
    session.send(call(5, "resolve_time", "{\"text\":\"03/04/2024\"}"));
    session.await("elicitation/create");

    assertThat(session.end()).isZero();
    assertThat(withId(messages(session.said()), 5)).isNull();
  }

  @Test
  void aCancelledRequestIsEndedDownToItsStatement() throws Exception {
    Session session = new Session();
    try (Connection owner =
            DriverManager.getConnection(
                database.jdbcUrl(), database.superuser(), database.superuserPassword());
        Statement sql = owner.createStatement()) {
      owner.setAutoCommit(false);
      sql.execute("lock table asof.statement in access exclusive mode");
      session.send(call(5, "history", "{\"document\":\"refunds\"}"));
      await(sql, 1);
      session.send(cancel(5));
      await(sql, 0);
      owner.rollback();
    }
    session.send(call(6, "history", "{\"document\":\"refunds\"}"));
    session.await("\"id\":6");
    assertThat(session.end()).isZero();
    assertThat(withId(messages(session.said()), 5)).isNull();
    assertThat(String.valueOf(withId(messages(session.said()), 6))).contains("answered");
  }

  /// Until so many sessions wait for a lock here.
  private static void await(Statement sql, int waiting) throws SQLException, InterruptedException {
    while (true) {
      try (ResultSet found =
          sql.executeQuery(
              "select count(*) from pg_locks where not granted and database ="
                  + " (select oid from pg_database where datname = current_database())")) {
        found.next();
        if (found.getInt(1) == waiting) {
          return;
        }
      }
      Thread.sleep(50);
    }
  }
}
