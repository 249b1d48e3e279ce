package dev.asof.intake.git;

import java.io.IOException;
import java.util.List;
import org.eclipse.jgit.ignore.FastIgnoreRule;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.TreeFilter;

/// The paths that are imported, by patterns as in a `.gitignore`.
final class Paths {
  private final List<FastIgnoreRule> rules;

  Paths(List<String> patterns) {
    this.rules = patterns.stream().map(FastIgnoreRule::new).toList();
  }

  boolean matches(String path) {
    for (int i = rules.size() - 1; i >= 0; i--) {
      if (rules.get(i).isMatch(path, false)) {
        return rules.get(i).getResult();
      }
    }
    return false;
  }

  /// Lets matching files through, submodules, so that they can be named, and `.gitattributes`, so
  /// that they can be obeyed.
  TreeFilter filter() {
    return new TreeFilter() {
      @Override
      public boolean include(TreeWalk walk) throws IOException {
        return walk.isSubtree()
            || isSubmodule(walk)
            || Declarations.isOne(walk.getPathString())
            || matches(walk.getPathString());
      }

      @Override
      public boolean shouldBeRecursive() {
        return true;
      }

      @Override
      public TreeFilter clone() {
        return this;
      }
    };
  }

  private static boolean isSubmodule(TreeWalk walk) {
    for (int tree = 0; tree < walk.getTreeCount(); tree++) {
      if (FileMode.GITLINK.equals(walk.getRawMode(tree))) {
        return true;
      }
    }
    return false;
  }
}
