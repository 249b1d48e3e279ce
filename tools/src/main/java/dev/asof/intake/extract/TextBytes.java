package dev.asof.intake.extract;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Optional;
import org.apache.tika.parser.txt.CharsetDetector;
import org.apache.tika.parser.txt.CharsetMatch;

/// Bytes that may be a text.
///
/// @param exact they are the text in UTF-8, byte for byte
/// @param guessed nothing in the bytes said which charset they are in
record TextBytes(String text, String charset, boolean exact, boolean guessed) {

  /// Empty where the bytes are no text in any charset: control characters that no text has say so.
  static Optional<TextBytes> of(byte[] bytes) {
    if (startsWith(bytes, 0xef, 0xbb, 0xbf)) {
      return decoded(bytes, 3, StandardCharsets.UTF_8, false);
    }
    if (startsWith(bytes, 0xfe, 0xff)) {
      return decoded(bytes, 2, StandardCharsets.UTF_16BE, false);
    }
    if (startsWith(bytes, 0xff, 0xfe)) {
      return decoded(bytes, 2, StandardCharsets.UTF_16LE, false);
    }
    if (holdsControls(bytes)) {
      return Optional.empty();
    }
    return decoded(bytes, 0, StandardCharsets.UTF_8, false)
        .map(text -> new TextBytes(text.text(), text.charset(), true, false))
        .or(() -> guess(bytes).flatMap(charset -> decoded(bytes, 0, charset, true)));
  }

  /// The charset that the bytes look most like.
  static Optional<Charset> guess(byte[] bytes) {
    CharsetMatch match = new CharsetDetector().setText(bytes).detect();
    try {
      return match == null ? Optional.empty() : Optional.of(Charset.forName(match.getName()));
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      return Optional.empty();
    }
  }

  private static Optional<TextBytes> decoded(
      byte[] bytes, int from, Charset charset, boolean guessed) {
    try {
      String text =
          charset.newDecoder().decode(ByteBuffer.wrap(bytes, from, bytes.length - from)).toString();
      return text.indexOf('\0') >= 0
          ? Optional.empty()
          : Optional.of(new TextBytes(text, charset.name(), false, guessed));
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  private static boolean startsWith(byte[] bytes, int... mark) {
    if (bytes.length < mark.length) {
      return false;
    }
    for (int i = 0; i < mark.length; i++) {
      if ((bytes[i] & 0xff) != mark[i]) {
        return false;
      }
    }
    return true;
  }

  private static boolean holdsControls(byte[] bytes) {
    for (byte b : bytes) {
      if (b >= 0 && b < 0x20 && b != '\n' && b != '\r' && b != '\t' && b != '\f' && b != 0x1b) {
        return true;
      }
    }
    return false;
  }
}
