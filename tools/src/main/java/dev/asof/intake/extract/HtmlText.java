package dev.asof.intake.extract;

import dev.asof.split.Format;
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
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.Elements;
import org.jsoup.select.NodeVisitor;
import org.jspecify.annotations.Nullable;

/// A page in HTML: the words of its one `main`, or of all of it, without scripts and navigation.
final class HtmlText {

  /// The longest page that is read, in bytes: its tree is many times as large.
  static final int MOST_BYTES = 32 * 1024 * 1024;

  private static final String NO_WORDS =
      "script, style, noscript, template, svg, iframe, nav, head, [hidden]";

  private HtmlText() {}

  static Extracted of(byte[] bytes) throws IOException {
    Document page = Jsoup.parse(new ByteArrayInputStream(bytes), null, "");
    boolean guessed = false;
    if (page.charset().equals(StandardCharsets.UTF_8) && !isUtf8(bytes)) {
      Charset charset = TextBytes.guess(bytes).orElse(StandardCharsets.ISO_8859_1);
      page = Jsoup.parse(new ByteArrayInputStream(bytes), charset.name(), "");
      guessed = true;
    }
    String title = worded(page.title());
    Element html = page.selectFirst("html");
    String language = html == null ? null : worded(html.attr("lang"));
    String charset = page.charset().name();
    page.select(NO_WORDS).remove();
    Elements mains = page.select("main");
    Element words = mains.size() == 1 ? mains.getFirst() : page.body();
    MarkdownWriter markdown = new MarkdownWriter();
    words.traverse(new Writing(markdown));
    return new Extracted(
        Kind.HTML,
        Format.MARKDOWN,
        markdown.finish(),
        false,
        title,
        language,
        charset,
        guessed,
        List.of(),
        Map.of());
  }

  private static @Nullable String worded(@Nullable String text) {
    return text == null || text.isBlank() ? null : text.strip();
  }

  private static boolean isUtf8(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private record Writing(MarkdownWriter markdown) implements NodeVisitor {
    @Override
    public void head(Node node, int depth) {
      if (node instanceof TextNode text) {
        markdown.text(text.getWholeText());
      } else if (node instanceof Element element) {
        markdown.open(element.normalName(), null);
      }
    }

    @Override
    public void tail(Node node, int depth) {
      if (node instanceof Element element) {
        markdown.close(element.normalName());
      }
    }
  }
}
