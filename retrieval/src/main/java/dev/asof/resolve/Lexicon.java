package dev.asof.resolve;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The words of the grammar, by class, from `words.tsv`: class, value, words of one or more tokens.
final class Lexicon {

  private record Entry(List<String> tokens, int value) {}

  /// Words of one class by their first token, the longest first.
  private static final Map<String, Map<String, List<Entry>>> CLASSES = new HashMap<>();

  private static final Set<String> KOREAN = new HashSet<>();

  static {
    for (String[] row : rows("words.tsv")) {
      for (String word : row[2].split("\\|", -1)) {
        add(row[0], Integer.parseInt(row[1]), word);
      }
    }
    CLASSES.values().stream()
        .flatMap(words -> words.values().stream())
        .forEach(entries -> entries.sort(Comparator.comparingInt((Entry e) -> -e.tokens().size())));
  }

  private Lexicon() {}

  /// Lines of a resource beside this class, without comments, cut at tabs.
  static List<String[]> rows(String name) {
    List<String[]> rows = new ArrayList<>();
    try (InputStream in = Objects.requireNonNull(Lexicon.class.getResourceAsStream(name), name);
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (!line.isBlank() && !line.startsWith("#")) {
          rows.add(line.split("\t", -1));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows;
  }

  private static void add(String name, int value, String word) {
    List<String> tokens = List.of(word.split(" ", -1));
    CLASSES
        .computeIfAbsent(name, n -> new HashMap<>())
        .computeIfAbsent(tokens.getFirst(), first -> new ArrayList<>())
        .add(new Entry(tokens, value));
    for (String token : tokens) {
      boolean hangul =
          Character.UnicodeScript.of(token.codePointAt(0)) == Character.UnicodeScript.HANGUL;
      // Words that are never cut are no pieces of others.
      if (hangul && !name.equals("ko-whole")) {
        KOREAN.add(token);
      }
    }
  }

  /// The single tokens of a class.
  static Set<String> words(String name) {
    return Collections.unmodifiableSet(Objects.requireNonNull(CLASSES.get(name), name).keySet());
  }

  /// Every Korean token of any class.
  static Set<String> korean() {
    return KOREAN;
  }

  static Set<String> classes() {
    return Set.copyOf(CLASSES.keySet());
  }

  /// Every value that the class gives a single token.
  static List<Integer> values(String name, Token token) {
    return Objects.requireNonNull(CLASSES.get(name), name)
        .getOrDefault(token.word(), List.of())
        .stream()
        .filter(entry -> entry.tokens().size() == 1)
        .map(Entry::value)
        .toList();
  }

  static boolean isIn(String name, Token token) {
    return !values(name, token).isEmpty();
  }

  /// The longest word of the class at a place, with its value.
  static @Nullable Taken take(String name, Chart chart, int at) {
    Map<String, List<Entry>> words = Objects.requireNonNull(CLASSES.get(name), name);
    for (Entry entry : words.getOrDefault(chart.token(at).word(), List.of())) {
      if (isAt(entry, chart, at)) {
        return new Taken(entry.value(), at + entry.tokens().size(), 0);
      }
    }
    return null;
  }

  private static boolean isAt(Entry entry, Chart chart, int at) {
    for (int i = 1; i < entry.tokens().size(); i++) {
      if (!chart.token(at + i).is(entry.tokens().get(i))) {
        return false;
      }
    }
    return true;
  }
}
