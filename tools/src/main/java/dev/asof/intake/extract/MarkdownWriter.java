package dev.asof.intake.extract;

import dev.asof.intake.Markdown;
import dev.asof.write.PreparedText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The tags of a page, as they open and close, to Markdown: headings, paragraphs, lists, tables and
/// code; of other markup only the words. [Markdown] writes and escapes each block as it closes, so
/// that no tree of the file is held.
///
/// Throws [dev.asof.fault.CallerFault] once the text is longer than a version may be.
final class MarkdownWriter {

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
          "dl",
          "dt",
          "dd",
          "form",
          "fieldset",
          "table",
          "caption",
          "body",
          "html",
          "hr",
          "details",
          "summary");
  private static final Pattern BLANKS = Pattern.compile("\\s+", Pattern.UNICODE_CHARACTER_CLASS);

  private final StringBuilder out = new StringBuilder();
  private final StringBuilder block = new StringBuilder();

  /// In place of the number of an item, in a list without numbers.
  private static final int PLAIN = -1;

  /// Of each list that is open, the number of its next item.
  private final Deque<Integer> lists = new ArrayDeque<>();

  private int heading;
  private int quotes;
  private int cells;
  private int bold;
  private int code;
  private boolean notBold;
  private @Nullable String item;
  private boolean afterItem;
  private final List<String> row = new ArrayList<>();
  private boolean headRow;

  /// @param style what the file calls the paragraph; null: nothing
  void open(String name, @Nullable String style) {
    String tag = name.toLowerCase(Locale.ROOT);
    if (cells > 0 && !tag.equals("td") && !tag.equals("th")) {
      block.append(' ');
      return;
    }
    switch (tag) {
      case "h1", "h2", "h3", "h4", "h5", "h6" -> {
        flush();
        heading = tag.charAt(1) - '0';
      }
      case "ul" -> {
        flush();
        lists.push(PLAIN);
      }
      case "ol" -> {
        flush();
        lists.push(1);
      }
      case "li" -> {
        flush();
        item = marker();
      }
      case "blockquote" -> {
        flush();
        quotes++;
      }
      case "pre" -> {
        flush();
        code++;
      }
      case "table" -> {
        flush();
        headRow = true;
      }
      case "tr" -> {
        flush();
        row.clear();
      }
      case "td", "th" -> {
        if (cells > 0) {
          block.append(' ');
        } else {
          block.setLength(0);
        }
        cells++;
      }
      case "br" -> block.append(code > 0 ? "\n" : " ");
      case "b", "strong" -> bold++;
      default -> {
        if (BLOCKS.contains(tag)) {
          flush();
          heading = "title".equals(style) ? 1 : 0;
        }
      }
    }
  }

  private String marker() {
    if (lists.isEmpty()) {
      return "- ";
    }
    int number = lists.pop();
    String marker = "  ".repeat(lists.size()) + (number == PLAIN ? "- " : number + ". ");
    lists.push(number == PLAIN ? PLAIN : number + 1);
    return marker;
  }

  void close(String name) {
    String tag = name.toLowerCase(Locale.ROOT);
    if (cells > 0 && !tag.equals("td") && !tag.equals("th") && !tag.equals("tr")) {
      return;
    }
    switch (tag) {
      case "td", "th" -> {
        if (cells == 1) {
          cell();
        }
        cells = Math.max(0, cells - 1);
      }
      case "tr" -> {
        if (cells > 0) {
          cell();
        }
        cells = 0;
        row();
      }
      case "ul", "ol" -> {
        flush();
        lists.poll();
      }
      case "blockquote" -> {
        flush();
        quotes = Math.max(0, quotes - 1);
      }
      case "pre" -> {
        flush();
        code = Math.max(0, code - 1);
      }
      case "b", "strong" -> bold = Math.max(0, bold - 1);
      case "li", "h1", "h2", "h3", "h4", "h5", "h6" -> flush();
      default -> {
        if (BLOCKS.contains(tag)) {
          flush();
        }
      }
    }
  }

  void text(CharSequence words) {
    notBold |= bold == 0 && !words.toString().isBlank();
    block.append(words);
    refuseTooLong();
  }

  private void refuseTooLong() {
    if (out.length() + block.length() > PreparedText.MOST_BYTES) {
      throw Unreadable.tooLong();
    }
  }

  /// The text so far; to be asked for once, at the end.
  String finish() {
    flush();
    return out.toString();
  }

  private void cell() {
    row.add(BLANKS.matcher(block).replaceAll(" ").strip());
    block.setLength(0);
  }

  private void row() {
    block.setLength(0);
    if (row.stream().allMatch(String::isEmpty)) {
      return;
    }
    separate(!headRow);
    out.append(headRow ? Markdown.tableHead(row) : Markdown.tableRow(row));
    headRow = false;
    afterItem = true;
  }

  private void flush() {
    if (cells > 0) {
      return;
    }
    String words = code > 0 ? stripped(block) : BLANKS.matcher(block).replaceAll(" ").strip();
    if (!words.isEmpty()) {
      write(words);
    }
    block.setLength(0);
    if (!words.isEmpty()) {
      item = null;
    }
    heading = 0;
    notBold = false;
  }

  private static String stripped(StringBuilder lines) {
    return lines.toString().replaceAll("^\\R+|\\s+$", "");
  }

  private void write(String words) {
    String quote = "> ".repeat(quotes);
    if (code > 0) {
      separate(false);
      out.append("```\n").append(words).append("\n```");
      return;
    }
    String marker = item;
    separate(marker != null && afterItem);
    afterItem = marker != null;
    out.append(quote);
    if (heading > 0) {
      out.append(Markdown.heading(heading, words));
      return;
    }
    if (marker != null) {
      out.append(marker);
    } else if (!lists.isEmpty()) {
      // A further paragraph of an item stays inside it.
      out.append("  ".repeat(lists.size()));
    }
    boolean wholeBold = !notBold && words.indexOf('*') < 0 && marker == null;
    out.append(wholeBold ? Markdown.strong(words) : Markdown.paragraph(words));
  }

  private void separate(boolean sameList) {
    if (!out.isEmpty()) {
      out.append(sameList ? "\n" : "\n\n");
    }
  }
}
