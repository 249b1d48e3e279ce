package dev.asof.evaluate;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/// Decides whether a passage is a right answer, by the rules that the sets state.
///
/// A passage is of the right *version* where one of the expected versions of the document holds it,
/// or the same words stand somewhere in one. It is a right *answer* where it also holds the phrase
/// (white space taken as one space) or most of the words that were asked for: at least 60 % of the
/// distinct ones, or, for 20 words or more that are fewer than those, at least 80 % of its own are
/// among them. Only its first 500 words count.
final class Judge {
  private static final int MOST_TOKENS = 500;
  private static final int LEAST_TOKENS = 20;
  private static final double SHARE_OF_ANSWER = 0.6;
  private static final double SHARE_OF_PASSAGE = 0.8;
  private static final Pattern SPACE = Pattern.compile("[\\s\\p{Z}]+");

  private final BenchQuestion question;
  private final Function<BenchQuestion.Item, List<String>> bodies;

  /// A passage as it is judged.
  ///
  /// @param labels of the versions that hold it
  record Shown(String document, String section, Set<String> labels, String text) {}

  /// @param item number of the right answer that it is; -1: none
  /// @param words the distinct words of it, where its version is right
  record Verdict(boolean ofDocument, boolean versionRight, int item, Set<String> words) {}

  /// @param bodies the words of the expected versions of an item, each as a line of tokens
  Judge(BenchQuestion question, Function<BenchQuestion.Item, List<String>> bodies) {
    this.question = question;
    this.bodies = bodies;
  }

  Verdict judge(Shown passage) {
    List<String> all = Tokens.of(passage.text());
    List<String> tokens = all.subList(0, Math.min(MOST_TOKENS, all.size()));
    boolean ofDocument = passage.document().equals(question.document());
    boolean right = false;
    int found = -1;
    for (int i = 0; i < question.items().size(); i++) {
      BenchQuestion.Item item = question.items().get(i);
      if (!passage.document().equals(item.document())) {
        continue;
      }
      ofDocument = true;
      if (isOfRightVersion(passage, tokens, item)) {
        right = true;
        if (found < 0 && isAnswer(passage, tokens, item)) {
          found = i;
        }
      }
    }
    return new Verdict(ofDocument, right, found, right ? Set.copyOf(tokens) : Set.of());
  }

  private boolean isOfRightVersion(Shown passage, List<String> tokens, BenchQuestion.Item item) {
    if (item.labels().isEmpty() || item.labels().stream().anyMatch(passage.labels()::contains)) {
      return true;
    }
    String run = Tokens.line(tokens);
    return bodies.apply(item).stream().anyMatch(body -> body.contains(run));
  }

  private static boolean isAnswer(Shown passage, List<String> tokens, BenchQuestion.Item item) {
    String section = item.section();
    if (section != null && item.phrase() == null && !section.equals(passage.section())) {
      return false;
    }
    String phrase = item.phrase();
    if (phrase != null && !spaced(passage.text()).contains(spaced(phrase))) {
      return false;
    }
    String words = item.words();
    return words == null || holdsMost(tokens, Tokens.of(words));
  }

  private static boolean holdsMost(List<String> passage, List<String> wanted) {
    Set<String> distinct = new LinkedHashSet<>(wanted);
    Set<String> own = new HashSet<>(passage);
    long shared = distinct.stream().filter(own::contains).count();
    if (shared >= SHARE_OF_ANSWER * distinct.size()) {
      return true;
    }
    return passage.size() >= LEAST_TOKENS
        && passage.size() < wanted.size()
        && shared >= SHARE_OF_PASSAGE * own.size();
  }

  /// Share of the distinct words of the first answer in the words of right versions that were
  /// found.
  static double coverage(BenchQuestion question, List<Verdict> verdicts) {
    if (question.items().isEmpty() || question.items().getFirst().words() == null) {
      return 0;
    }
    Set<String> wanted = new HashSet<>(Tokens.of(question.items().getFirst().words()));
    Set<String> found = new HashSet<>();
    verdicts.forEach(verdict -> found.addAll(verdict.words()));
    long shared = wanted.stream().filter(found::contains).count();
    return wanted.isEmpty() ? 0 : (double) shared / wanted.size();
  }

  private static String spaced(String text) {
    return SPACE.matcher(text).replaceAll(" ");
  }
}
