package dev.asof.embed;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// A URL that takes JSON and answers, as OpenAI's interfaces do. No redirects, no second try; an
/// answer is read no longer than it may take and no further than it may go on. Safe for several
/// threads.
public final class ModelEndpoint implements AutoCloseable {
  private final URI url;
  private final @Nullable String key;
  private final Duration patience;
  private final int longest;
  private final HttpClient client;

  /// @param key sent as bearer token; null: none
  /// @param connect longest wait for a connection
  /// @param patience longest wait for the whole answer
  /// @param longest answer, in bytes
  public ModelEndpoint(
      URI url, @Nullable String key, Duration connect, Duration patience, int longest) {
    this.url = url;
    this.key = key;
    this.patience = patience;
    this.longest = longest;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(connect)
            .build();
  }

  /// `path` below `base`, which may end in a slash.
  public static URI under(URI base, String path) {
    String address = base.toString();
    return URI.create(
        (address.endsWith("/") ? address.substring(0, address.length() - 1) : address)
            + "/"
            + path);
  }

  /// There is no answer.
  public static final class Unanswered extends Exception {
    private final Why why;

    /// What happened.
    public enum Why {
      /// It took too long.
      LATE,
      /// It went on too long.
      TOO_LONG,
      /// Nobody listens there.
      UNREACHABLE,
      /// The connection ended before the answer.
      BROKEN,
      /// Whoever waited was interrupted, and still is.
      INTERRUPTED
    }

    private Unanswered(Why why, @Nullable Throwable cause) {
      super(why.toString(), cause);
      this.why = why;
    }

    public Why why() {
      return why;
    }
  }

  /// Posts `json` and waits for the answer, whatever its status.
  public HttpResponse<byte[]> post(String json) throws Unanswered {
    return post(json, patience);
  }

  /// The same, waiting for the whole answer no longer than `longestWait`.
  public HttpResponse<byte[]> post(String json, Duration longestWait) throws Unanswered {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url)
            .timeout(longestWait)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json, StandardCharsets.UTF_8));
    if (key != null) {
      request.header("Authorization", "Bearer " + key);
    }
    // The request's own timeout ends with the headers; this one covers a body that trickles.
    CompletableFuture<HttpResponse<byte[]>> sent =
        client.sendAsync(request.build(), answer -> new BoundedBody(longest));
    try {
      return sent.get(longestWait.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new Unanswered(Unanswered.Why.LATE, null);
    } catch (ExecutionException e) {
      throw new Unanswered(why(e.getCause()), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unanswered(Unanswered.Why.INTERRUPTED, e);
    } finally {
      sent.cancel(true);
    }
  }

  private static Unanswered.Why why(@Nullable Throwable cause) {
    return switch (cause) {
      case HttpTimeoutException late -> Unanswered.Why.LATE;
      case BoundedBody.TooLong tooLong -> Unanswered.Why.TOO_LONG;
      case ConnectException refused -> Unanswered.Why.UNREACHABLE;
      case null, default -> Unanswered.Why.BROKEN;
    };
  }

  @Override
  public void close() {
    client.shutdownNow();
    client.close();
  }
}
