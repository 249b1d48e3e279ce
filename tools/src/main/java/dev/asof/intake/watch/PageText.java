package dev.asof.intake.watch;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.intake.Decoded;
import dev.asof.intake.Html;
import dev.asof.intake.extract.Extracted;
import dev.asof.intake.extract.Extractor;
import dev.asof.intake.extract.Kind;
import dev.asof.split.Format;
import dev.asof.write.PreparedText;
import dev.asof.write.WatchedPage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/// The text of a page, and what the page says of itself.
///
/// @param mediaType of the page, such as `text/html`
/// @param charset in which it was read, and how that was found; null: its format says so itself
/// @param taken what of the page the text is; null: all of it
/// @param file where it is no page but a PDF, DOCX or ODT: what was taken out of it; else null
/// @param says dates that the page states of itself, by the names under which it does; they are no
///   dates of validity
record PageText(
    PreparedText text,
    @Nullable String title,
    @Nullable String language,
    String mediaType,
    @Nullable String charset,
    @Nullable String charsetBasis,
    @Nullable String taken,
    @Nullable Extracted file,
    String extractor,
    Map<String, String> says) {

  private static final Set<String> HTML = Set.of("text/html", "application/xhtml+xml");
  private static final Set<String> PLAIN = Set.of("text/plain", "text/markdown");
  private static final Set<String> FILES =
      Set.of(
          "application/pdf",
          "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
          "application/vnd.oasis.opendocument.text",
          "application/octet-stream");
  private static final Pattern CHARSET =
      Pattern.compile("(?i);\\s*charset\\s*=\\s*[\"']?([^\"';\\s]+)");
  private static final Pattern DATES =
      Pattern.compile(
          "(?i)(article:|og:)?(published|modified|updated|publication|revised)([_-]?(time|date|on))?"
              + "|date(published|modified|created)?|dc(terms)?[.](date|issued|modified|available|valid)([.].*)?"
              + "|last-modified|revised");
  private static final int MOST_DATES = 20;
  private static final int LONGEST_DATE = 200;
  private static final int BEGINNING = 1_024;

  /// The extractor and how it is set for a page, by which a text that changed with it is known.
  static String extractor(WatchedPage.Watch watch) {
    return Html.EXTRACTOR
        + (watch.selector() == null ? "" : " select " + watch.selector())
        + (watch.without() == null ? "" : " without " + watch.without());
  }

  /// Throws a [CallerFault] where the page gives no text, or not the one that is wanted.
  ///
  /// @param contentType as it was sent with the page; null: none was
  static PageText of(byte[] bytes, @Nullable String contentType, WatchedPage.Watch watch) {
    if (bytes.length == 0) {
      throw bad("the page is empty");
    }
    String mediaType = mediaType(contentType, bytes);
    if (FILES.contains(mediaType)) {
      return file(bytes, mediaType, watch);
    }
    Matcher named = CHARSET.matcher(contentType == null ? "" : contentType);
    Decoded decoded =
        Decoded.of(bytes, Decoded.declared(named.find() ? named.group(1) : null, bytes))
            .orElseThrow(() -> bad("it is sent as " + mediaType + " and is no text"));
    return HTML.contains(mediaType)
        ? html(decoded, mediaType, watch)
        : plain(decoded, mediaType, watch);
  }

  private static PageText html(Decoded decoded, String mediaType, WatchedPage.Watch watch) {
    Document page = Jsoup.parse(decoded.text());
    Map<String, String> says = dates(page);
    if (watch.without() != null) {
      page.select(watch.without()).remove();
    }
    Html.Page main = Html.of(page, watch.selector());
    requireWords(main.text(), watch);
    return new PageText(
        PreparedText.of(Format.MARKDOWN, main.text()),
        watch.title() == null ? main.title() : watch.title(),
        main.language() == null ? watch.language() : main.language(),
        mediaType,
        decoded.charset().name(),
        decoded.basis(),
        main.taken(),
        null,
        extractor(watch),
        says);
  }

  private static PageText plain(Decoded decoded, String mediaType, WatchedPage.Watch watch) {
    requireNoSelector(mediaType, watch);
    requireWords(decoded.text(), watch);
    return new PageText(
        PreparedText.of(
            mediaType.equals("text/markdown") ? Format.MARKDOWN : Format.TEXT, decoded.text()),
        watch.title(),
        watch.language(),
        mediaType,
        decoded.charset().name(),
        decoded.basis(),
        null,
        null,
        extractor(watch),
        Map.of());
  }

  /// A PDF or an office document, by what it is and not by how it is sent.
  private static PageText file(byte[] bytes, String mediaType, WatchedPage.Watch watch) {
    requireNoSelector(mediaType, watch);
    try {
      Path file = Files.createTempFile("asof-page-", null);
      try {
        Files.write(file, bytes);
        Extractor extractor = new Extractor();
        Kind kind = extractor.kindOf(file, String.valueOf(watch.url().getPath()));
        if (kind.isText() || kind == Kind.HTML) {
          throw bad("it is sent as " + mediaType + " and is " + kind.mediaType());
        }
        Extracted text = extractor.extract(file, kind);
        requireWords(text.body(), watch);
        return new PageText(
            text.sections().isEmpty()
                ? PreparedText.of(text.format(), text.body())
                : PreparedText.of(text.format(), text.body(), text.sections()),
            watch.title() == null ? text.title() : watch.title(),
            text.language() == null ? watch.language() : text.language(),
            kind.mediaType(),
            null,
            null,
            null,
            text,
            extractor(watch),
            Map.of());
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void requireNoSelector(String mediaType, WatchedPage.Watch watch) {
    if (watch.selector() != null) {
      throw bad(
          "the page is sent as "
              + mediaType
              + ", in which nothing can be selected, and "
              + watch.selector()
              + " is wanted");
    }
  }

  private static String mediaType(@Nullable String contentType, byte[] bytes) {
    String sent = contentType == null ? "" : contentType;
    int end = sent.indexOf(';');
    String type = (end < 0 ? sent : sent.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    if (HTML.contains(type) || PLAIN.contains(type) || FILES.contains(type)) {
      return type;
    }
    if (!type.isEmpty()) {
      throw bad(
          "it is sent as "
              + type
              + ", and only HTML, plain text, Markdown, PDF, DOCX and ODT are read");
    }
    String begin =
        new String(bytes, 0, Math.min(BEGINNING, bytes.length), StandardCharsets.ISO_8859_1)
            .toLowerCase(Locale.ROOT);
    return begin.contains("<html") || begin.contains("<!doctype html") ? "text/html" : "text/plain";
  }

  /// Throws a [CallerFault] where the words that mark the page are not in `text`.
  static void requireWords(String text, WatchedPage.Watch watch) {
    String wanted = watch.mustContain();
    if (wanted != null && !spaced(text).contains(spaced(wanted))) {
      throw bad("its text does not contain \"" + wanted + "\", so it is taken for another page");
    }
  }

  private static String spaced(String words) {
    return words.strip().replaceAll("[\\s\\u00a0]+", " ");
  }

  private static Map<String, String> dates(Document page) {
    Map<String, String> says = new TreeMap<>();
    for (Element element :
        page.select("meta[content], [itemprop][datetime], [itemprop][content]")) {
      for (String name : new String[] {"property", "name", "itemprop", "http-equiv"}) {
        String stated = element.attr(name).strip();
        if (!stated.isEmpty() && DATES.matcher(stated).matches() && says.size() < MOST_DATES) {
          String value =
              element.hasAttr("content") ? element.attr("content") : element.attr("datetime");
          says.putIfAbsent(
              stated, value.length() > LONGEST_DATE ? value.substring(0, LONGEST_DATE) : value);
        }
      }
    }
    return says;
  }

  private static CallerFault bad(String why) {
    return new CallerFault(Code.BAD_RECORD, why);
  }
}
