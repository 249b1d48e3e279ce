package dev.asof.cli;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.ledger.Checkpoint;
import dev.asof.verify.Against;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Checkpoints in files.
final class Checkpoints {
  private Checkpoints() {}

  /// Throws a [CallerFault] where `file` cannot be read or holds no checkpoint.
  static Against.Kept read(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(Checkpoint.MOST_CHARACTERS + 1);
      return new Against.Kept(
          file.toString(),
          Checkpoint.parse(file.toString(), new String(bytes, StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new CallerFault(
          Code.BAD_INPUT,
          file + " cannot be read (" + Texts.reason(e) + "); name a file that can",
          e);
    }
  }

  /// Writes `checkpoint`, and never over another: what is kept is kept.
  static void write(Checkpoint checkpoint, Path file) {
    try {
      Files.writeString(
          file, checkpoint.text(), StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      throw new CallerFault(
          Code.BAD_INPUT, file + " exists, and a checkpoint is never replaced; name a new file", e);
    } catch (IOException e) {
      if (Faults.isDiskFull(e)) {
        throw new UncheckedIOException(e);
      }
      throw new CallerFault(
          Code.BAD_INPUT,
          "the file "
              + file
              + " cannot be written ("
              + Texts.reason(e)
              + "); name one in a folder that can",
          e);
    }
  }
}
