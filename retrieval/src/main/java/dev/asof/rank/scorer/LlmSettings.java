package dev.asof.rank.scorer;

import dev.asof.embed.ModelEndpoint;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Where a language model with OpenAI's interface for chat completions is.
///
/// @param base up to and without `/chat/completions`: `http://localhost:8080/v1`
/// @param model as the endpoint names it
/// @param key sent as bearer token, over https or to this machine only; null: none; never shown
/// @param connect how long to wait for a connection
/// @param answer how long to wait for the whole answer
public record LlmSettings(
    URI base, String model, @Nullable String key, Duration connect, Duration answer) {
  private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

  public LlmSettings {
    String scheme = base.getScheme();
    if (base.getHost() == null || !("https".equals(scheme) || "http".equals(scheme))) {
      throw configuration("the URL of the language model has to be http or https with a host");
    }
    if (base.getUserInfo() != null || base.getQuery() != null || base.getFragment() != null) {
      throw configuration(
          "the URL of the language model takes no user, query or fragment; give the key apart");
    }
    if (key != null && "http".equals(scheme) && !THIS_MACHINE.contains(base.getHost())) {
      throw configuration(
          "the key of the language model is not sent over plain http to "
              + base.getHost()
              + "; use https");
    }
    if (key != null && key.chars().anyMatch(c -> c < 0x21 || c > 0x7e)) {
      throw configuration(
          "the key of the language model holds a character that no header may hold");
    }
    if (model.isBlank()) {
      throw configuration("the language model needs a name");
    }
    if (!connect.isPositive() || !answer.isPositive()) {
      throw configuration("the timeouts of the language model have to be longer than zero");
    }
  }

  URI completions() {
    return ModelEndpoint.under(base, "chat/completions");
  }

  private static CallerFault configuration(String message) {
    return new CallerFault(Code.CONFIGURATION, message);
  }

  @Override
  public String toString() {
    return "LlmSettings[" + base + ", " + model + ", key " + (key == null ? "none" : "set") + "]";
  }
}
