package dev.asof.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.commons.io.file.PathUtils;

/// The place of a reconstruction on disk: what may be replaced there, and how.
final class ReconstructionFolder {
  private ReconstructionFolder() {}

  /// Nothing is there, or an empty folder, or a reconstruction of the same point without files of
  /// anybody else.
  static void refuseUnlessReplaceable(Path target, String point) throws IOException {
    if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
      throw refused(target, "is no folder");
    }
    if (isEmpty(target)) {
      return;
    }
    Path manifest = target.resolve(Reconstruction.MANIFEST);
    if (!Files.isRegularFile(manifest, LinkOption.NOFOLLOW_LINKS)) {
      throw refused(target, "is not empty");
    }
    if (!firstLine(manifest).equals(point.substring(0, point.length() - 1) + ",\"files\":[")) {
      throw refused(target, "holds a reconstruction of another point");
    }
    if (ReconstructionCheck.of(target).strangers() != 0) {
      throw refused(target, "holds files that are not of its reconstruction");
    }
  }

  private static String firstLine(Path manifest) throws IOException {
    try (BufferedReader reader = Files.newBufferedReader(manifest, UTF_8)) {
      String line = reader.readLine();
      return line == null ? "" : line;
    }
  }

  static boolean isEmpty(Path folder) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      return !entries.iterator().hasNext();
    }
  }

  private static CallerFault refused(Path target, String why) {
    return new CallerFault(
        Code.BAD_INPUT,
        "the folder " + target + " " + why + "; choose one that is empty or does not exist yet");
  }

  /// Puts what was built in the place of what is there.
  static void replace(Path built, Path target) throws IOException {
    if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      Files.move(built, target, StandardCopyOption.ATOMIC_MOVE);
      return;
    }
    Path old = built.resolveSibling(built.getFileName() + ".old");
    Files.move(target, old, StandardCopyOption.ATOMIC_MOVE);
    Files.move(built, target, StandardCopyOption.ATOMIC_MOVE);
    PathUtils.deleteDirectory(old);
  }
}
