package dev.asof.intake.git;

import java.io.IOException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.AndTreeFilter;
import org.eclipse.jgit.treewalk.filter.PathFilter;
import org.eclipse.jgit.treewalk.filter.TreeFilter;
import org.jspecify.annotations.Nullable;

/// The commits of merged branches in which texts were written that a merge brought.
final class Merged {
  private final ObjectReader reader;

  Merged(ObjectReader reader) {
    this.reader = reader;
  }

  /// The newest commit that `merge` merged and that made the file at `path` what it is now; null
  /// where `merge` is none, or made the file itself.
  @Nullable RevCommit origin(RevCommit merge, String path, ObjectId blob) throws IOException {
    for (int parent = 1; parent < merge.getParentCount(); parent++) {
      try (RevWalk walk = new RevWalk(reader)) {
        RevCommit branch = walk.parseCommit(merge.getParent(parent));
        if (!blob.equals(at(branch, path))) {
          continue;
        }
        walk.markStart(branch);
        walk.markUninteresting(walk.parseCommit(merge.getParent(0)));
        walk.setTreeFilter(AndTreeFilter.create(PathFilter.create(path), TreeFilter.ANY_DIFF));
        RevCommit found = walk.next();
        if (found != null) {
          walk.parseBody(found);
          return found;
        }
      }
    }
    return null;
  }

  private @Nullable ObjectId at(RevCommit commit, String path) throws IOException {
    try (TreeWalk walk = TreeWalk.forPath(reader, path, commit.getTree())) {
      return walk == null ? null : walk.getObjectId(0);
    }
  }
}
