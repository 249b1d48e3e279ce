package dev.asof.resolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A pattern over tokens, written as it reads: `{day} of? {month} ,? {year}`.
///
/// | element | matches |
/// | --- | --- |
/// | `of` | that word or mark |
/// | `in\|on\|as_of` | one of these, `_` between the tokens of one |
/// | `{month}` | what the class of that name takes; its value is captured |
/// | `{num:a}` | the same, captured under another name |
/// | `~x` | x without white space before it |
/// | `x?` | x or nothing |
final class Template {

  private record Element(
      @Nullable TokenClass taking,
      String name,
      List<List<String>> words,
      boolean glued,
      boolean optional) {}

  private final List<Element> elements = new ArrayList<>();
  private final String source;

  Template(String source, Map<String, TokenClass> classes) {
    this.source = source;
    for (String element : source.split(" ", -1)) {
      elements.add(element(element, classes));
    }
  }

  private static Element element(String written, Map<String, TokenClass> classes) {
    String rest = written;
    boolean glued = rest.startsWith("~");
    rest = glued ? rest.substring(1) : rest;
    boolean optional = rest.length() > 1 && rest.endsWith("?");
    rest = optional ? rest.substring(0, rest.length() - 1) : rest;
    if (rest.startsWith("{")) {
      String[] parts = rest.substring(1, rest.length() - 1).split(":", -1);
      TokenClass taking = Objects.requireNonNull(classes.get(parts[0]), written);
      return new Element(taking, parts[parts.length - 1], List.of(), glued, optional);
    }
    List<List<String>> words = new ArrayList<>();
    for (String word : rest.split("\\|", -1)) {
      words.add(List.of(word.split("_", -1)));
    }
    return new Element(null, "", words, glued, optional);
  }

  /// The longest way to match at `at`, or null.
  @Nullable Captured match(Chart chart, int at) {
    return match(chart, at, 0, new Object[elements.size()], 0);
  }

  private @Nullable Captured match(
      Chart chart, int at, int index, @Nullable Object[] values, int depth) {
    if (index == elements.size()) {
      List<@Nullable Object> taken = new ArrayList<>();
      for (@Nullable Object value : values) {
        taken.add(value);
      }
      return new Captured(this, taken, at, depth);
    }
    Element element = elements.get(index);
    if (!(element.glued() && chart.token(at).spaced())) {
      Captured found = matchWith(chart, at, index, values, depth);
      if (found != null) {
        return found;
      }
    }
    values[index] = null;
    return element.optional() ? match(chart, at, index + 1, values, depth) : null;
  }

  private @Nullable Captured matchWith(
      Chart chart, int at, int index, @Nullable Object[] values, int depth) {
    Element element = elements.get(index);
    TokenClass taking = element.taking();
    if (taking != null) {
      Taken taken = taking.at(chart, at);
      if (taken == null) {
        return null;
      }
      values[index] = taken.value();
      return match(chart, taken.end(), index + 1, values, Math.max(depth, taken.depth()));
    }
    for (List<String> words : element.words()) {
      if (chart.has(words, at)) {
        values[index] = words.getFirst();
        Captured found = match(chart, at + words.size(), index + 1, values, depth);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  @Nullable Object value(String name, List<@Nullable Object> values) {
    for (int i = 0; i < values.size(); i++) {
      if (elements.get(i).name().equals(name)) {
        return values.get(i);
      }
    }
    throw new IllegalArgumentException(name + " is not in " + source);
  }

  @Override
  public String toString() {
    return source;
  }
}
