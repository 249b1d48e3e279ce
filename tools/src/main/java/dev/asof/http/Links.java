package dev.asof.http;

import io.javalin.http.Context;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// URLs of this server, relative to its root, so that they hold behind a proxy too.
final class Links {
  private Links() {}

  /// The URL of the request with another value of one parameter.
  static String withParameter(Context context, String name, String value) {
    Map<String, List<String>> query = new LinkedHashMap<>(Query.parse(context.queryString()));
    query.put(name, List.of(value));
    return to(context.path(), query);
  }

  static String to(String path, Map<String, List<String>> query) {
    List<String> pairs = new ArrayList<>();
    query.forEach(
        (name, values) -> values.forEach(value -> pairs.add(encode(name) + "=" + encode(value))));
    return path + (pairs.isEmpty() ? "" : pairs.stream().collect(Collectors.joining("&", "?", "")));
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
