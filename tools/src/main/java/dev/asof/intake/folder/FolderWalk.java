package dev.asof.intake.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The files below a folder, in the order of their names, the same on every machine. Memory holds
/// the names of one folder on each level. What begins with a dot is not met; symbolic links are met
/// and not followed.
public final class FolderWalk {

  private final Path root;
  private final Deque<Deque<Path>> levels = new ArrayDeque<>();

  public FolderWalk(Path root) throws IOException {
    this.root = root;
    levels.push(entries(root));
  }

  private static Deque<Path> entries(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      List<Path> sorted =
          all.filter(path -> !nameOf(path).startsWith("."))
              .sorted(Comparator.comparing(FolderWalk::nameOf))
              .toList();
      return new ArrayDeque<>(sorted);
    }
  }

  private static String nameOf(Path path) {
    return String.valueOf(path.getFileName());
  }

  /// The next file; empty at the end.
  public Optional<Path> next() throws IOException {
    while (!levels.isEmpty()) {
      Path path = levels.element().poll();
      if (path == null) {
        levels.pop();
      } else if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        levels.push(entries(path));
      } else {
        return Optional.of(path);
      }
    }
    return Optional.empty();
  }

  /// The path of a file in the folder, with `/` between names.
  public String relative(Path file) {
    StringBuilder names = new StringBuilder();
    for (Path name : root.relativize(file)) {
      names.append(names.isEmpty() ? "" : "/").append(name);
    }
    return names.toString();
  }
}
