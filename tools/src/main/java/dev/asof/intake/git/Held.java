package dev.asof.intake.git;

import dev.asof.history.HeldOfSource;
import dev.asof.id.DocumentId;
import dev.asof.ledger.Hash;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What earlier runs recorded of the same source, as the provenance of its versions tells.
final class Held {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// @param path where it was last
  record Document(DocumentId id, String key, String path) {}

  private final HeldOfSource store;
  private final Map<String, Document> documents = new HashMap<>();
  private final List<Document> inOrder = new ArrayList<>();
  private final boolean isAny;
  private @Nullable ObjectId last;
  private @Nullable Instant lastRecorded;
  private @Nullable String paths;
  private @Nullable String dating;

  Held(HeldOfSource store) {
    this.store = store;
    List<HeldOfSource.Newest> brought = store.newest();
    isAny = !brought.isEmpty();
    for (HeldOfSource.Newest newest : brought) {
      JsonNode kept = read(newest.provenance());
      JsonNode git = kept.path("provenance");
      String commit = git.path("commit").asString("");
      if (!git.path("way").asString("").equals("git") || !ObjectId.isId(commit)) {
        continue;
      }
      Document document =
          new Document(newest.id(), newest.document(), git.path("path").asString(""));
      documents.put(document.key(), document);
      inOrder.add(document);
      last = ObjectId.fromString(commit);
      lastRecorded = instant(kept.path("recorded_at").asString(""));
      paths = git.path("paths").asString("");
      dating = git.path("dating").asString("");
    }
  }

  private static JsonNode read(@Nullable String provenance) {
    try {
      return JSON.readTree(provenance == null ? "{}" : provenance);
    } catch (JacksonException e) {
      return JSON.createObjectNode();
    }
  }

  private static @Nullable Instant instant(String text) {
    try {
      return text.isEmpty() ? null : Instant.parse(text);
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  /// The commit recorded last; null: none was.
  @Nullable ObjectId last() {
    return last;
  }

  /// Whether the source brought anything, even if all of it was erased.
  boolean isAny() {
    return isAny;
  }

  /// When that commit counts as recorded.
  @Nullable Instant lastRecorded() {
    return lastRecorded;
  }

  boolean hasPaths(String wanted) {
    return wanted.equals(paths);
  }

  boolean hasDating(String wanted) {
    return wanted.equals(dating);
  }

  /// In the order in which their last versions were recorded.
  List<Document> documents() {
    return inOrder;
  }

  /// The hashes of the texts held of a document, in order; empty where none is.
  List<Hash> texts(String key) {
    Document document = documents.get(key);
    return document == null ? List.of() : store.texts(document.id());
  }
}
