package dev.asof.intake.archive;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A look at a page that an archive keeps.
///
/// @param at when it was made, in microseconds or coarser
/// @param where it is kept, for messages and provenance
record Capture(String key, String url, Instant at, String where, Found found) {

  private static final DateTimeFormatter LABEL =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  /// As archives write it: 20240301100000.
  String label() {
    return LABEL.format(at);
  }

  /// Where a record can be read again.
  ///
  /// @param entry in a WACZ; null: the file itself
  /// @param offset in bytes, of the file or the entry
  record Place(Path file, @Nullable String entry, long offset) {}

  /// What a look met.
  sealed interface Found {

    /// A page.
    final class Text implements Found {
      private final byte[] bytes;
      private final String mediaType;
      private final @Nullable String charset;
      private final String digest;

      /// @param charset that the server declared; null: none
      /// @param digest of the payload, as `sha1:` and hexadecimal digits
      Text(byte[] bytes, String mediaType, @Nullable String charset, String digest) {
        this.bytes = bytes;
        this.mediaType = mediaType;
        this.charset = charset;
        this.digest = digest;
      }

      byte[] bytes() {
        return bytes;
      }

      String mediaType() {
        return mediaType;
      }

      @Nullable String charset() {
        return charset;
      }

      String digest() {
        return digest;
      }
    }

    /// Something that has no text of its own.
    sealed interface Without extends Found {}

    /// The payload with this digest once more.
    record Repeat(String digest) implements Without {}

    record Gone(String note) implements Without {}

    record Failed(String note) implements Without {}

    /// Not used, and why.
    record Unusable(String why) implements Found {}

    /// No page.
    record Other(String mediaType) implements Found {}
  }
}
