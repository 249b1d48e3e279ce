package dev.asof.history;

import static dev.asof.schema.generated.Tables.DOCUMENT;

import org.jooq.Condition;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// The documents that were known at T.
public final class Documents {

  /// @param document key
  public record Key(String document) {}

  private Documents() {}

  /// Hands on their keys, in the order of their bytes.
  ///
  /// @param like only keys that hold these characters, whatever their case; null: all
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
