package dev.asof.cite;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.Citation;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A citation as one line that repeats it:
/// `asof:KEY?about=TIME&known=@TOKEN&source=NAME&section=KEY&passage=N&sha256=HEX`, all values in
/// the encoding of query strings, `scope` only where there is one, `sha256` only where the text has
/// a hash that may be shown. It holds for the tenant in which it was made; whoever opens it is told
/// where the text is not the one that was cited.
///
/// @param document key of the document
/// @param about an instant at which the cited belief is in force
/// @param token of the snapshot
/// @param section key of the section; null: the whole document
/// @param passage number of the passage; null: the whole section
/// @param sha256 of the version's text, lower-case hexadecimal; null: none may be shown
public record Permalink(
    String document,
    Instant about,
    long token,
    String source,
    String scope,
    @Nullable String section,
    @Nullable Integer passage,
    @Nullable String sha256) {

  private static final String SCHEME = "asof";

  public static Permalink of(Citation citation, Instant about, long token) {
    return new Permalink(
        citation.document(),
        about,
        token,
        citation.source(),
        citation.scope(),
        citation.section(),
        citation.passage(),
        citation.sha256());
  }

  /// Throws a [CallerFault] that says what is wrong with the link.
  public static Permalink parse(String link) {
    try {
      URI uri = new URI(link.strip());
      String rest = uri.getRawSchemeSpecificPart();
      int mark = rest == null ? -1 : rest.indexOf('?');
      if (!SCHEME.equals(uri.getScheme()) || rest == null || mark < 1) {
        throw refused(link, "it does not read asof:KEY?about=...");
      }
      Map<String, String> values = new HashMap<>();
      for (String pair : rest.substring(mark + 1).split("&", -1)) {
        int equals = pair.indexOf('=');
        if (equals < 1
            || values.put(pair.substring(0, equals), decoded(pair.substring(equals + 1))) != null) {
          throw refused(link, "\"" + pair + "\" is no name=value, or there twice");
        }
      }
      String known = required(link, values, "known");
      if (!known.matches("@\\d{1,18}")) {
        throw refused(link, "known is a token such as @12, not " + known);
      }
      String passage = values.get("passage");
      return new Permalink(
          decoded(rest.substring(0, mark)),
          Instant.parse(required(link, values, "about")),
          Long.parseLong(known.substring(1)),
          required(link, values, "source"),
          values.getOrDefault("scope", ""),
          values.get("section"),
          passage == null ? null : Integer.valueOf(passage),
          values.get("sha256"));
    } catch (URISyntaxException | DateTimeException | IllegalArgumentException e) {
      throw refused(link, String.valueOf(e.getMessage()));
    }
  }

  private static String required(String link, Map<String, String> values, String name) {
    String value = values.get(name);
    if (value == null) {
      throw refused(link, "it lacks " + name);
    }
    return value;
  }

  private static CallerFault refused(String link, String why) {
    String shown = link.length() > 200 ? link.substring(0, 200) + "..." : link;
    return new CallerFault(
        Code.BAD_INPUT,
        "the permalink " + shown + " cannot be read: " + why + "; copy it whole from an answer",
        Map.of("permalink", shown));
  }

  private static String encoded(String value) {
    // A key reads better with its slashes.
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("%2F", "/");
  }

  private static String decoded(String value) {
    return URLDecoder.decode(value, StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    StringBuilder link =
        new StringBuilder(SCHEME)
            .append(':')
            .append(encoded(document))
            .append("?about=")
            .append(encoded(about.toString()))
            .append("&known=@")
            .append(token)
            .append("&source=")
            .append(encoded(source));
    if (!scope.isEmpty()) {
      link.append("&scope=").append(encoded(scope));
    }
    if (section != null) {
      link.append("&section=").append(encoded(section));
    }
    if (passage != null) {
      link.append("&passage=").append(passage);
    }
    if (sha256 != null) {
      link.append("&sha256=").append(sha256);
    }
    return link.toString();
  }
}
