package dev.asof.intake;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableBody;
import org.commonmark.ext.gfm.tables.TableHead;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.node.Block;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.BulletList;
import org.commonmark.node.Document;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.ListBlock;
import org.commonmark.node.ListItem;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.node.ThematicBreak;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jspecify.annotations.Nullable;

/// Elements of a page as the blocks of a document, which [Markdown] writes and escapes.
final class HtmlMarkdown {
  /// Deeper elements give their words only.
  private static final int DEEPEST = 200;

  private static final Set<String> BLOCKS =
      Set.of(
          "p",
          "div",
          "section",
          "article",
          "main",
          "header",
          "footer",
          "aside",
          "figure",
          "figcaption",
          "address",
          "details",
          "summary",
          "fieldset",
          "form",
          "legend",
          "center",
          "body",
          "dl",
          "dt",
          "dd",
          "h1",
          "h2",
          "h3",
          "h4",
          "h5",
          "h6",
          "ul",
          "ol",
          "li",
          "blockquote",
          "pre",
          "hr",
          "table",
          "hgroup");

  /// Words that are written into one paragraph until a block ends it.
  private static final class Words {
    private final StringBuilder line = new StringBuilder();
    private @Nullable Block into;

    void add(Block container, String words) {
      if (into == null && words.isBlank()) {
        return;
      }
      if (into == null) {
        Paragraph paragraph = new Paragraph();
        container.appendChild(paragraph);
        into = paragraph;
      }
      line.append(words);
    }

    /// A line ends, the paragraph goes on.
    void breakLine() {
      Block paragraph = into;
      if (paragraph != null && !line.toString().isBlank()) {
        put(paragraph);
        paragraph.appendChild(new SoftLineBreak());
      }
    }

    void end() {
      Block paragraph = into;
      if (paragraph != null) {
        put(paragraph);
        if (paragraph.getLastChild() instanceof SoftLineBreak last) {
          last.unlink();
        }
        if (paragraph.getFirstChild() == null) {
          paragraph.unlink();
        }
        into = null;
      }
    }

    private void put(Block paragraph) {
      String words = line.toString().replaceAll("[\\s\\u00a0]+", " ").strip();
      line.setLength(0);
      if (!words.isEmpty()) {
        paragraph.appendChild(new Text(words));
      }
    }
  }

  String write(List<Element> elements) {
    Document document = new Document();
    for (Element element : elements) {
      block(document, element, 0);
    }
    return Markdown.of(document);
  }

  private void children(Block into, Element element, int depth) {
    Words words = new Words();
    for (Node child : element.childNodes()) {
      node(into, child, words, depth);
    }
    words.end();
  }

  private void node(Block into, Node node, Words words, int depth) {
    if (node instanceof TextNode text) {
      words.add(into, text.getWholeText());
    } else if (node instanceof Element element) {
      String tag = element.normalName();
      if (tag.equals("br")) {
        words.breakLine();
      } else if (tag.equals("img")) {
        words.add(into, element.attr("alt"));
      } else if (depth > DEEPEST) {
        words.add(into, element.text());
      } else if (BLOCKS.contains(tag)) {
        words.end();
        block(into, element, depth + 1);
      } else {
        // A link around blocks, or words that are marked up.
        for (Node child : element.childNodes()) {
          node(into, child, words, depth + 1);
        }
      }
    }
  }

  private void block(Block into, Element element, int depth) {
    String tag = element.normalName();
    switch (tag) {
      case "h1", "h2", "h3", "h4", "h5", "h6" -> heading(into, element, tag.charAt(1) - '0');
      case "ul" -> list(into, element, new BulletList(), depth);
      case "ol" -> list(into, element, numbered(element), depth);
      case "blockquote" -> inside(into, new BlockQuote(), element, depth);
      case "pre" -> code(into, element);
      case "hr" -> {
        ThematicBreak rule = new ThematicBreak();
        rule.setLiteral("***");
        into.appendChild(rule);
      }
      case "table" -> table(into, element, depth);
      default -> children(into, element, depth);
    }
  }

  private static void heading(Block into, Element element, int level) {
    String words = element.text().strip();
    if (!words.isEmpty()) {
      Heading heading = new Heading();
      heading.setLevel(level);
      heading.appendChild(new Text(words));
      into.appendChild(heading);
    }
  }

  private void inside(Block into, Block block, Element element, int depth) {
    children(block, element, depth);
    if (block.getFirstChild() != null) {
      into.appendChild(block);
    }
  }

  private static OrderedList numbered(Element element) {
    OrderedList list = new OrderedList();
    list.setMarkerDelimiter(".");
    try {
      list.setMarkerStartNumber(
          Math.max(0, Math.min(999_999_999, Integer.parseInt(element.attr("start")))));
    } catch (NumberFormatException e) {
      list.setMarkerStartNumber(1);
    }
    return list;
  }

  private void list(Block into, Element element, ListBlock list, int depth) {
    if (list instanceof BulletList bullets) {
      bullets.setMarker("-");
    }
    list.setTight(true);
    Words stray = new Words();
    for (Node child : element.childNodes()) {
      if (child instanceof Element item && item.normalName().equals("li")) {
        inside(list, new ListItem(), item, depth + 1);
      } else if (child instanceof Element other) {
        inside(list, new ListItem(), other, depth + 1);
      } else {
        node(into, child, stray, depth);
      }
    }
    stray.end();
    if (list.getFirstChild() != null) {
      into.appendChild(list);
    }
  }

  private static void code(Block into, Element element) {
    String words = element.wholeText();
    if (!words.isBlank()) {
      FencedCodeBlock code = new FencedCodeBlock();
      code.setFenceCharacter("`");
      code.setOpeningFenceLength(3);
      code.setClosingFenceLength(3);
      code.setLiteral(words.replaceFirst("^\\R", "").stripTrailing() + "\n");
      into.appendChild(code);
    }
  }

  /// A table of words is one; a table that lays out a page gives its cells as blocks.
  private void table(Block into, Element element, int depth) {
    List<Element> rows = element.select("tr");
    boolean layout =
        !element.select("table table, h1, h2, h3, ul, ol, pre, blockquote").isEmpty()
            || rows.stream().allMatch(row -> row.childrenSize() < 2);
    if (layout) {
      for (Element cell : element.select("td, th, caption")) {
        if (cell.parents().stream()
            .filter(parent -> parent.normalName().equals("table"))
            .findFirst()
            .filter(element::equals)
            .isPresent()) {
          children(into, cell, depth + 1);
        }
      }
      return;
    }
    Element caption = element.selectFirst("caption");
    if (caption != null) {
      children(into, caption, depth + 1);
    }
    int columns = rows.stream().mapToInt(Element::childrenSize).max().orElse(0);
    TableBlock table = new TableBlock();
    TableHead head = new TableHead();
    TableBody body = new TableBody();
    table.appendChild(head);
    head.appendChild(row(rows.getFirst(), columns, true));
    rows.stream().skip(1).forEach(row -> body.appendChild(row(row, columns, false)));
    if (body.getFirstChild() != null) {
      table.appendChild(body);
    }
    into.appendChild(table);
  }

  private static TableRow row(Element element, int columns, boolean isHead) {
    return Markdown.row(
        IntStream.range(0, columns)
            .mapToObj(i -> i < element.childrenSize() ? element.child(i).text().strip() : "")
            .toList(),
        isHead);
  }
}
