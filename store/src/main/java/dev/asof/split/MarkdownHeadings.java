package dev.asof.split;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Document;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.ListBlock;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.SourceSpan;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;
import org.commonmark.parser.SourceLines;

/// The headings of a Markdown text: those that CommonMark knows, at the top or in list items, and
/// below them paragraphs of one line that are bold from end to end or start with a number. Code,
/// HTML and quotations hold no headings.
final class MarkdownHeadings {
  /// A heading of more characters than this is cut; a paragraph is none. Pages that were turned
  /// into Markdown often have a rule right below a long paragraph, which makes that a setext
  /// heading.
  private static final int LONGEST_TITLE = 1000;

  private static final int LONGEST_SETEXT = 200;
  private static final int LONGEST_PARAGRAPH = 300;

  /// Deep enough for any document, and low enough that a line of a million `>` costs no more than
  /// its length.
  private static final int DEEPEST_BLOCK = 200;

  private static final int DEEPEST_INLINE = 50;

  private static final Parser BLOCKS =
      Parser.builder()
          .includeSourceSpans(IncludeSourceSpans.BLOCKS)
          .maxOpenBlockParsers(DEEPEST_BLOCK)
          .inlineParserFactory(context -> MarkdownHeadings::keepSource)
          .build();
  private static final Parser INLINES =
      Parser.builder().enabledBlockTypes(Set.of()).maxInlineNesting(DEEPEST_INLINE).build();

  private MarkdownHeadings() {}

  /// A block still to look at. `ordinal` is the number of the top-level list item that it begins,
  /// as in `3. `; empty where it begins none.
  private record Todo(Node block, String ordinal) {}

  static List<Heading> of(String body) {
    List<Heading> headings = new ArrayList<>();
    Deque<Todo> todo = new ArrayDeque<>();
    todo.push(new Todo(BLOCKS.parse(body), ""));
    while (!todo.isEmpty()) {
      Todo next = todo.pop();
      Node block = next.block();
      if (block instanceof Document || block instanceof ListBlock || block instanceof ListItem) {
        children(next).forEach(todo::push);
        continue;
      }
      if (!(block.getFirstChild() instanceof Text source)) {
        continue;
      }
      Line line = Line.of(source.getLiteral());
      OptionalInt level =
          block instanceof org.commonmark.node.Heading heading
              ? level(heading, body)
              : level((Paragraph) block, next.ordinal(), line);
      int start = startOfLine(block, body);
      boolean firstOfLine = headings.isEmpty() || headings.getLast().start() < start;
      if (level.isPresent() && firstOfLine && Keys.nameable(line.text())) {
        headings.add(new Heading(start, level.getAsInt(), next.ordinal() + line.text()));
      }
    }
    return headings;
  }

  /// The children of a container, last first.
  private static List<Todo> children(Todo parent) {
    boolean numbers =
        parent.block() instanceof OrderedList && parent.block().getParent() instanceof Document;
    Integer start = parent.block() instanceof OrderedList list ? list.getMarkerStartNumber() : null;
    int number = start == null ? 1 : start;
    List<Todo> children = new ArrayList<>();
    for (Node child = parent.block().getFirstChild(); child != null; child = child.getNext()) {
      String ordinal =
          numbers
              ? number++ + ". "
              : parent.block() instanceof ListItem && children.isEmpty() ? parent.ordinal() : "";
      children.add(new Todo(child, ordinal));
    }
    return children.reversed();
  }

  private static OptionalInt level(org.commonmark.node.Heading heading, String body) {
    List<SourceSpan> spans = heading.getSourceSpans();
    int length = spans.stream().mapToInt(SourceSpan::getLength).sum();
    boolean setext = body.charAt(spans.getFirst().getInputIndex()) != '#';
    return setext && length - spans.getLast().getLength() > LONGEST_SETEXT
        ? OptionalInt.empty()
        : OptionalInt.of(heading.getLevel());
  }

  private static OptionalInt level(Paragraph paragraph, String ordinal, Line line) {
    boolean top = paragraph.getParent() instanceof Document;
    if (!top && ordinal.isEmpty()) {
      return OptionalInt.empty();
    }
    if (line.bold()) {
      return Titles.bold(ordinal + line.text());
    }
    // A list of one item is how a numbered heading looks to Markdown; a list of several is a list.
    Node item = paragraph.getParent();
    return top || (item.getNext() == null && item.getPrevious() == null)
        ? Titles.numbered(ordinal + line.text())
        : OptionalInt.empty();
  }

  private static int startOfLine(Node block, String body) {
    int at = block.getSourceSpans().getFirst().getInputIndex();
    while (at > 0 && body.charAt(at - 1) != '\n' && body.charAt(at - 1) != '\r') {
      at--;
    }
    return at;
  }

  /// In place of parsing all inlines, keeps the source of what may be a heading as the only child
  /// of its block.
  private static void keepSource(SourceLines lines, Node block) {
    boolean heading = block instanceof org.commonmark.node.Heading;
    if (heading || (lines.getLines().size() == 1 && block instanceof Paragraph)) {
      String source = lines.getContent();
      if (heading || source.length() <= LONGEST_PARAGRAPH) {
        block.appendChild(new Text(source.substring(0, Math.min(source.length(), LONGEST_TITLE))));
      }
    }
  }

  /// The plain text of a line, and whether all its letters and digits are bold.
  private record Line(String text, boolean bold) {
    static Line of(String source) {
      Collector collector = new Collector();
      INLINES.parse(source).accept(collector);
      return new Line(Titles.singleSpaced(collector.text.toString()), !collector.notBold);
    }
  }

  private static final class Collector extends AbstractVisitor {
    private final StringBuilder text = new StringBuilder();
    private int strong;
    private boolean notBold;

    @Override
    public void visit(Text node) {
      add(node.getLiteral());
    }

    @Override
    public void visit(Code node) {
      add(node.getLiteral());
    }

    @Override
    public void visit(SoftLineBreak node) {
      text.append(' ');
    }

    @Override
    public void visit(HardLineBreak node) {
      text.append(' ');
    }

    @Override
    public void visit(StrongEmphasis node) {
      strong++;
      visitChildren(node);
      strong--;
    }

    private void add(String literal) {
      text.append(literal);
      notBold |= strong == 0 && Keys.nameable(literal);
    }
  }
}
