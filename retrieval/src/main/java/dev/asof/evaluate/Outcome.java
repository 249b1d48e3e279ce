package dev.asof.evaluate;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What one system answered to one question.
///
/// @param system its name
/// @param question its id
/// @param inputs hash of everything that the answer depends on
/// @param nanos time it took, in nanoseconds
/// @param askedBack no answer but a question, because the time could not be read
/// @param coverage share of the distinct words of the right answer in those of the results that are
///   of the right version; 0 where the set does not give its words
/// @param findings at most ten, best first
public record Outcome(
    String system,
    String question,
    String inputs,
    long nanos,
    boolean askedBack,
    double coverage,
    List<Finding> findings) {

  /// The depth of every measure.
  public static final int DEPTH = 10;

  public Outcome {
    findings = List.copyOf(findings);
    if (findings.size() > DEPTH) {
      throw new IllegalArgumentException(findings.size() + " results, more than " + DEPTH);
    }
  }

  /// The same passages, each in the same place.
  boolean isSameOrderAs(Outcome other) {
    if (findings.size() != other.findings.size()) {
      return false;
    }
    for (int i = 0; i < findings.size(); i++) {
      if (!findings.get(i).isSameAs(other.findings.get(i))) {
        return false;
      }
    }
    return true;
  }

  /// The ranks, from 1, at which a right answer appears for the first time; a passage of one that
  /// was found already gains nothing.
  List<Integer> ranks() {
    Set<Integer> found = new HashSet<>();
    List<Integer> ranks = new ArrayList<>();
    for (int i = 0; i < findings.size(); i++) {
      int item = findings.get(i).item();
      if (item >= 0 && found.add(item)) {
        ranks.add(i + 1);
      }
    }
    return ranks;
  }
}
