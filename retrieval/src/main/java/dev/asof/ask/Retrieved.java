package dev.asof.ask;

import dev.asof.cite.Hit;
import dev.asof.history.Citation;
import dev.asof.history.Notice;
import dev.asof.history.Span;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A passage as frameworks of retrieval hold one: a text beside flat metadata.
///
/// @param text of the passage, as far as the rights of its source allow; a sentence in its place
///   where they allow the link only. Never blank
/// @param score as [Hit#score]
/// @param metadata the citation under the names it has in JSON, ranges as two instants
///   (`valid_from`, `valid_to`, `system_from`, `system_to`; absent is unbounded), `permalink`,
///   `token`, `about`, `known`, and the notices of the period as sentences, a line each. Values are
///   strings and whole numbers; what is not known is absent
public record Retrieved(String text, double score, Map<String, Object> metadata) {
  public Retrieved {
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }

  static Retrieved of(Hit hit, Part part) {
    Citation cited = hit.citation();
    Metadata metadata = new Metadata();
    metadata.put("document", cited.document());
    metadata.put("version", cited.version());
    metadata.put("label", cited.label());
    metadata.put("title", cited.title());
    metadata.put("section", cited.section());
    metadata.put("heading", hit.heading());
    metadata.put("passage", cited.passage());
    metadata.put("source", cited.source());
    metadata.put("scope", cited.scope().isEmpty() ? null : cited.scope());
    metadata.put("state", cited.state().word());
    metadata.put("why", cited.why());
    metadata.put("valid", cited.valid());
    metadata.put("system", cited.system());
    metadata.put("sha256", cited.sha256());
    metadata.put("url", cited.url());
    metadata.put("language", cited.language());
    metadata.put("transaction", cited.transaction());
    metadata.put("permalink", hit.permalink());
    metadata.put("display", hit.display());
    metadata.put("tier", hit.tier());
    metadata.put("period", hit.period());
    metadata.put("about", part.about());
    metadata.put("during", part.during());
    metadata.put("known", part.known().toString());
    metadata.put("token", part.token());
    metadata.put(
        "notices", part.notices().stream().map(Notice::sentence).collect(Collectors.joining("\n")));
    return new Retrieved(text(hit), hit.score(), metadata.entries);
  }

  private static String text(Hit hit) {
    String text = hit.text();
    if (text != null && !text.isBlank()) {
      return text;
    }
    Citation cited = hit.citation();
    return "The source "
        + cited.source()
        + " lets only the link to this passage of "
        + cited.document()
        + " be shown"
        + (cited.url() == null ? "." : ": " + cited.url());
  }

  private static final class Metadata {
    final Map<String, Object> entries = new LinkedHashMap<>();

    void put(String name, @Nullable Object value) {
      switch (value) {
        case null -> {}
        case Span range -> {
          put(name + "_from", range.from());
          put(name + "_to", range.to());
        }
        case Instant instant -> entries.put(name, instant.toString());
        case Integer number -> entries.put(name, number.longValue());
        case String words when words.isEmpty() -> {}
        default -> entries.put(name, value);
      }
    }
  }
}
