package dev.asof.history;

import static dev.asof.schema.generated.Tables.DOCUMENT;

import java.util.ArrayList;
import java.util.List;
import org.jooq.Condition;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// The documents that were known at T.
public final class Documents {

  /// @param document key
  public record Key(String document) {}

  private Documents() {}

  /// Their keys, in the order of their bytes.
  ///
  /// @param like only keys that hold these characters, whatever their case; null: all
  public static Answer<Key> keys(Snapshot snapshot, @Nullable String like) {
    List<Key> keys = new ArrayList<>();
    DocumentKeys.forEachPage(
        snapshot, which(like), page -> page.forEach(named -> keys.add(new Key(named.key()))));
    return Answer.of(snapshot, null, keys, List.of());
  }

  static void forEach(Snapshot snapshot, @Nullable String like, Part<Key> part) {
    DocumentKeys.forEachPage(
        snapshot,
        which(like),
        part,
        page -> page.forEach(named -> part.offer(named.key(), new Key(named.key()))));
  }

  private static Condition which(@Nullable String like) {
    return like == null ? DSL.trueCondition() : DOCUMENT.KEY.containsIgnoreCase(like);
  }
}
