package dev.asof.intake.git;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.revwalk.FooterLine;
import org.eclipse.jgit.revwalk.RevCommit;
import org.jspecify.annotations.Nullable;

/// A commit of the main line, and for a text that it merged the commit that made it.
///
/// @param origin the commit of the merged branch in which the text was written; null: this one
record Commit(RevCommit on, @Nullable RevCommit origin) {

  /// Digits of a commit's id in labels; fixed, so that a label stays the same while the repository
  /// grows.
  static final int DIGITS = 12;

  static String labelOf(RevCommit commit) {
    return commit.name().substring(0, DIGITS);
  }

  RevCommit written() {
    return origin == null ? on : origin;
  }

  PersonIdent authored() {
    return written().getAuthorIdent();
  }

  /// The first trailer with one of these names, of this commit or of the one merged; null: none.
  Map.@Nullable Entry<String, String> trailer(List<String> names) {
    Map.Entry<String, String> own = trailer(on, names);
    return own == null && origin != null ? trailer(origin, names) : own;
  }

  private static Map.@Nullable Entry<String, String> trailer(RevCommit commit, List<String> names) {
    List<FooterLine> lines = commit.getFooterLines();
    for (String name : names) {
      for (FooterLine line : lines) {
        if (line.getKey().toLowerCase(Locale.ROOT).equals(name) && !line.getValue().isBlank()) {
          return Map.entry(line.getKey(), line.getValue().strip());
        }
      }
    }
    return null;
  }
}
