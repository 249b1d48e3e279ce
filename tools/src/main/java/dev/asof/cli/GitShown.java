package dev.asof.cli;

import dev.asof.cli.print.Shown;
import dev.asof.history.Counted;
import dev.asof.intake.git.GitReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The report of an import from git as every format shows it.
final class GitShown {
  private static final int MOST_SENTENCES = 20;

  private GitShown() {}

  /// @param report what was imported, as of every import
  /// @param commits commits read
  /// @param renames documents followed to another path
  /// @param moved commits whose committer time was moved
  /// @param carriedLater commits known since just after what the tenant held, being older
  /// @param leftOut files and dates that were not used; `left` lists the first thousand
  record Value(
      Object report,
      long commits,
      double commitsPerSecond,
      long renames,
      long moved,
      long carriedLater,
      long leftOut,
      List<GitReport.Left> left,
      List<String> notices) {}

  static Shown of(Shown imported, GitReport git, Duration taken) {
    double rate = git.commits() * 1000.0 / Math.max(1, taken.toMillis());
    Value value =
        new Value(
            imported.value(),
            git.commits(),
            rate,
            git.renames(),
            git.moved(),
            git.carriedLater(),
            git.leftOut(),
            git.left(),
            git.notices());
    List<String> above = new ArrayList<>(imported.above());
    above.add(
        String.format(
            Locale.ROOT,
            "%s, %,.0f a second; %s followed; %s moved.",
            Counted.of(git.commits(), "commit"),
            rate,
            Counted.of(git.renames(), "rename"),
            Counted.of(git.moved(), "committer time")));
    return new Shown(
        value, List.of(value), above, imported.table(), imported.text(), below(imported, git));
  }

  private static List<String> below(Shown imported, GitReport git) {
    List<String> below = new ArrayList<>(imported.below());
    git.notices().forEach(notice -> below.add("Notice: " + notice));
    if (git.carriedLater() > 0) {
      below.add(
          String.format(
              Locale.ROOT,
              "Notice: known since just after what the tenant holds already, as older than that:"
                  + " %s.",
              Counted.of(git.carriedLater(), "commit")));
    }
    git.left().stream()
        .limit(MOST_SENTENCES)
        .forEach(left ->
            below.add(
                "Not used: "
                    + left.path()
                    + " at "
                    + left.commit()
                    + (left.times() > 1 ? " and " + (left.times() - 1) + " more" : "")
                    + ": "
                    + left.reason()));
    if (git.left().size() > MOST_SENTENCES) {
      below.add(
          "... and "
              + (git.left().size() - MOST_SENTENCES)
              + " more paths; --output json lists them");
    }
    return below;
  }
}
