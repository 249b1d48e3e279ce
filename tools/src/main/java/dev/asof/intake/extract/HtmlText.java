package dev.asof.intake.extract;

import dev.asof.intake.Decoded;
import dev.asof.intake.Html;
import dev.asof.split.Format;
import dev.asof.write.PreparedText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jspecify.annotations.Nullable;

/// A file in HTML: in which charset it is, and its main text as [Html] takes it.
final class HtmlText {

  /// The longest page that is read, in bytes: its tree is many times as large.
  static final int MOST_BYTES = 32 * 1024 * 1024;

  private HtmlText() {}

  static Extracted of(byte[] bytes, @Nullable Charset declared, @Nullable Charset fallback)
      throws IOException {
    Document page =
        Jsoup.parse(new ByteArrayInputStream(bytes), declared == null ? null : declared.name(), "");
    boolean guessed = false;
    if (declared == null && page.charset().equals(StandardCharsets.UTF_8) && !isUtf8(bytes)) {
      Charset charset =
          Decoded.of(bytes, fallback).map(Decoded::charset).orElse(StandardCharsets.ISO_8859_1);
      page = Jsoup.parse(new ByteArrayInputStream(bytes), charset.name(), "");
      guessed = true;
    }
    String charset = page.charset().name();
    Html.Page words = Html.of(page, null);
    if (words.text().length() > PreparedText.MOST_BYTES) {
      throw Unreadable.tooLong();
    }
    return new Extracted(
        Kind.HTML,
        Format.MARKDOWN,
        words.text(),
        false,
        words.title(),
        words.language(),
        charset,
        guessed,
        List.of(),
        Map.of());
  }

  private static boolean isUtf8(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
