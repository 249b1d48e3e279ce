package dev.asof.cli;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;

/// A file that is whole or not there: it is written beside its place and renamed.
final class WholeFile {
  private static final int BUFFER = 1 << 16;

  private WholeFile() {}

  /// Writes to `target`, compressed where its name ends in `.gz`; what is there is replaced.
  static <R> R write(Path target, Function<OutputStream, R> work) {
    Path building =
        target.resolveSibling("." + target.getFileName() + ".partial-" + UUID.randomUUID());
    try {
      try {
        R result;
        try (OutputStream out =
                new BufferedOutputStream(
                    Files.newOutputStream(building, StandardOpenOption.CREATE_NEW), BUFFER);
            OutputStream packed =
                target.toString().endsWith(".gz") ? new GZIPOutputStream(out, BUFFER) : out) {
          result = work.apply(packed);
        }
        Files.move(
            building, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return result;
      } finally {
        Files.deleteIfExists(building);
      }
    } catch (IOException e) {
      throw unwritable(target, e);
    } catch (UncheckedIOException e) {
      throw unwritable(target, Objects.requireNonNull(e.getCause()));
    }
  }

  private static RuntimeException unwritable(Path target, IOException e) {
    if (Faults.isDiskFull(e)) {
      return new UncheckedIOException(e);
    }
    return new CallerFault(
        Code.BAD_INPUT,
        "the file "
            + target
            + " cannot be written ("
            + Texts.reason(e)
            + "); name one in a folder that can",
        e);
  }
}
