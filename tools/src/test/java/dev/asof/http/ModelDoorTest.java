package dev.asof.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.asof.schema.Eventually;
import dev.asof.schema.TestDatabase;
import dev.asof.schema.TestDatabases;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// How long a call of a model's tool may take, and what becomes of it when nobody waits any more.
/// The tool is held up by a lock on a table that it reads.
class ModelDoorTest {
  private static final String CALL =
      "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"history\","
          + "\"arguments\":{\"document\":\"terms\"}}}";

  private static TestDatabase test;
  private Connection locking;

  @BeforeAll
  static void open() {
    test = TestDatabases.create();
  }

  @AfterAll
  static void close() {
    test.close();
  }

  @BeforeEach
  void lock() throws SQLException {
    locking =
        DriverManager.getConnection(test.jdbcUrl(), test.superuser(), test.superuserPassword());
    locking.setAutoCommit(false);
    execute("lock table asof.document in access exclusive mode");
  }

  @AfterEach
  void unlock() throws SQLException {
    locking.rollback();
    locking.close();
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = locking.createStatement()) {
      statement.execute(sql);
    }
  }

  private static long heldUp() {
    long[] found = {0};
    test.asOwner(sql ->
        found[0] =
            ((Number)
                    Objects.requireNonNull(
                        sql.fetchValue(
                            "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
                                + " and datname = current_database()")))
                .longValue());
    return found[0];
  }

  private static void untilHeldUp(long wanted) throws InterruptedException {
    Eventually.holds(wanted + " are held up in the database", () -> heldUp() == wanted);
  }

  private static HttpResponse<String> post(Served served, String session, String message)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(served.url() + ModelDoor.PATH))
            .timeout(Duration.ofMinutes(2))
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(BodyPublishers.ofString(message));
    if (!session.isEmpty()) {
      request.header("Mcp-Session-Id", session);
    }
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request.build(), BodyHandlers.ofString());
    }
  }

  private static String session(Served served) throws IOException, InterruptedException {
    HttpResponse<String> begun =
        post(
            served,
            "",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                + "\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}");
    String session = begun.headers().firstValue("Mcp-Session-Id").orElseThrow();
    post(served, session, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    return session;
  }

  @Test
  void aCallThatTakesTooLongIsEndedInTheDatabaseTooAndSaysSo() throws Exception {
    try (Served served = Served.on(test, Limits.DEFAULT.timed(Duration.ofSeconds(1)))) {
      HttpResponse<String> answer = post(served, session(served), CALL);
      assertThat(answer.body()).contains("timed-out", "ask for less at once");
      untilHeldUp(0);
      assertThat(served.faults).isEmpty();
    }
  }

  @Test
  void whoGoesAwayTakesHisStatementsWithHim() throws Exception {
    try (Served served = Served.on(test, Limits.DEFAULT)) {
      String session = session(served);
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), served.server.port())) {
        String head =
            "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept:"
                + " application/json, text/event-stream\r\nMcp-Session-Id: "
                + session
                + "\r\nContent-Length: "
                + CALL.length()
                + "\r\n\r\n";
        socket.getOutputStream().write((head + CALL).getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        untilHeldUp(1);
      }
      untilHeldUp(0);
      served.untilLogged(line -> line.contains("\"status\":499"));
      assertThat(served.faults).isEmpty();
    }
  }
}
