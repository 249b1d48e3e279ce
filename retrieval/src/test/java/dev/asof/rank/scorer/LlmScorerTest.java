package dev.asof.rank.scorer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.asof.fault.CallerFault;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Against a server on this machine that answers as each test says.
@Timeout(60)
class LlmScorerTest {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final List<String> PASSAGES = List.of("rent is \"5\"", "no rent\n", "임대료");

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicReference<JsonNode> received = new AtomicReference<>();
  private final AtomicReference<String> authorization = new AtomicReference<>();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  private interface Answer {
    void to(HttpExchange exchange) throws IOException;
  }

  private void answers(Answer answer) {
    server.createContext(
        "/v1/chat/completions",
        exchange -> {
          received.set(JSON.readTree(exchange.getRequestBody().readAllBytes()));
          String sent = exchange.getRequestHeaders().getFirst("Authorization");
          authorization.set(sent == null ? "none" : sent);
          answer.to(exchange);
          exchange.close();
        });
  }

  private static void send(HttpExchange exchange, int status, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    try {
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String message(String content) {
    return JSON.createObjectNode()
        .set(
            "choices",
            JSON.createArrayNode()
                .add(
                    JSON.createObjectNode()
                        .set("message", JSON.createObjectNode().put("content", content))))
        .toString();
  }

  private Scores ask(@Nullable String key, Duration answer) {
    URI base = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v1/");
    try (LlmScorer scorer =
        new LlmScorer(new LlmSettings(base, "judge-1", key, Duration.ofSeconds(5), answer))) {
      return scorer.score("How high is the rent?", PASSAGES);
    }
  }

  private Scores ask() {
    return ask(null, Duration.ofSeconds(20));
  }

  private static String refusal(Scores scores) {
    assertThat(scores).isInstanceOf(Scores.Refused.class);
    return ((Scores.Refused) scores).why();
  }

  @Test
  void oneRequestCarriesQuestionAndPassagesAndTheScoresComeBackInTheirOrder() {
    answers(exchange ->
        send(
            exchange,
            200,
            message(
                """
                {"scores": [{"passage": 3, "score": 0.25}, {"passage": 1, "score": 1},
                            {"score": 0.0, "passage": 2}]}
                """)));

    assertThat(ask("secret", Duration.ofSeconds(20)))
        .isEqualTo(new Scores.Given(List.of(1.0, 0.0, 0.25)));
    JsonNode request = received.get();
    assertThat(request.path("model").stringValue()).isEqualTo("judge-1");
    assertThat(request.path("temperature").intValue()).isZero();
    assertThat(request.path("response_format").path("json_schema").path("strict").booleanValue())
        .isTrue();
    JsonNode asked = JSON.readTree(request.path("messages").path(1).path("content").stringValue());
    assertThat(asked.path("question").stringValue()).isEqualTo("How high is the rent?");
    assertThat(asked.path("passages").path(0).path("text").stringValue())
        .isEqualTo("rent is \"5\"");
    assertThat(asked.path("passages").path(2).path("passage").intValue()).isEqualTo(3);
    assertThat(authorization.get()).isEqualTo("Bearer secret");
  }

  @Test
  void withoutAKeyNoneIsSent() {
    answers(exchange -> send(exchange, 200, message("{\"scores\": []}")));

    assertThat(refusal(ask())).isEqualTo("the answer of the language model scores 0 of 3 passages");
    assertThat(authorization.get()).isEqualTo("none");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"scores\": [{\"passage\": 1, \"score\": 1}]} | scores 1 of 3 passages",
        "{\"scores\": [{\"passage\": 1, \"score\": 1}, {\"passage\": 1, \"score\": 1},"
            + " {\"passage\": 2, \"score\": 1}]} | scores passage 1 twice",
        "{\"scores\": [{\"passage\": 4, \"score\": 1}]} | scores a passage that was not sent",
        "{\"scores\": [{\"passage\": 0, \"score\": 1}]} | scores a passage that was not sent",
        "{\"scores\": [{\"passage\": 99999999999, \"score\": 1}]} | scores a passage that was not"
            + " sent",
        "{\"scores\": [{\"passage\": 1, \"score\": 1.01}]} | gives passage 1 a score outside 0 to"
            + " 1",
        "{\"scores\": [{\"passage\": 1, \"score\": -0.1}]} | gives passage 1 a score outside 0 to"
            + " 1",
        "{\"scores\": [{\"passage\": 1, \"score\": 1e999}]} | gives passage 1 a score outside 0 to"
            + " 1",
        "{\"scores\": [{\"passage\": 1, \"score\": \"1\"}]} | holds an entry that is not a passage"
            + " and a score",
        "{\"scores\": [{\"passage\": 1.5, \"score\": 1}]} | holds an entry that is not a passage"
            + " and a score",
        "{\"scores\": [{\"passage\": 1, \"score\": null}]} | holds an entry that is not a passage"
            + " and a score",
        "{\"scores\": [{\"passage\": 1, \"score\": 1, \"why\": \"\"}]} | holds an entry that is not"
            + " a passage and a score",
        "{\"scores\": [0.1, 0.2, 0.3]} | holds an entry that is not a passage and a score",
        "{\"scores\": {\"1\": 1}} | is not an object with nothing but scores",
        "{\"scores\": [], \"note\": 1} | is not an object with nothing but scores",
        "[] | is not an object with nothing but scores",
        "{\"scores\": [{\"passage\": 1, \"score\": NaN}]} | is not the JSON that was asked for",
        "{\"scores\": [{\"passage\": 1, \"sco | is not the JSON that was asked for",
        "{\"scores\": [], \"scores\": []} | is not the JSON that was asked for",
        "{\"scores\": []} That is all. | is not the JSON that was asked for",
        "```json {\"scores\": []} ``` | is not the JSON that was asked for",
        "I cannot help with that. | is not the JSON that was asked for"
      })
  void anAnswerThatBreaksTheContractIsRefusedWhole(String content, String why) {
    answers(exchange -> send(exchange, 200, message(content)));

    assertThat(refusal(ask())).isEqualTo("the answer of the language model " + why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<html>busy</html> | is not JSON",
        "'' | holds no message",
        "{} | holds no message",
        "{\"choices\": []} | holds no message",
        "{\"choices\": [{\"message\": {\"content\": null}}]} | holds no message"
      })
  void anAnswerWithoutAMessageIsRefused(String body, String why) {
    answers(exchange -> send(exchange, 200, body));

    assertThat(refusal(ask())).isEqualTo("the answer of the language model " + why);
  }

  @ParameterizedTest
  @ValueSource(ints = {204, 301, 400, 401, 404, 429, 500, 503})
  void anyOtherStatusIsRefusedAndNotFollowed(int status) {
    answers(exchange -> {
      exchange.getResponseHeaders().add("Location", "/elsewhere");
      send(exchange, status, status == 204 ? "" : "secret detail");
    });

    assertThat(refusal(ask())).isEqualTo("the language model answered with status " + status);
  }

  @Test
  void anEndpointThatIsSilentIsGivenUp() {
    answers(exchange -> sleep(30_000));

    assertThat(refusal(ask(null, Duration.ofMillis(300))))
        .isEqualTo("the language model did not answer within 300 ms");
  }

  @Test
  void anAnswerThatTricklesIsGivenUp() {
    answers(exchange -> {
      exchange.sendResponseHeaders(200, 0);
      OutputStream body = exchange.getResponseBody();
      for (int i = 0; i < 300; i++) {
        body.write(' ');
        body.flush();
        sleep(100);
      }
    });

    assertThat(refusal(ask(null, Duration.ofMillis(500))))
        .isEqualTo("the language model did not answer within 500 ms");
  }

  private static void sleep(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void anAnswerWithoutEndIsGivenUp() {
    answers(exchange -> {
      exchange.sendResponseHeaders(200, 0);
      byte[] much = new byte[1 << 16];
      try {
        for (int i = 0; i < 1_000; i++) {
          exchange.getResponseBody().write(much);
        }
      } catch (IOException e) {
        // The client hung up, as it should.
      }
    });

    assertThat(refusal(ask()))
        .isEqualTo("the answer of the language model is longer than 1048576 bytes");
  }

  @Test
  void aBrokenConnectionIsRefused() {
    answers(exchange -> {
      exchange.sendResponseHeaders(200, 1_000);
      exchange.getResponseBody().write('{');
    });

    assertThat(refusal(ask())).isEqualTo("the connection to the language model broke");
  }

  @Test
  void anEndpointThatIsNotThereIsRefused() {
    server.stop(0);

    assertThat(refusal(ask())).isEqualTo("the language model cannot be reached");
  }

  @ParameterizedTest
  @CsvSource({
    "ftp://host/v1, , http or https",
    "/v1, , http or https",
    "https://user:word@host/v1, , give the key apart",
    "https://host/v1?key=word, , give the key apart",
    "http://example.com/v1, key, not sent over plain http to example.com",
    "https://example.com/v1, two words, no header may hold"
  })
  void settingsThatCannotBeOrWouldLeakAreRefused(URI base, @Nullable String key, String why) {
    assertThatThrownBy(() ->
            new LlmSettings(base, "judge-1", key, Duration.ofSeconds(1), Duration.ofSeconds(1)))
        .isInstanceOf(CallerFault.class)
        .hasMessageContaining(why)
        .message()
        .doesNotContain("word@", "two words");
  }

  @Test
  void theKeyIsNeverShown() {
    assertThat(
            new LlmSettings(
                URI.create("https://example.com/v1"),
                "judge-1",
                "hidden",
                Duration.ofSeconds(1),
                Duration.ofSeconds(1)))
        .hasToString("LlmSettings[https://example.com/v1, judge-1, key set]");
  }
}
