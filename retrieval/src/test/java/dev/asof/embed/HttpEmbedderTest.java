package dev.asof.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpServer;
import dev.asof.fault.AsofException;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Unavailable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class HttpEmbedderTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String KEY = "sk-very-secret";

  @TempDir private Path home;
  private HttpServer server;
  private final List<JsonNode> asked = new ArrayList<>();
  private final List<String> keys = new ArrayList<>();
  private int status = 200;
  private Function<JsonNode, String> answer = HttpEmbedderTest::vectors;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/v1/embeddings",
        exchange -> {
          JsonNode request = JSON.readTree(exchange.getRequestBody().readAllBytes());
          asked.add(request);
          keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
          byte[] body = answer.apply(request).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, body.length);
          try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
          }
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  /// Three components, of which the first is the length of the text; in reverse order.
  private static String vectors(JsonNode request) {
    ObjectNode all = JSON.createObjectNode();
    ArrayNode data = all.putArray("data");
    for (int i = request.path("input").size() - 1; i >= 0; i--) {
      ObjectNode one = data.addObject().put("index", i);
      one.putArray("embedding")
          .add(request.path("input").path(i).stringValue().length())
          .add(1)
          .add(0);
    }
    return all.toString();
  }

  private Embedder embedder(Map<String, String> more) {
    Map<String, String> environment = new HashMap<>(more);
    environment.put("ASOF_EMBEDDER", "http");
    environment.put(
        "ASOF_EMBEDDER_URL", "http://localhost:" + server.getAddress().getPort() + "/v1/");
    environment.put("ASOF_EMBEDDER_MODEL", "some-model");
    environment.put("ASOF_EMBEDDER_KEY", KEY);
    environment.putIfAbsent("ASOF_EMBEDDER_TIMEOUT", "5s");
    return Embedders.open(EmbedderSettings.read(Map.of(), environment, home, 2)).orElseThrow();
  }

  @Test
  void textsAreSentInBatchesWithTheKeyAndComeBackInTheirOrderAtLengthOne() {
    List<String> texts = new ArrayList<>();
    for (int i = 1; i <= 70; i++) {
      texts.add("x".repeat(i));
    }
    try (Embedder embedder = embedder(Map.of("ASOF_EMBEDDER_PASSAGE_PREFIX", "p: "))) {
      List<float[]> vectors = embedder.passages(texts);
      assertThat(vectors).hasSize(70);
      for (int i = 1; i <= 70; i++) {
        float[] vector = vectors.get(i - 1);
        assertThat(vector[0] / vector[1]).isCloseTo(i + 3f, within(1e-3f));
        assertThat(vector[0] * vector[0] + vector[1] * vector[1]).isCloseTo(1f, within(1e-5f));
      }
      assertThat(asked).extracting(request -> request.path("input").size()).containsExactly(64, 6);
      assertThat(asked.getFirst().path("model").stringValue()).isEqualTo("some-model");
      assertThat(asked.getFirst().path("input").path(0).stringValue()).isEqualTo("p: x");
      assertThat(keys).containsOnly("Bearer " + KEY);
      assertThat(embedder.dimension()).isEqualTo(3);
      assertThat(embedder.model()).isEqualTo("some-model@p:");
      embedder.question("q");
      assertThat(asked.getLast().path("input").path(0).stringValue()).isEqualTo("q");
    }
  }

  private void assertRefused(Class<? extends AsofException> as, Code code, String what) {
    try (Embedder embedder = embedder(Map.of())) {
      assertThatThrownBy(() -> embedder.question("words of mine"))
          .isInstanceOf(as)
          .hasMessageContaining("some-model")
          .hasMessageContaining(what)
          .hasMessageNotContainingAny(KEY, "words of mine", "from the endpoint")
          .satisfies(e -> assertThat(((AsofException) e).code()).isEqualTo(code));
    }
  }

  @Test
  void whatTheEndpointRefusesIsSaidWithoutItsWordsAndWithoutTheKey() {
    answer = request -> "{\"error\": \"from the endpoint\"}";
    status = 401;
    assertRefused(CallerFault.class, Code.CONFIGURATION, "status 401; check embedder-url");
    status = 429;
    assertRefused(Unavailable.class, Code.MODEL_UNREACHABLE, "status 429");
    status = 503;
    assertRefused(Unavailable.class, Code.MODEL_UNREACHABLE, "status 503; try again later");
    status = 302;
    assertRefused(CallerFault.class, Code.CONFIGURATION, "status 302");
  }

  @Test
  void anAnswerThatIsNotWhatWasAskedForIsRefused() {
    for (String bad :
        List.of(
            "from the endpoint",
            "{}",
            "{\"data\": []}",
            "{\"data\": [{\"index\": 3, \"embedding\": [1, 2]}]}",
            "{\"data\": [{\"index\": 0, \"embedding\": []}]}",
            "{\"data\": [{\"index\": 0, \"embedding\": [\"a\"]}]}",
            "{\"data\": [{\"index\": 0, \"embedding\": [0, 0]}]}",
            "{\"data\": [{\"index\": 0, \"embedding\": [1e999, 0]}]}")) {
      answer = request -> bad;
      assertRefused(CallerFault.class, Code.CONFIGURATION, "localhost:");
    }
    try (Embedder embedder = embedder(Map.of())) {
      answer = request -> "{\"data\": [{\"embedding\": [3, 4]}]}";
      assertThat(embedder.question("a")).containsExactly(0.6f, 0.8f);
      answer = request -> "{\"data\": [{\"embedding\": [1]}]}";
      assertThatThrownBy(() -> embedder.question("a"))
          .hasMessageContaining("of 2 and of 1 components");
    }
  }

  @Test
  void anEndpointThatIsSlowOrAwayIsSaidToBe() {
    answer =
        request -> {
          try {
            Thread.sleep(3_000);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return vectors(request);
        };
    try (Embedder embedder = embedder(Map.of("ASOF_EMBEDDER_TIMEOUT", "0.2s"))) {
      assertThatThrownBy(() -> embedder.question("a"))
          .isInstanceOf(Unavailable.class)
          .hasMessageContaining("did not answer within 200 ms");
      server.stop(0);
      assertThatThrownBy(() -> embedder.question("a")).isInstanceOf(Unavailable.class);
    }
  }
}
