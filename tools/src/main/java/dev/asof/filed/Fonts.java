package dev.asof.filed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.io.IOUtils;
import org.apache.fontbox.ttf.CmapLookup;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.RandomAccessReadBuffer;

/// The fonts that go into a PDF, and which characters they have.
///
/// @param files by the name that a style sheet calls them by, in the order in which they are tried
record Fonts(Map<String, byte[]> files, List<CmapLookup> characters) {

  static Fonts bundled() {
    try {
      Map<String, byte[]> files = new LinkedHashMap<>();
      files.put("DejaVu Sans", IOUtils.resourceToByteArray("/dev/asof/filed/DejaVuSans.ttf"));
      files.put("Asof Hangul", IOUtils.resourceToByteArray("/dev/asof/filed/AsofHangul.ttf"));
      List<CmapLookup> characters = new ArrayList<>();
      for (byte[] file : files.values()) {
        try (TrueTypeFont font = new TTFParser().parse(new RandomAccessReadBuffer(file))) {
          characters.add(font.getUnicodeCmapLookup());
        }
      }
      return new Fonts(files, characters);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// `text` composed, with `[U+1F600]` in place of what cannot be written or would not be seen.
  String writable(String text) {
    StringBuilder written = new StringBuilder();
    Normalizer.normalize(text, Normalizer.Form.NFC)
        .codePoints()
        .forEach(c -> {
          if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
            written.append(' ');
          } else if (Character.getType(c) == Character.FORMAT || !has(c)) {
            written.append(String.format(Locale.ROOT, "[U+%04X]", c));
          } else {
            written.appendCodePoint(c);
          }
        });
    return written.toString();
  }

  private boolean has(int codePoint) {
    return characters.stream().anyMatch(font -> font.getGlyphId(codePoint) != 0);
  }
}
