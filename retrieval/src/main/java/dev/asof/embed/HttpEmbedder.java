package dev.asof.embed;

import dev.asof.fault.AsofException;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Unavailable;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A model behind a URL with OpenAI's interface for embeddings. No redirects, no second try. What
/// the endpoint answers is never quoted in a message, and neither is the key.
final class HttpEmbedder implements Embedder {
  /// Of an answer, in bytes.
  private static final int LONGEST_ANSWER = 64 << 20;

  /// Texts in one request.
  private static final int BATCH = 64;

  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERROR = 500;

  private static final JsonMapper JSON = new JsonMapper();

  private final EmbedderSettings settings;
  private final String name;
  private final URI endpoint;
  private final HttpClient client;
  private volatile int dimension;

  HttpEmbedder(EmbedderSettings settings) {
    this.settings = settings;
    this.name = Objects.requireNonNull(settings.model());
    String base = String.valueOf(settings.url());
    this.endpoint =
        URI.create(
            (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + "/embeddings");
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(settings.connect())
            .build();
  }

  /// With the prefix of passages, on which the vectors depend too. Not with the URL: the same model
  /// may move.
  @Override
  public String model() {
    return settings.passagePrefix().isEmpty()
        ? name
        : name + "@" + settings.passagePrefix().strip();
  }

  @Override
  public Set<String> languages() {
    return settings.languages();
  }

  @Override
  public int mostTokens() {
    return 0;
  }

  @Override
  public int dimension() {
    if (dimension == 0) {
      question("1");
    }
    return dimension;
  }

  @Override
  public float[] question(String text) {
    return ask(List.of(settings.questionPrefix() + text)).getFirst();
  }

  @Override
  public List<float[]> passages(List<String> texts) {
    List<float[]> vectors = new ArrayList<>(texts.size());
    for (int from = 0; from < texts.size(); from += BATCH) {
      vectors.addAll(
          ask(
              texts.subList(from, Math.min(from + BATCH, texts.size())).stream()
                  .map(text -> settings.passagePrefix() + text)
                  .toList()));
    }
    return vectors;
  }

  private List<float[]> ask(List<String> texts) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(endpoint)
            .timeout(settings.answer())
            .header("Content-Type", "application/json")
            .header("Accept", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body(texts), StandardCharsets.UTF_8));
    if (settings.key() != null) {
      request.header("Authorization", "Bearer " + settings.key());
    }
    // The request's own timeout ends with the headers; this one covers a body that trickles.
    CompletableFuture<HttpResponse<byte[]>> sent =
        client.sendAsync(request.build(), answer -> new BoundedBody(LONGEST_ANSWER));
    try {
      HttpResponse<byte[]> answer = sent.get(settings.answer().toNanos(), TimeUnit.NANOSECONDS);
      if (answer.statusCode() != 200) {
        throw refused(answer.statusCode());
      }
      return read(answer.body(), texts.size());
    } catch (TimeoutException e) {
      throw late();
    } catch (ExecutionException e) {
      throw failed(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unavailable("was not waited for: interrupted", e);
    } finally {
      sent.cancel(true);
    }
  }

  private String body(List<String> texts) {
    ObjectNode request = JSON.createObjectNode().put("model", name).put("encoding_format", "float");
    ArrayNode input = request.putArray("input");
    texts.forEach(input::add);
    return request.toString();
  }

  private AsofException refused(int status) {
    return status == TOO_MANY_REQUESTS || status >= SERVER_ERROR
        ? unavailable("answered with status " + status, null)
        : unusable(
            "answered with status "
                + status
                + "; check embedder-url, embedder-model and ASOF_EMBEDDER_KEY");
  }

  private List<float[]> read(byte[] answer, int texts) {
    JsonNode data;
    try {
      data = JSON.readTree(answer).path("data");
    } catch (JacksonException e) {
      throw unusable("did not answer with JSON; check embedder-url");
    }
    if (!data.isArray() || data.size() != texts) {
      throw unusable("did not answer with " + texts + " embeddings as OpenAI's interface has them");
    }
    float[] @Nullable [] vectors = new float[texts][];
    for (int i = 0; i < texts; i++) {
      JsonNode entry = data.path(i);
      JsonNode index = entry.path("index");
      int place = index.canConvertToInt() ? index.intValue() : i;
      if (place < 0 || place >= texts || vectors[place] != null) {
        throw unusable("did not number its embeddings from 0 to " + (texts - 1));
      }
      vectors[place] = vector(entry.path("embedding"));
    }
    return Arrays.stream(vectors).map(Objects::requireNonNull).toList();
  }

  private float[] vector(JsonNode components) {
    if (!components.isArray() || components.isEmpty()) {
      throw unusable("gave an embedding that is no list of numbers");
    }
    float[] vector = new float[components.size()];
    for (int i = 0; i < vector.length; i++) {
      if (!components.path(i).isNumber()) {
        throw unusable("gave an embedding that is no list of numbers");
      }
      vector[i] = (float) components.path(i).doubleValue();
    }
    float[] unit = Unit.of(vector);
    if (unit == null) {
      throw unusable("gave an embedding without a length");
    }
    synchronized (this) {
      if (dimension == 0) {
        dimension = unit.length;
      } else if (dimension != unit.length) {
        throw unusable(
            "gave embeddings of " + dimension + " and of " + unit.length + " components");
      }
    }
    return unit;
  }

  private AsofException failed(@Nullable Throwable cause) {
    if (cause instanceof HttpTimeoutException) {
      return late();
    }
    if (cause instanceof BoundedBody.TooLong) {
      return unusable("gave an answer longer than " + LONGEST_ANSWER + " bytes");
    }
    return unavailable(
        cause instanceof ConnectException ? "cannot be reached" : "broke the connection", cause);
  }

  private Unavailable late() {
    return unavailable("did not answer within " + settings.answer().toMillis() + " ms", null);
  }

  private Unavailable unavailable(String what, @Nullable Throwable cause) {
    return new Unavailable(
        Code.MODEL_UNREACHABLE,
        "the embedding model " + name + " at " + place() + " " + what + "; try again later",
        cause);
  }

  private CallerFault unusable(String what) {
    return new CallerFault(
        Code.CONFIGURATION, "the embedding model " + name + " at " + place() + " " + what);
  }

  private String place() {
    return endpoint.getHost() + (endpoint.getPort() < 0 ? "" : ":" + endpoint.getPort());
  }

  @Override
  public void close() {
    client.shutdownNow();
    client.close();
  }
}
