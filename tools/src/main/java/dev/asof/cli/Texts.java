package dev.asof.cli;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.write.PreparedText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Reads the text of a version from a file or from standard input.
final class Texts {
  private Texts() {}

  /// The text of `file`, or of `in` for `-`. Throws a [CallerFault] where it cannot be read, is
  /// longer than a version may be, or is not UTF-8. Never holds more than the longest allowed text.
  static String read(String file, InputStream in) {
    String named = file.equals("-") ? "standard input" : file;
    byte[] bytes;
    try (InputStream text = file.equals("-") ? in : Files.newInputStream(Path.of(file))) {
      bytes = text.readNBytes(PreparedText.MOST_BYTES + 1);
    } catch (IOException e) {
      throw new CallerFault(
          Code.BAD_INPUT, named + " cannot be read (" + reason(e) + "); name a file that can", e);
    }
    if (bytes.length > PreparedText.MOST_BYTES) {
      throw new CallerFault(
          Code.TOO_LARGE,
          named
              + " has more than the "
              + PreparedText.MOST_BYTES
              + " bytes a version may have; cut it into several documents");
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes))
          .toString();
    } catch (CharacterCodingException e) {
      throw new CallerFault(
          Code.BAD_INPUT, named + " is not UTF-8; convert it, for example with iconv", e);
    }
  }

  /// What is wrong with a file, in words; the message of these exceptions is the name of the file
  /// alone.
  static String reason(IOException e) {
    return switch (e) {
      case NoSuchFileException none -> "there is no such file or folder";
      case AccessDeniedException denied -> "not allowed";
      default -> String.valueOf(e.getMessage());
    };
  }
}
