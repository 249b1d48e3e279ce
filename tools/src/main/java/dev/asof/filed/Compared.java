package dev.asof.filed;

import dev.asof.filed.Rechecked.Difference;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// What differs between two records of one answer, without what may: how its times were given, what
/// a source lets be shown today, and what was erased.
final class Compared {
  /// How it was asked; asking again, everything is given.
  private static final Set<String> ASKING =
      Set.of(
          "/seal", "/terms", "/answer/sentence", "/answer/kind", "/answer/times", "/answer/parts");

  private static final Set<String> OF_ASKING =
      Set.of("no-time-given", "other-time-named", "words-only", "pinned");

  private static final Set<String> SHOWN =
      Set.of("display", "text", "heading", "rights", "remarks");

  private static final JsonNode MISSING = MissingNode.getInstance();

  private final List<Difference> differences = new ArrayList<>();
  private final Set<String> notes = new LinkedHashSet<>();
  private final Set<String> orders = new LinkedHashSet<>();

  List<Difference> differences() {
    return differences;
  }

  Set<String> notes() {
    return notes;
  }

  /// Under which orders something of it was erased.
  Set<String> orders() {
    return orders;
  }

  void difference(String path, @Nullable String filed, String found) {
    differences.add(new Difference(path, filed, found));
  }

  /// Everything but the parts.
  void records(JsonNode filed, JsonNode again) {
    compare("", filed, again);
  }

  /// One part each, without its passages.
  void parts(String path, JsonNode filed, JsonNode again) {
    for (String name : List.of("label", "about", "during", "known", "token")) {
      compare(path + "/" + name, filed.path(name), again.path(name));
    }
    notices(path + "/notices", filed.path("notices"), again.path("notices"));
  }

  private void notices(String path, JsonNode filed, JsonNode again) {
    List<JsonNode> one = ofBelief(filed);
    List<JsonNode> other = ofBelief(again);
    for (int i = 0; i < Math.max(one.size(), other.size()); i++) {
      compare(
          path + "/" + i,
          i < one.size() ? one.get(i) : MISSING,
          i < other.size() ? other.get(i) : MISSING);
    }
  }

  private static List<JsonNode> ofBelief(JsonNode notices) {
    List<JsonNode> kept = new ArrayList<>();
    for (JsonNode notice : notices) {
      if (!OF_ASKING.contains(notice.path("code").asString(""))) {
        kept.add(notice);
      }
    }
    return kept;
  }

  void compare(String path, JsonNode filed, JsonNode again) {
    if (ASKING.contains(path) || filed.equals(again)) {
      return;
    }
    if (path.equals("/answer/notices")) {
      notices(path, filed, again);
    } else if (again.path("erased").isObject() && !filed.path("erased").isObject()) {
      orders.add(again.path("erased").path("order").asString(""));
    } else if (filed.isObject() && again.isObject()) {
      objects(path, filed, again);
    } else if (filed.isArray() && again.isArray() && filed.size() == again.size()) {
      for (int i = 0; i < filed.size(); i++) {
        compare(path + "/" + i, filed.get(i), again.get(i));
      }
    } else {
      difference(path, filed.isMissingNode() ? null : filed.toString(), again.toString());
    }
  }

  private void objects(String path, JsonNode filed, JsonNode again) {
    Set<String> names = new LinkedHashSet<>(filed.propertyNames());
    names.addAll(again.propertyNames());
    if (!filed.path("display").equals(again.path("display"))) {
      names.removeAll(SHOWN);
      notes.add(
          "what the source lets be shown of its texts was set differently since; the texts are not"
              + " compared, their hashes are");
    }
    names.forEach(name -> compare(path + "/" + name, filed.path(name), again.path(name)));
  }
}
