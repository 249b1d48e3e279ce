package dev.asof.index;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// By which names a question can mean a document: its titles, the clauses of a long title (`Decret
/// 175/2023`, `article 144`), the numbered acts that a title speaks of, as that of an erratum does,
/// the ends of its key (`terms of service`, `github terms of service`) and each of its segments
/// (`github`).
public final class DocumentNames {
  /// The most words of a name.
  public static final int MOST_WORDS = 12;

  private static final Pattern CLAUSE = Pattern.compile("[,;:!?()]+|\\.\\s|\\s[-–—]\\s");

  private static final Pattern NUMBERED_ACT =
      Pattern.compile("\\p{L}+ \\d{1,6}/\\d{2,4}\\b", Pattern.UNICODE_CHARACTER_CLASS);

  private DocumentNames() {}

  static Set<String> of(String key, Set<String> titles) {
    Set<String> names = new LinkedHashSet<>();
    for (String title : titles) {
      add(names, words(title));
      for (String clause : CLAUSE.split(title, -1)) {
        add(names, words(clause));
      }
      NUMBERED_ACT.matcher(title).results().forEach(act -> add(names, words(act.group())));
    }
    List<String> end = new ArrayList<>();
    for (String segment : List.of(key.split("/", -1)).reversed()) {
      List<String> words = words(segment.replace('_', ' '));
      add(names, words);
      end.addAll(0, words);
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
