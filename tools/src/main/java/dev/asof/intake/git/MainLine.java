package dev.asof.intake.git;

import java.io.IOException;
import java.util.Arrays;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.jspecify.annotations.Nullable;

/// The commits of a main line, oldest first: what the branch showed, one state after the other.
/// Twenty bytes of memory each.
final class MainLine {
  private static final int BYTES = 20;
  private static final int DISPOSE_EVERY = 1_000;

  private byte[] ids = new byte[BYTES * 1_024];
  private int size;
  private boolean meets;

  /// Follows first parents from `tip` to the root, or to `until`, which is not part of it.
  static MainLine of(ObjectReader reader, ObjectId tip, @Nullable ObjectId until)
      throws IOException {
    MainLine line = new MainLine();
    try (RevWalk walk = new RevWalk(reader)) {
      walk.setRetainBody(false);
      for (ObjectId id = tip; id != null; ) {
        if (id.equals(until)) {
          line.meets = true;
          break;
        }
        line.add(id);
        RevCommit commit = walk.parseCommit(id);
        id = commit.getParentCount() == 0 ? null : commit.getParent(0).copy();
        if (line.size % DISPOSE_EVERY == 0) {
          walk.dispose();
        }
      }
    }
    return line;
  }

  private void add(ObjectId id) {
    if ((size + 1) * BYTES > ids.length) {
      ids = Arrays.copyOf(ids, Math.multiplyExact(ids.length, 2));
    }
    id.copyRawTo(ids, size * BYTES);
    size++;
  }

  int size() {
    return size;
  }

  /// Whether it ended at `until`.
  boolean meets() {
    return meets;
  }

  /// The commit at a place counted from 0, the oldest.
  ObjectId at(int place) {
    return ObjectId.fromRaw(ids, (size - 1 - place) * BYTES);
  }
}
