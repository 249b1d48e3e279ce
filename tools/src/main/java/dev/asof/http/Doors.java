package dev.asof.http;

import dev.asof.fault.AsofException;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Unavailable;
import io.javalin.http.Context;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Who may come in, and how many at once.
final class Doors {

  private static final Set<String> OWN_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

  private final Limits limits;
  private final Semaphore all;
  private final Map<String, Semaphore> ofTokens = new ConcurrentHashMap<>();
  private volatile boolean closing;

  Doors(Limits limits) {
    this.limits = limits;
    this.all = new Semaphore(limits.requests(), true);
  }

  /// Takes no more requests.
  void close() {
    closing = true;
  }

  boolean isClosing() {
    return closing;
  }

  /// Waits until nothing is under way, or for as long as the limits say; whether nothing is.
  boolean drain() {
    try {
      return all.tryAcquire(limits.requests(), limits.drain().toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /// A page in a browser whose name was made to lead to this machine would be let in as the local
  /// user. It cannot make the browser send another name than its own.
  static void requireOwnName(Context context) {
    requireOwnName(context.header("Host"));
  }

  /// @param host the header Host
  static void requireOwnName(@Nullable String host) {
    String name = host == null ? "" : host.replaceFirst(":\\d+$", "").toLowerCase(Locale.ROOT);
    if (!OWN_NAMES.contains(name)) {
      throw new CallerFault(
          Code.NOT_ALLOWED,
          "Host is '"
              + Problem.shortened(String.valueOf(host))
              + "'; a server without tokens answers to localhost, 127.0.0.1 and [::1] only. Make"
              + " tokens with asof token add to reach it by another name");
    }
  }

  /// A write from a page of another origin is somebody else's will.
  static void requireOwnOrigin(Context context) {
    requireOwnOrigin(context.req());
  }

  static void requireOwnOrigin(HttpServletRequest request) {
    String origin = request.getHeader("Origin");
    String site = request.getHeader("Sec-Fetch-Site");
    String own = String.valueOf(request.getHeader("Host"));
    // A proxy in front may speak another scheme to the browser than to us.
    if ((origin != null && !origin.replaceFirst("^https?://", "").equalsIgnoreCase(own))
        || (site != null && !Set.of("same-origin", "none").contains(site))) {
      throw new CallerFault(
          Code.NOT_ALLOWED,
          "this was sent by a page of another origin ("
              + Problem.shortened(String.valueOf(origin == null ? site : origin))
              + "); only pages of this server may write");
    }
  }

  static void requireMediaType(Context context, Route.Accepts accepts) {
    String given = context.req().getContentType();
    String type = given == null ? "" : given.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    Set<String> known =
        switch (accepts) {
          case NOTHING -> Set.of();
          case JSON -> Set.of("application/json");
          case LINES ->
              Set.of(
                  "application/x-ndjson",
                  "application/jsonl",
                  "application/gzip",
                  "application/x-gzip");
        };
    if (!known.isEmpty() && !known.contains(type)) {
      throw new CallerFault(
          Code.WRONG_MEDIA_TYPE,
          "Content-Type is '"
              + Problem.shortened(type)
              + "'; it has to be "
              + String.join(" or ", known.stream().sorted().toList()));
    }
  }

  /// Lets one in, or refuses.
  Turn enter() {
    if (closing) {
      throw new Unavailable(Code.BUSY, "the server is ending; ask the one that follows it");
    }
    take(all, busy());
    if (closing) {
      all.release();
      throw new Unavailable(Code.BUSY, "the server is ending; ask the one that follows it");
    }
    return new Turn();
  }

  private AsofException busy() {
    return new Unavailable(
        Code.BUSY,
        "the server is answering "
            + limits.requests()
            + " requests already; ask again in a moment");
  }

  private void take(Semaphore turns, AsofException otherwise) {
    try {
      if (!turns.tryAcquire(limits.queue().toMillis(), TimeUnit.MILLISECONDS)) {
        throw otherwise;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw otherwise;
    }
  }

  /// A request's place among those at once.
  final class Turn implements AutoCloseable {
    private @Nullable Semaphore ofToken;

    /// Among those of its token, too.
    void of(Principal principal) {
      Integer token = principal.token();
      if (token == null) {
        return;
      }
      String key = Objects.requireNonNull(principal.tenant()).value() + "/" + token;
      Semaphore turns =
          ofTokens.computeIfAbsent(key, any -> new Semaphore(limits.perToken(), true));
      take(
          turns,
          new Unavailable(
              Code.TOO_MANY_REQUESTS,
              "this token has "
                  + limits.perToken()
                  + " requests under way already; wait for one of them"));
      ofToken = turns;
    }

    @Override
    public void close() {
      if (ofToken != null) {
        ofToken.release();
        ofToken = null;
      }
      all.release();
    }
  }
}
