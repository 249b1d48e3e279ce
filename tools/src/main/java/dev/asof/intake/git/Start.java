package dev.asof.intake.git;

import java.io.IOException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.jspecify.annotations.Nullable;

/// Where a run begins.
///
/// @param line the commits it reads
/// @param last the commit that was recorded last; null: none was
record Start(Kind kind, MainLine line, @Nullable ObjectId last) {

  enum Kind {
    /// Nothing of the source is held.
    FIRST,
    /// After the commit that was recorded last.
    FURTHER,
    /// That commit is not on the main line any more.
    REWRITTEN,
    /// Other paths are asked for, whose history begins before that commit.
    OTHER_PATHS
  }

  static Start of(ObjectReader reader, ObjectId tip, Held held, String paths) throws IOException {
    ObjectId last = held.last();
    MainLine line = MainLine.of(reader, tip, last);
    if (last == null) {
      return new Start(Kind.FIRST, line, null);
    }
    if (!line.meets()) {
      return new Start(Kind.REWRITTEN, line, last);
    }
    return held.hasPaths(paths)
        ? new Start(Kind.FURTHER, line, last)
        : new Start(Kind.OTHER_PATHS, MainLine.of(reader, tip, null), last);
  }

  /// What a person has to know; null: nothing.
  @Nullable String notice() {
    return switch (kind) {
      case FIRST, FURTHER -> null;
      case REWRITTEN ->
          "the history was rewritten: "
              + (last == null ? "" : last.name().substring(0, Commit.DIGITS))
              + ", which was recorded last, is not on this main line any more; the texts that a"
              + " document had first in both histories are held, the others are taken as new";
      case OTHER_PATHS ->
          "other paths are asked for than before, so the history is read from its start; what is"
              + " new is known since now";
    };
  }
}
