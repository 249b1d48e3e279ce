package dev.asof.intake.archive;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Addresses of pages as keys of documents: without scheme, user and fragment, the host in lower
/// case, without the scheme's own port, without `.` and `..`, the query kept. So a page that moved
/// from http to https stays one document.
final class PageKeys {
  private static final Pattern URL =
      Pattern.compile("(?i)(https?)://(?:[^/?#@]*@)?([^/?#]+)([^?#]*)(\\?[^#]*)?(?:#.*)?");
  private static final Pattern ESCAPE = Pattern.compile("%[0-9a-fA-F]{2}");
  private static final int LONGEST = 1_024;

  private PageKeys() {}

  /// Empty where `url` is no address of a page, or longer than a key may be.
  static Optional<String> of(String url) {
    Matcher parts = URL.matcher(url.strip());
    if (!parts.matches()) {
      return Optional.empty();
    }
    String port = parts.group(1).equalsIgnoreCase("http") ? ":80" : ":443";
    String host = parts.group(2).toLowerCase(Locale.ROOT);
    host = host.endsWith(port) ? host.substring(0, host.length() - port.length()) : host;
    String query = parts.group(4);
    String key = host + path(parts.group(3)) + (query == null || query.equals("?") ? "" : query);
    String plain =
        ESCAPE.matcher(key).replaceAll(escape -> escape.group().toUpperCase(Locale.ROOT));
    return plain.length() > LONGEST ? Optional.empty() : Optional.of(plain);
  }

  /// The beginning of keys that `url`, with or without scheme, is the beginning of.
  static String beginning(String url) {
    String bare = url.strip().replaceFirst("(?i)^https?://", "");
    int slash = bare.indexOf('/');
    return slash < 0
        ? bare.toLowerCase(Locale.ROOT)
        : bare.substring(0, slash).toLowerCase(Locale.ROOT) + bare.substring(slash);
  }

  private static String path(String path) {
    if (path.isEmpty()) {
      return "/";
    }
    if (!path.contains("/.")) {
      return path;
    }
    Deque<String> kept = new ArrayDeque<>();
    String[] steps = path.substring(1).split("/", -1);
    for (int i = 0; i < steps.length; i++) {
      boolean last = i == steps.length - 1;
      switch (steps[i]) {
        case "." -> {
          if (last) {
            kept.addLast("");
          }
        }
        case ".." -> {
          kept.pollLast();
          if (last) {
            kept.addLast("");
          }
        }
        default -> kept.addLast(steps[i]);
      }
    }
    return "/" + String.join("/", kept);
  }
}
