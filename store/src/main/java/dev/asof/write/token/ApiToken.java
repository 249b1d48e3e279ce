package dev.asof.write.token;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is kept of a token; all but the secret. Times are UTC, microseconds.
///
/// @param token its number in the tenant
/// @param name for whom it is; the actor of what is written with it
/// @param labels access labels that it holds; `*` alone: all of them
/// @param expires from when on it is refused; null: never
/// @param revoked when it was revoked; null: it was not
/// @param lastUsed when it was used last, to the minute; null: never
/// @param replaces the token that it was rotated from; null: none
/// @param standing whether it is good at the time of the answer
public record ApiToken(
    int token,
    String name,
    TokenRole role,
    List<String> labels,
    Instant created,
    @Nullable Instant expires,
    @Nullable Instant revoked,
    @Nullable Instant lastUsed,
    @Nullable Integer replaces,
    Standing standing) {
  public ApiToken {
    labels = List.copyOf(labels);
  }

  /// Whether a token is good.
  public enum Standing {
    GOOD,
    EXPIRED,
    REVOKED
  }
}
