package dev.asof.index;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// By which names a question can mean a document: its titles, the clauses of a long title (`Decret
/// 175/2023`, `article 144`), and the ends of its key (`terms of service`, `github terms of
/// service`).
public final class DocumentNames {
  /// The most words of a name.
  public static final int MOST_WORDS = 12;

  private static final Pattern CLAUSE = Pattern.compile("[,;:!?()]+|\\.\\s|\\s[-–—]\\s");

  private DocumentNames() {}

  static Set<String> of(String key, Set<String> titles) {
    Set<String> names = new LinkedHashSet<>();
    for (String title : titles) {
      add(names, words(title));
      for (String clause : CLAUSE.split(title, -1)) {
        add(names, words(clause));
      }
    }
    List<String> end = new ArrayList<>();
    for (String segment : List.of(key.split("/", -1)).reversed()) {
      end.addAll(0, words(segment.replace('_', ' ')));
      add(names, end);
    }
    return names;
  }

  private static void add(Set<String> names, List<String> words) {
    if (!words.isEmpty() && words.size() <= MOST_WORDS) {
      names.add(of(words));
    }
  }

  /// A name as it is compared.
  public static String of(List<String> words) {
    return String.join(" ", words);
  }

  private static List<String> words(String text) {
    return PassageAnalyzer.words(text).stream().map(PassageAnalyzer.Word::term).toList();
  }
}
