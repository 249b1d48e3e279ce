package dev.asof.write;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.fault.Unavailable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.UUID;
import org.apache.commons.io.file.PathUtils;

/// A folder that is there as a whole or not at all: it is built beside its place and moved into it.
public final class NewFolder {

  /// Fills a folder.
  @FunctionalInterface
  public interface Work<T> {
    T fill(Path building) throws IOException;
  }

  private NewFolder() {}

  /// Builds `target`, which has to be absent or empty, and returns what `work` does.
  ///
  /// Throws a [CallerFault] where something is in it, and an [Unavailable] where it cannot be
  /// written.
  ///
  /// @param what what the folder is called in the latter: `folder`, `repository`
  public static <T> T build(Path target, String what, Work<T> work) {
    try {
      refuseUnlessEmpty(target);
      Path parent = Objects.requireNonNullElse(target.getParent(), target);
      Files.createDirectories(parent);
      Path building =
          Files.createDirectory(
              parent.resolve("." + target.getFileName() + ".partial-" + UUID.randomUUID()));
      try {
        T done = work.fill(building);
        Files.deleteIfExists(target);
        Files.move(building, target, StandardCopyOption.ATOMIC_MOVE);
        return done;
      } finally {
        if (Files.exists(building, LinkOption.NOFOLLOW_LINKS)) {
          PathUtils.deleteDirectory(building);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      throw new Unavailable(
          Code.DISK_FULL,
          "the "
              + what
              + " "
              + target
              + " cannot be written: "
              + e
              + "; make room or choose another",
          e);
    }
  }

  private static void refuseUnlessEmpty(Path target) throws IOException {
    if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)
        && !(Files.isDirectory(target) && PathUtils.isEmptyDirectory(target))) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "the folder " + target + " is not empty; choose one that is empty or does not exist yet");
    }
  }
}
