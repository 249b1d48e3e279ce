package dev.asof.write;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.ingest.Original;
import dev.asof.ledger.Hash;
import dev.asof.ledger.Sha256;
import dev.asof.split.Format;
import dev.asof.split.GivenSection;
import dev.asof.split.Normalised;
import dev.asof.split.Section;
import dev.asof.split.Split;
import dev.asof.split.Splitter;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A text cut into sections and hashed, made before any lock is taken.
public final class PreparedText {
  /// The longest text of a version, in bytes of UTF-8.
  public static final int MOST_BYTES = 16 * 1024 * 1024;

  /// How a version is marked that is the text of one section alone.
  static final String ONE_SECTION = "section-1";

  /// A section's key and text with its address.
  record Part(String key, @Nullable String title, String body, Hash sha256) {}

  private final Format format;
  private final String body;
  private final List<Part> parts;
  private final boolean rebuildsBody;
  private final String splitter;
  private final Hash sha256;
  private final byte[] normalised;
  private final int byteLength;
  private final @Nullable Original original;

  private PreparedText(
      Format format, String body, Split split, String splitter, @Nullable Original original) {
    byte[] bytes = bytesOf(body);
    this.format = format;
    this.body = body;
    this.splitter = splitter;
    this.original = original;
    this.sha256 = Hash.wrap(Sha256.of(bytes));
    this.normalised = Normalised.sha256(body);
    this.byteLength = bytes.length;
    this.rebuildsBody = split.rebuildsBody();
    this.parts = new ArrayList<>();
    for (Section section : split.sections()) {
      String title = section.title();
      parts.add(new Part(section.key(), title, section.text(), address(title, section.text())));
    }
  }

  /// Cuts `body` by its own structure. Throws a [CallerFault] where the text is empty, too long, or
  /// holds what cannot be stored.
  public static PreparedText of(Format format, String body) {
    check(body);
    return new PreparedText(
        format,
        body,
        Splitter.split(format, body),
        format.name().toLowerCase(Locale.ROOT) + "-1",
        null);
  }

  /// Cuts `body` where the sections that came with it say. Throws as [#of] does.
  public static PreparedText of(Format format, String body, List<GivenSection> sections) {
    check(body);
    sections.forEach(section -> refuseNul(section.body()));
    return new PreparedText(format, body, Splitter.given(body, sections), "given-1", null);
  }

  /// The same text, with the bytes that it was taken from, which are kept beside it.
  public PreparedText from(@Nullable Original bytes) {
    return new PreparedText(this, bytes);
  }

  private PreparedText(PreparedText text, @Nullable Original original) {
    this.format = text.format;
    this.body = text.body;
    this.parts = text.parts;
    this.rebuildsBody = text.rebuildsBody;
    this.splitter = text.splitter;
    this.sha256 = text.sha256;
    this.normalised = text.normalised;
    this.byteLength = text.byteLength;
    this.original = original;
  }

  /// The whole text as that of one section: its version's manifest holds just that section. The
  /// title is the first heading in it, if there is one.
  PreparedText asSection(String key) {
    return new PreparedText(
        format,
        body,
        new Split(
            List.of(
                new Section(
                    key,
                    parts.stream()
                        .map(Part::title)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null),
                    body)),
            true),
        ONE_SECTION,
        original);
  }

  boolean isOneSection() {
    return splitter.equals(ONE_SECTION);
  }

  /// Throws a [CallerFault] where `body` could not become a version.
  static void check(String body) {
    if (body.isBlank()) {
      throw new CallerFault(
          Code.BAD_RECORD,
          "the text is empty; to say that nothing applies, terminate or retract instead");
    }
    refuseNul(body);
    bytesOf(body);
  }

  private static void refuseNul(String body) {
    int nul = body.indexOf('\0');
    if (nul >= 0) {
      throw new CallerFault(
          Code.BAD_RECORD,
          "the text holds a NUL character at offset "
              + nul
              + ", which cannot be stored; remove it");
    }
  }

  private static byte[] bytesOf(String body) {
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(body));
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      if (bytes.length > MOST_BYTES) {
        throw new CallerFault(
            Code.TOO_LARGE,
            "the text has "
                + bytes.length
                + " bytes, more than the "
                + MOST_BYTES
                + " a version may have; cut it into several documents");
      }
      return bytes;
    } catch (CharacterCodingException e) {
      throw new CallerFault(
          Code.BAD_RECORD,
          "the text holds half a surrogate pair, which is no character; mend its encoding",
          e);
    }
  }

  /// The content address of a section text: SHA-256 of the body, or of title, a zero byte and the
  /// body.
  public static Hash address(@Nullable String title, String body) {
    return Hash.wrap(
        Sha256.of((title == null ? body : title + '\0' + body).getBytes(StandardCharsets.UTF_8)));
  }

  String mediaType() {
    return switch (format) {
      case MARKDOWN -> "text/markdown";
      case TEXT -> "text/plain";
    };
  }

  String body() {
    return body;
  }

  List<Part> parts() {
    return parts;
  }

  boolean rebuildsBody() {
    return rebuildsBody;
  }

  String splitter() {
    return splitter;
  }

  /// SHA-256 of the text in UTF-8.
  public Hash sha256() {
    return sha256;
  }

  byte[] normalised() {
    return normalised.clone();
  }

  int byteLength() {
    return byteLength;
  }

  /// The bytes that the text was taken from; null: none are kept beside it.
  @Nullable Original original() {
    return original;
  }

  /// Names the text by its hash, so that a request is known again by what it holds.
  @Override
  public String toString() {
    return "text " + sha256 + (original == null ? "" : " of " + original);
  }
}
