package dev.asof.embed;

import dev.asof.fault.AsofException;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Unavailable;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
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
  private final URI url;
  private final ModelEndpoint endpoint;
  private volatile int dimension;

  HttpEmbedder(EmbedderSettings settings) {
    this.settings = settings;
    this.name = Objects.requireNonNull(settings.model());
    this.url = ModelEndpoint.under(Objects.requireNonNull(settings.url()), "embeddings");
    this.endpoint =
        new ModelEndpoint(
            url, settings.key(), settings.connect(), settings.answer(), LONGEST_ANSWER);
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
    HttpResponse<byte[]> answer;
    try {
      answer = endpoint.post(body(texts));
    } catch (ModelEndpoint.Unanswered e) {
      throw failed(e);
    }
    if (answer.statusCode() != 200) {
      throw refused(answer.statusCode());
    }
    return read(answer.body(), texts.size());
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

  private AsofException failed(ModelEndpoint.Unanswered none) {
    return switch (none.why()) {
      case LATE ->
          unavailable("did not answer within " + settings.answer().toMillis() + " ms", null);
      case TOO_LONG -> unusable("gave an answer longer than " + LONGEST_ANSWER + " bytes");
      case UNREACHABLE -> unavailable("cannot be reached", none.getCause());
      case BROKEN -> unavailable("broke the connection", none.getCause());
      case INTERRUPTED -> unavailable("was not waited for: interrupted", none.getCause());
    };
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
    return url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort());
  }

  @Override
  public void close() {
    endpoint.close();
  }
}
