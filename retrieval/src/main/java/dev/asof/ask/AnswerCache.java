package dev.asof.ask;

import dev.asof.history.KnownReading;
import dev.asof.history.Snapshot;
import dev.asof.id.DocumentId;
import dev.asof.id.TenantId;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The answers given last, under everything they depend on. An answer as known at T never changes,
/// so none goes stale: what does change is part of the key, the caller's permission of today, the
/// rights of the sources and what was erased since among it. Safe for several threads.
public final class AnswerCache {
  private final Map<Key, Asked> answers;

  /// @param most answers that are kept, at least 1; the one not asked for longest goes first
  public AnswerCache(int most) {
    if (most < 1) {
      throw new IllegalArgumentException("a cache keeps at least one answer, not " + most);
    }
    this.answers =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<Key, Asked> eldest) {
            return size() > most;
          }
        };
  }

  /// @param index where the index of the store is
  /// @param plan how the words were read: the reference, the zone and the tenant's settings are in
  ///   it
  /// @param snapshots how each T was read, and what it is
  /// @param present what "now" was, where a sub-query is about it; null: none is
  /// @param hidden what the caller may not see today
  /// @param erased the last erasure
  /// @param sources the last change of how sources are set: what may be shown is a matter of today
  /// @param generation of the index
  /// @param models and settings of the ranking
  record Key(
      Path index,
      TenantId tenant,
      Request request,
      Plan plan,
      List<At> snapshots,
      @Nullable Instant present,
      Set<DocumentId> hidden,
      long erased,
      long sources,
      long generation,
      String models) {

    record At(Instant known, long token, KnownReading reading) {
      static At of(Snapshot snapshot) {
        return new At(snapshot.known(), snapshot.token(), snapshot.reading());
      }
    }

    Key {
      snapshots = List.copyOf(snapshots);
      hidden = Set.copyOf(hidden);
    }
  }

  synchronized Optional<Asked> get(Key key) {
    return Optional.ofNullable(answers.get(key));
  }

  synchronized void put(Key key, Asked answer) {
    answers.put(key, answer);
  }

  /// Forgets all of them: what was erased must not stay in memory either.
  public synchronized void clear() {
    answers.clear();
  }
}
