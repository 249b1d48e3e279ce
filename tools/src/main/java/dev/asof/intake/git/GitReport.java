package dev.asof.intake.git;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What was met on the way through a repository, told while it is read.
public final class GitReport {

  /// What was left out at a path, first in `commit`.
  ///
  /// @param times in how many commits
  public record Left(String path, String reason, String commit, long times) {}

  private static final int MOST = 1_000;

  private record Where(String path, String reason) {}

  private final Map<Where, Left> left = new LinkedHashMap<>();
  private final List<String> notices = new ArrayList<>();
  private long commits;
  private long leftOut;
  private long moved;
  private long carriedLater;
  private long renames;

  void count() {
    commits++;
  }

  void countRename() {
    renames++;
  }

  void countMoved() {
    moved++;
  }

  void countLater() {
    carriedLater++;
  }

  void notice(String sentence) {
    if (!notices.contains(sentence)) {
      notices.add(sentence);
    }
  }

  void leave(String path, String reason, String commit) {
    leftOut++;
    Where where = new Where(path, reason);
    Left before = left.get(where);
    if (before != null) {
      left.put(where, new Left(path, reason, before.commit(), before.times() + 1));
    } else if (left.size() < MOST) {
      left.put(where, new Left(path, reason, commit, 1));
    }
  }

  /// Commits read, whether or not they changed anything that is imported.
  public long commits() {
    return commits;
  }

  /// What was not used although it stands at a path that was asked for: files that are no text,
  /// links, submodules, dates that cannot be read.
  public long leftOut() {
    return leftOut;
  }

  /// The first thousand of them, each reason once for a path.
  public List<Left> left() {
    return List.copyOf(left.values());
  }

  /// Commits whose committer time was moved, so that times increase.
  public long moved() {
    return moved;
  }

  /// Commits that are older than what the tenant holds, and so are known since just after it.
  public long carriedLater() {
    return carriedLater;
  }

  /// Documents that were followed to another path.
  public long renames() {
    return renames;
  }

  /// What a person has to know about the run, in sentences.
  public List<String> notices() {
    return List.copyOf(notices);
  }
}
