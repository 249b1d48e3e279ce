package dev.asof.intake.watch;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What came of asking for a page.
sealed interface Fetched {

  /// Where the page says that it has moved for good; null: nowhere.
  @Nullable URI movedTo();

  /// The page.
  final class Page implements Fetched {
    private final byte[] bytes;
    private final URI at;
    private final @Nullable URI movedTo;
    private final @Nullable String contentType;
    private final @Nullable String etag;
    private final @Nullable String lastModified;

    /// @param at where it was found after redirects
    /// @param contentType, etag, lastModified as the server sent them; null: it did not
    Page(
        byte[] bytes,
        URI at,
        @Nullable URI movedTo,
        @Nullable String contentType,
        @Nullable String etag,
        @Nullable String lastModified) {
      this.bytes = bytes;
      this.at = at;
      this.movedTo = movedTo;
      this.contentType = contentType;
      this.etag = etag;
      this.lastModified = lastModified;
    }

    byte[] bytes() {
      return bytes;
    }

    URI at() {
      return at;
    }

    @Override
    public @Nullable URI movedTo() {
      return movedTo;
    }

    @Nullable String contentType() {
      return contentType;
    }

    @Nullable String etag() {
      return etag;
    }

    @Nullable String lastModified() {
      return lastModified;
    }
  }

  /// The page has not changed since it was sent with the validators given.
  record NotModified(URI at, @Nullable URI movedTo) implements Fetched {}

  /// The server says that there is no such page (404, 410).
  record Gone(String note, @Nullable URI movedTo) implements Fetched {}

  /// Anything else, which says nothing about the page.
  ///
  /// @param retryAfter how long the server asks to be left alone; null: it does not
  record Failed(String why, @Nullable Duration retryAfter, @Nullable URI movedTo)
      implements Fetched {}

  /// Nothing was asked: the host wants to be left alone for that long.
  record PutOff(Duration span) implements Fetched {
    @Override
    public @Nullable URI movedTo() {
      return null;
    }
  }
}
