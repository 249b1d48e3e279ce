package dev.asof.http;

import dev.asof.history.AnswerJson;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One line of JSON for each request: what was asked of which route, by whom, with what end.
/// Neither texts nor the query, whose words are secret too, nor tokens.
///
/// @param lines takes each line
record AccessLog(Consumer<String> lines) {

  /// @param time when it came; UTC
  /// @param request its number since the server began
  /// @param route the path with its parameters' names in place of what they were; null: none
  /// @param tenant name, where it exists; null: none, or not found
  /// @param token number of the token; null: none
  /// @param status of the answer; 499: nobody waited for it
  /// @param code what went wrong; null: nothing
  /// @param bytes of the answer's body, before it is compressed
  /// @param from address of the other end
  record Line(
      Instant time,
      long request,
      String method,
      @Nullable String route,
      @Nullable String tenant,
      @Nullable Integer token,
      int status,
      @Nullable String code,
      long bytes,
      double milliseconds,
      String from) {}

  void say(Line line) {
    lines.accept(AnswerJson.line(line));
  }
}
