package dev.asof.intake.git;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which document is at which path, through renames.
///
/// A document's key is the first path at which it was seen. A new file at a path that named another
/// document, which has moved away, is `PATH@2`, then `PATH@3`. A file that comes back where a
/// document was last is that document.
final class Tracked {
  private final Map<String, String> live = new HashMap<>();
  private final Map<String, String> gone = new HashMap<>();
  private final Set<String> keys = new HashSet<>();

  /// A document that an earlier run recorded.
  void know(String key, String lastPath, boolean isThere) {
    keys.add(key);
    (isThere ? live : gone).put(lastPath, key);
  }

  /// The document at `path`; null: none is there now.
  @Nullable String at(String path) {
    return live.get(path);
  }

  /// The document at `path`, which begins here where there is none yet.
  String begin(String path) {
    String there = live.get(path);
    if (there != null) {
      return there;
    }
    String key = gone.remove(path);
    if (key == null) {
      key = path;
      for (int number = 2; !keys.add(key); number++) {
        key = path + "@" + number;
      }
    }
    live.put(path, key);
    return key;
  }

  /// The document at `from` is at `to` from now on.
  void move(String from, String to) {
    String key = live.remove(from);
    if (key != null) {
      live.put(to, key);
    }
  }

  /// The document that was at `path`, which has no text there from now on; null: none was.
  @Nullable String end(String path) {
    String key = live.remove(path);
    if (key != null) {
      gone.put(path, key);
    }
    return key;
  }

  Collection<Map.Entry<String, String>> pathsAndKeys() {
    return Set.copyOf(live.entrySet());
  }
}
