package dev.asof.bench;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What is right, slow and obvious: the last change that covers a point decides there.
final class Model {

  private record Said(int number, Op op) {}

  private final Map<String, List<Said>> byDocument = new HashMap<>();
  private final List<Op> said = new ArrayList<>();

  /// How many changes had been made at each mark.
  private final List<Integer> marks = new ArrayList<>();

  void apply(Op op) {
    byDocument
        .computeIfAbsent(op.document(), none -> new ArrayList<>())
        .add(new Said(said.size(), op));
    said.add(op);
  }

  /// Remembers the present as the next mark; marks are counted from 0.
  void mark() {
    marks.add(said.size());
  }

  int marks() {
    return marks.size();
  }

  Set<String> documents() {
    return new TreeSet<>(byDocument.keySet());
  }

  /// The version that applies at `about`, as known at a mark; null: none.
  @Nullable String at(String document, Instant about, int mark) {
    int known = marks.get(mark);
    for (Said one : byDocument.getOrDefault(document, List.of()).reversed()) {
      if (one.number() < known && one.op().covers(about)) {
        return one.op().version();
      }
    }
    return null;
  }

  /// Document to version, of all that have one.
  Map<String, String> snapshot(Instant about, int mark) {
    Map<String, String> found = new TreeMap<>();
    for (String document : byDocument.keySet()) {
      String version = at(document, about, mark);
      if (version != null) {
        found.put(document, version);
      }
    }
    return found;
  }

  /// The versions that were held about `about`, one after the other, as the changes were made.
  List<String> learned(String document, Instant about) {
    return byDocument.getOrDefault(document, List.of()).stream()
        .filter(one -> one.op().covers(about))
        .map(one -> one.op().version())
        .toList();
  }

  /// The documents of which something else is held at the later mark.
  Set<String> changed(int earlier, int later) {
    Set<String> found = new TreeSet<>();
    said.subList(marks.get(earlier), marks.get(later)).forEach(op -> found.add(op.document()));
    return found;
  }
}
