package dev.asof.ingest;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fold.Why;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// One line of a timeline: what applies, from when and perhaps until when.
///
/// @param from start, included, as written
/// @param to stated end, excluded, as written; null: none
public record TimelineEntry(Holds holds, String from, @Nullable String to) {

  /// What a line says applies.
  public sealed interface Holds {}

  /// A version that is stored.
  public record Stored(String label) implements Holds {}

  /// A text in a file.
  ///
  /// @param label of the new version; null: the first digits of its hash
  public record NewText(String file, @Nullable String label) implements Holds {}

  public record Nothing(Why why) implements Holds {}

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final List<String> KEYS = List.of("label", "file", "nothing", "from", "to");
  private static final List<Why> REASONS =
      List.of(Why.WITHDRAWN, Why.REPEALED, Why.RETRACTED, Why.TERMINATED);

  /// Reads one line and checks all of it but its times. Throws a [CallerFault] that names the key
  /// and the mend.
  public static TimelineEntry parse(String line) {
    JsonNode node;
    try {
      node = JSON.readTree(line);
    } catch (JacksonException e) {
      throw new CallerFault(
          Code.BAD_RECORD,
          "this is no JSON: " + e.getOriginalMessage().lines().findFirst().orElse("unreadable"),
          e);
    }
    if (!node.isObject()) {
      throw bad(
          "an entry is a JSON object, not " + node.getNodeType().name().toLowerCase(Locale.ROOT));
    }
    for (String key : node.propertyNames()) {
      if (!KEYS.contains(key)) {
        List<String> near = Near.of(key, KEYS);
        throw bad(
            "there is no key "
                + key
                + "; "
                + (near.isEmpty()
                    ? "known: " + String.join(", ", KEYS)
                    : "did you mean " + String.join(" or ", near) + "?"));
      }
    }
    String from = text(node, "from");
    if (from == null) {
      throw bad("the entry has no from, which is required: when what it says begins to apply");
    }
    return new TimelineEntry(holds(node), from, text(node, "to"));
  }

  private static Holds holds(JsonNode node) {
    String label = text(node, "label");
    String file = text(node, "file");
    String nothing = text(node, "nothing");
    List<Holds> said = new ArrayList<>();
    if (file != null) {
      said.add(new NewText(file, label));
    } else if (label != null) {
      said.add(new Stored(label));
    }
    if (nothing != null) {
      said.add(
          new Nothing(
              REASONS.stream()
                  .filter(why -> why.word().equals(nothing))
                  .findFirst()
                  .orElseThrow(() ->
                      bad(
                          "nothing is "
                              + nothing
                              + "; it has to be withdrawn, repealed, retracted or terminated"))));
    }
    if (said.size() != 1) {
      throw bad("an entry says one of label, file and nothing; this one says " + said.size());
    }
    return said.getFirst();
  }

  private static @Nullable String text(JsonNode node, String key) {
    JsonNode value = node.get(key);
    if (value == null || value.isNull()) {
      return null;
    }
    if (!value.isString() || value.stringValue().isBlank()) {
      throw bad(key + " is " + (value.isString() ? "blank" : "no text") + "; write it as a text");
    }
    return value.stringValue();
  }

  private static CallerFault bad(String sentence) {
    return new CallerFault(Code.BAD_RECORD, sentence);
  }
}
