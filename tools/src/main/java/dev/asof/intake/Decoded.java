package dev.asof.intake;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mozilla.universalchardet.UniversalDetector;

/// Bytes read as text, with the charset and how it was found.
///
/// @param basis `byte order mark`, `declared`, `UTF-8` (the bytes are valid UTF-8) or `detected`
public record Decoded(String text, Charset charset, String basis) {

  private static final int LOOKED_AT = 8_000;
  private static final int PAGE_HEAD = 4_096;
  private static final Pattern META_CHARSET =
      Pattern.compile("(?i)<(?:meta|\\?xml)[^>]*?(?:charset|encoding)\\s*=\\s*[\"']?([\\w.:-]+)");

  private record Mark(Charset charset, List<Integer> bytes) {
    static Mark of(Charset charset, Integer... bytes) {
      return new Mark(charset, List.of(bytes));
    }

    boolean starts(byte[] content) {
      if (content.length < bytes.size()) {
        return false;
      }
      for (int i = 0; i < bytes.size(); i++) {
        if ((content[i] & 0xff) != bytes.get(i)) {
          return false;
        }
      }
      return true;
    }
  }

  private static final Mark[] MARKS = {
    Mark.of(StandardCharsets.UTF_8, 0xef, 0xbb, 0xbf),
    Mark.of(Charset.forName("UTF-32LE"), 0xff, 0xfe, 0, 0),
    Mark.of(Charset.forName("UTF-32BE"), 0, 0, 0xfe, 0xff),
    Mark.of(StandardCharsets.UTF_16LE, 0xff, 0xfe),
    Mark.of(StandardCharsets.UTF_16BE, 0xfe, 0xff)
  };

  /// Reads `bytes`: as their byte order mark says, else as declared, else as UTF-8, else in the
  /// charset that their statistics show. Empty where they are no text: they hold a NUL in the first
  /// 8,000 bytes, as git judges too, or fit no charset. A byte order mark is not part of the text.
  ///
  /// @param declared what goes with the bytes says; a charset in which they are no text is passed
  ///   over
  public static Optional<Decoded> of(byte[] bytes, @Nullable Charset declared) {
    for (Mark mark : MARKS) {
      if (mark.starts(bytes)) {
        byte[] rest = Arrays.copyOfRange(bytes, mark.bytes().size(), bytes.length);
        return strictly(rest, mark.charset(), "byte order mark");
      }
    }
    if (declared != null && !declared.equals(StandardCharsets.UTF_8)) {
      Optional<Decoded> asDeclared = strictly(bytes, declared, "declared").filter(Decoded::isText);
      if (asDeclared.isPresent()) {
        return asDeclared;
      }
    }
    if (isBinary(bytes)) {
      return Optional.empty();
    }
    Optional<Decoded> utf8 =
        strictly(bytes, StandardCharsets.UTF_8, declared == null ? "UTF-8" : "declared");
    return utf8.isPresent() ? utf8 : detected(bytes);
  }

  /// The charset of that name; empty where there is none.
  public static Optional<Charset> charset(@Nullable String name) {
    try {
      return name == null || name.isBlank()
          ? Optional.empty()
          : Optional.of(Charset.forName(name.strip()));
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      return Optional.empty();
    }
  }

  /// The charset that a page declares: with its bytes, as a server does, else in its first 4,096
  /// bytes; null: none.
  public static @Nullable Charset declared(@Nullable String with, byte[] page) {
    return charset(with)
        .or(() -> {
          String head =
              new String(page, 0, Math.min(PAGE_HEAD, page.length), StandardCharsets.ISO_8859_1);
          Matcher meta = META_CHARSET.matcher(head);
          return meta.find() ? charset(meta.group(1)) : Optional.empty();
        })
        .orElse(null);
  }

  private static Optional<Decoded> detected(byte[] bytes) {
    UniversalDetector detector = new UniversalDetector();
    detector.handleData(bytes);
    detector.dataEnd();
    return charset(detector.getDetectedCharset())
        .flatMap(found -> strictly(bytes, found, "detected"))
        .filter(Decoded::isText)
        // Few bytes above ASCII are no statistics; in this charset most of them are letters.
        .or(() ->
            strictly(bytes, Charset.forName("windows-1252"), "detected").filter(Decoded::isText));
  }

  private static Optional<Decoded> strictly(byte[] bytes, Charset charset, String basis) {
    try {
      String text = charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return Optional.of(new Decoded(text, charset, basis));
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  /// Nothing in the bytes, or with them, said which charset they are in.
  public boolean isGuessed() {
    return basis.equals("detected");
  }

  /// Without control characters that no text has.
  public boolean isText() {
    return text.chars()
        .allMatch(c -> c >= ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == 0x1b);
  }

  private static boolean isBinary(byte[] bytes) {
    for (int i = 0; i < Math.min(bytes.length, LOOKED_AT); i++) {
      if (bytes[i] == 0) {
        return true;
      }
    }
    return false;
  }
}
