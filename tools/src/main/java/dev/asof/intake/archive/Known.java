package dev.asof.intake.archive;

import dev.asof.history.HeldOfSource;
import dev.asof.id.VersionId;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Which pages and which payloads are known, by this run and by what the tenant holds of the
/// source.
final class Known {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int KEPT = 64;

  /// The text of a page that is held, and what it was taken from.
  private record Page(@Nullable String digest, @Nullable String extractor) {}

  private record Stored(
      VersionId version,
      @Nullable String title,
      @Nullable String language,
      String mediaType,
      String provenance) {}

  private final HeldOfSource store;
  private final ArchiveRecords records;
  private final Map<String, Page> pages = new HashMap<>();
  private final Map<String, Capture.Place> places = new HashMap<>();
  private final Map<String, ArchiveRecords.Taken> taken =
      new LinkedHashMap<>(KEPT, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ArchiveRecords.Taken> eldest) {
          return size() > KEPT;
        }
      };
  private @Nullable Map<String, Stored> stored;

  Known(HeldOfSource store, ArchiveRecords records) {
    this.store = store;
    this.records = records;
    for (HeldOfSource.Newest newest : store.newest()) {
      JsonNode kept = provenance(newest.provenance());
      pages.put(newest.document(), new Page(text(kept, "payload_digest"), text(kept, "extractor")));
    }
  }

  private static JsonNode provenance(@Nullable String json) {
    try {
      return JSON.readTree(json == null ? "{}" : json).path("provenance");
    } catch (JacksonException e) {
      return JSON.createObjectNode();
    }
  }

  private static @Nullable String text(JsonNode node, String field) {
    String value = node.path(field).asString("");
    return value.isEmpty() ? null : value;
  }

  /// Whether a text of the page is held, or came in this run.
  boolean isPage(String key) {
    return pages.containsKey(key);
  }

  /// Whether the page is, byte for byte, the one that is held, and another extractor took its text.
  boolean isTechnical(String key, ArchiveRecords.Taken now) {
    Page before = pages.get(key);
    return before != null
        && now.digest().equals(before.digest())
        && before.extractor() != null
        && !before.extractor().equals(now.extractor());
  }

  void met(String key, ArchiveRecords.Taken now, Capture.Place place) {
    pages.putIfAbsent(key, new Page(null, null));
    places.putIfAbsent(now.digest(), place);
    taken.put(now.digest(), now);
  }

  /// The text of a payload; empty where neither this run nor the tenant has it.
  Optional<ArchiveRecords.Taken> textOf(String digest) throws IOException {
    ArchiveRecords.Taken recent = taken.get(digest);
    if (recent == null) {
      recent = again(digest);
      if (recent != null) {
        taken.put(digest, recent);
      }
    }
    return Optional.ofNullable(recent);
  }

  private ArchiveRecords.@Nullable Taken again(String digest) throws IOException {
    Capture.Place place = places.get(digest);
    if (place != null && WarcCaptures.again(place) instanceof Capture.Found.Text page) {
      return records.take(page);
    }
    Stored version = stored().get(digest);
    if (version == null) {
      return null;
    }
    JsonNode kept = provenance(version.provenance());
    String body = store.text(version.version());
    return body.isBlank()
        ? null
        : new ArchiveRecords.Taken(
            body,
            ArchiveRecords.mediaType(version.mediaType()),
            version.title(),
            version.language(),
            text(kept, "charset"),
            text(kept, "charset_basis"),
            text(kept, "taken"),
            String.valueOf(text(kept, "extractor")),
            digest,
            String.valueOf(text(kept, "media_type")));
  }

  /// Read once, and only where an archive names a payload that it does not hold.
  private Map<String, Stored> stored() {
    Map<String, Stored> read = stored;
    if (read == null) {
      Map<String, Stored> found = new HashMap<>();
      store.versions(version -> {
        String digest = text(provenance(version.provenance()), "payload_digest");
        String provenance = version.provenance();
        if (digest != null && provenance != null) {
          found.put(
              digest,
              new Stored(
                  version.id(),
                  version.title(),
                  version.language(),
                  version.mediaType(),
                  provenance));
        }
      });
      stored = found;
      read = found;
    }
    return read;
  }
}
