package dev.asof.rank.scorer;

import dev.asof.embed.BoundedBody;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// A language model behind a URL, asked once for all passages under a strict contract
/// ([ScoreContract]); an answer that breaks it in any point is refused whole. No redirects, no
/// second try.
public final class LlmScorer implements Scorer, AutoCloseable {
  /// Of the answer, in bytes.
  private static final int LONGEST_ANSWER = 1 << 20;

  private final LlmSettings settings;
  private final HttpClient client;

  public LlmScorer(LlmSettings settings) {
    this.settings = settings;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(settings.connect())
            .build();
  }

  @Override
  public String model() {
    return settings.model();
  }

  @Override
  public Scores score(String question, List<String> passages) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(settings.completions())
            .timeout(settings.answer())
            .header("Content-Type", "application/json")
            .header("Accept", "application/json")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    ScoreContract.request(settings.model(), question, passages),
                    StandardCharsets.UTF_8));
    if (settings.key() != null) {
      request.header("Authorization", "Bearer " + settings.key());
    }
    // The request's own timeout ends with the headers; this one covers a body that trickles.
    CompletableFuture<HttpResponse<byte[]>> sent =
        client.sendAsync(request.build(), answer -> new BoundedBody(LONGEST_ANSWER));
    try {
      HttpResponse<byte[]> answer = sent.get(settings.answer().toNanos(), TimeUnit.NANOSECONDS);
      return answer.statusCode() == 200
          ? ScoreContract.read(answer.body(), passages.size())
          : new Scores.Refused("the language model answered with status " + answer.statusCode());
    } catch (TimeoutException e) {
      return late();
    } catch (ExecutionException e) {
      return failed(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Scores.Refused("waiting for the language model was interrupted");
    } finally {
      sent.cancel(true);
    }
  }

  private Scores failed(@Nullable Throwable cause) {
    if (cause instanceof HttpTimeoutException) {
      return late();
    }
    if (cause instanceof BoundedBody.TooLong) {
      return new Scores.Refused(
          "the answer of the language model is longer than " + LONGEST_ANSWER + " bytes");
    }
    if (cause instanceof ConnectException) {
      return new Scores.Refused("the language model cannot be reached");
    }
    return new Scores.Refused("the connection to the language model broke");
  }

  private Scores late() {
    return new Scores.Refused(
        "the language model did not answer within " + settings.answer().toMillis() + " ms");
  }

  @Override
  public void close() {
    client.shutdownNow();
    client.close();
  }
}
