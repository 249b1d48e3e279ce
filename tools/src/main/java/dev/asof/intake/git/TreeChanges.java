package dev.asof.intake.git;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.eclipse.jgit.diff.DiffConfig;
import org.eclipse.jgit.diff.DiffEntry;
import org.eclipse.jgit.diff.RenameDetector;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.treewalk.EmptyTreeIterator;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.AndTreeFilter;
import org.eclipse.jgit.treewalk.filter.TreeFilter;
import org.jspecify.annotations.Nullable;

/// What changed between two trees at the paths that are imported, with files that were moved.
final class TreeChanges implements AutoCloseable {
  /// As git has it: half of the lines are the same.
  private static final int LEAST_ALIKE = 50;

  private static final int MOST_COMPARED = 1_000;

  private final TreeWalk walk;
  private final RenameDetector renames;
  private final Paths paths;

  TreeChanges(ObjectReader reader, Paths paths) {
    this.paths = paths;
    this.walk = new TreeWalk(reader);
    walk.setRecursive(true);
    walk.setFilter(AndTreeFilter.create(TreeFilter.ANY_DIFF, paths.filter()));
    this.renames = new RenameDetector(reader, new Config().get(DiffConfig.KEY));
    renames.setRenameScore(LEAST_ALIKE);
    renames.setRenameLimit(MOST_COMPARED);
  }

  /// @param declarations what changed of `.gitattributes`, whether or not they are imported
  /// @param entries in order of path, renames first
  /// @param isComplete more files moved and changed at once than are compared
  record Found(List<DiffEntry> declarations, List<DiffEntry> entries, boolean isComplete) {}

  /// @param before tree; null: none, everything is new
  Found between(@Nullable ObjectId before, ObjectId after) throws IOException {
    walk.reset();
    if (before == null) {
      walk.addTree(new EmptyTreeIterator());
    } else {
      walk.addTree(before);
    }
    walk.addTree(after);
    walk.setRecursive(true);
    List<DiffEntry> all = DiffEntry.scan(walk);
    List<DiffEntry> declarations = all.stream().filter(TreeChanges::isDeclaration).toList();
    List<DiffEntry> entries =
        declarations.isEmpty() ? all : all.stream().filter(this::isImported).toList();
    boolean added = has(entries, DiffEntry.ChangeType.ADD);
    if (!added || !has(entries, DiffEntry.ChangeType.DELETE)) {
      return new Found(declarations, entries, true);
    }
    renames.reset();
    renames.addAll(entries);
    List<DiffEntry> found = new ArrayList<>(renames.compute());
    found.sort(
        Comparator.comparingInt((DiffEntry entry) -> rank(entry.getChangeType()))
            .thenComparing(DiffEntry::getNewPath)
            .thenComparing(DiffEntry::getOldPath));
    return new Found(declarations, found, !renames.isOverRenameLimit());
  }

  private static boolean isDeclaration(DiffEntry entry) {
    return Declarations.isOne(pathOf(entry));
  }

  private boolean isImported(DiffEntry entry) {
    return !isDeclaration(entry) || paths.matches(pathOf(entry));
  }

  private static String pathOf(DiffEntry entry) {
    return entry.getChangeType() == DiffEntry.ChangeType.DELETE
        ? entry.getOldPath()
        : entry.getNewPath();
  }

  /// What leaves a path comes before what arrives there.
  private static int rank(DiffEntry.ChangeType type) {
    return switch (type) {
      case RENAME -> 0;
      case DELETE -> 1;
      case MODIFY, ADD, COPY -> 2;
    };
  }

  private static boolean has(List<DiffEntry> entries, DiffEntry.ChangeType type) {
    return entries.stream().anyMatch(entry -> entry.getChangeType() == type);
  }

  @Override
  public void close() {
    walk.close();
  }
}
