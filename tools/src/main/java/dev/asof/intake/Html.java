package dev.asof.intake;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import java.util.ArrayList;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.Elements;
import org.jsoup.select.Selector;
import org.jspecify.annotations.Nullable;

/// The main text of a page in HTML, as Markdown: headings, paragraphs, lists, quotations, code and
/// tables. Of links and emphasis only the words are kept, because an address that changes is no
/// change of the text.
public final class Html {

  /// Name and version of the extractor. Raised whenever the same page gives another text, so that
  /// such a change is known to be technical.
  public static final String EXTRACTOR = "asof-html-1";

  private static final String NOISE =
      "script, style, noscript, template, svg, canvas, iframe, object, audio, video, nav, menu,"
          + " button, input, select, textarea, dialog, [hidden], [aria-hidden=true],"
          + " [role=navigation], [role=banner], [role=contentinfo], [role=search], [role=dialog]";
  private static final String AROUND = "body > header, body > footer, body > aside";

  /// @param text never blank
  /// @param title of the page; null: it has none
  /// @param language that the page states, BCP 47; null: none
  /// @param taken what of the page the text is: the selector, `main`, `article` or `body`
  public record Page(
      String text, @Nullable String title, @Nullable String language, String taken) {}

  private Html() {}

  /// Throws a [CallerFault] where `selector` is no CSS selector.
  public static void check(String selector) {
    try {
      Jsoup.parse("").select(selector);
    } catch (Selector.SelectorParseException | IllegalArgumentException e) {
      throw new CallerFault(
          Code.BAD_INPUT, "\"" + selector + "\" is no CSS selector: " + e.getMessage(), e);
    }
  }

  /// Takes the text out of a page. Throws a [CallerFault] where there is none.
  ///
  /// @param selector elements whose text is wanted, in the order of the page; null: the one `main`,
  ///   else the one `article`, else everything but the page's head, foot and navigation
  public static Page of(String html, @Nullable String selector) {
    return of(Jsoup.parse(html), selector);
  }

  /// As above, of a page that was parsed; elements without text of their own are taken out of it.
  public static Page of(Document page, @Nullable String selector) {
    String title = worded(page.title());
    Element root = page.selectFirst("html");
    String language = root == null ? null : worded(root.attr("lang"));
    page.select(NOISE).remove();
    List<Element> wanted = new ArrayList<>();
    String taken = take(page, selector, wanted);
    String text = new HtmlMarkdown().write(wanted);
    if (text.isBlank()) {
      throw new CallerFault(Code.BAD_RECORD, "the page holds no text in " + taken);
    }
    return new Page(text, title, language, taken);
  }

  private static String take(Document page, @Nullable String selector, List<Element> wanted) {
    if (selector != null) {
      Elements found = page.select(selector);
      if (found.isEmpty()) {
        throw new CallerFault(Code.BAD_RECORD, "nothing in the page fits the selector " + selector);
      }
      // What lies in another that fits is not taken twice.
      found.stream()
          .filter(one -> one.parents().stream().noneMatch(found::contains))
          .forEach(wanted::add);
      return selector;
    }
    for (String one : List.of("main, [role=main]", "article")) {
      Elements found = page.select(one);
      if (found.size() == 1 && !found.text().isBlank()) {
        wanted.addAll(found);
        return one.startsWith("main") ? "main" : one;
      }
    }
    page.select(AROUND).remove();
    wanted.add(page.body());
    return "body";
  }

  private static @Nullable String worded(@Nullable String words) {
    return words == null || words.isBlank() ? null : words.strip();
  }
}
