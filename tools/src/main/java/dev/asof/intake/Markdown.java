package dev.asof.intake;

import java.util.List;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableHead;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Block;
import org.commonmark.node.Document;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.commonmark.renderer.markdown.MarkdownRenderer;

/// How Markdown is written from plain words, by the renderer of commonmark, which escapes what
/// would be markup. Every way in that makes Markdown writes it so: pages in HTML as a tree, office
/// documents block by block, because such a file may be far larger than the text that is taken.
public final class Markdown {
  private static final MarkdownRenderer RENDERER =
      MarkdownRenderer.builder().extensions(List.of(TablesExtension.create())).build();

  private Markdown() {}

  /// Blocks one after the other, without line ends around them.
  public static String of(Node document) {
    return RENDERER.render(document).strip();
  }

  /// One line of words.
  public static String paragraph(String words) {
    return block(new Paragraph(), new Text(words));
  }

  /// One line of words that stand out as a whole.
  public static String strong(String words) {
    StrongEmphasis strong = new StrongEmphasis("**");
    strong.appendChild(new Text(words));
    return block(new Paragraph(), strong);
  }

  /// @param level 1 to 6
  public static String heading(int level, String words) {
    Heading heading = new Heading();
    heading.setLevel(level);
    return block(heading, new Text(words));
  }

  private static String block(Block block, Node words) {
    Document document = new Document();
    block.appendChild(words);
    document.appendChild(block);
    return of(document);
  }

  /// The first row of a table, with the line below it.
  public static String tableHead(List<String> cells) {
    Document document = new Document();
    TableBlock table = new TableBlock();
    TableHead head = new TableHead();
    head.appendChild(row(cells, true));
    table.appendChild(head);
    document.appendChild(table);
    return of(document);
  }

  /// A further row of a table.
  public static String tableRow(List<String> cells) {
    String table = tableHead(cells);
    return table.substring(0, table.indexOf('\n'));
  }

  /// A row of a table.
  public static TableRow row(List<String> cells, boolean isHead) {
    TableRow row = new TableRow();
    for (String words : cells) {
      TableCell cell = new TableCell();
      cell.setHeader(isHead);
      if (!words.isEmpty()) {
        cell.appendChild(new Text(words));
      }
      row.appendChild(cell);
    }
    return row;
  }
}
