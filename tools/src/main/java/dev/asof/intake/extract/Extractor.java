package dev.asof.intake.extract;

import dev.asof.fault.CallerFault;
import dev.asof.ingest.Original;
import dev.asof.intake.Decoded;
import dev.asof.split.Format;
import dev.asof.split.GivenSection;
import dev.asof.write.PreparedText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.tika.detect.DefaultDetector;
import org.apache.tika.detect.Detector;
import org.apache.tika.io.TikaInputStream;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.mime.MediaType;
import org.jspecify.annotations.Nullable;

/// Takes the text out of a file. Each method throws a [CallerFault] that says why a file gives
/// none: it is empty, encrypted, cut off, damaged, too large, a bomb, or of another kind.
///
/// Memory holds one text of at most 16 MiB, and what its format needs: of HTML the whole page.
public final class Extractor {

  private static final List<String> MARKDOWN_NAMES = List.of(".md", ".markdown");
  private static final List<String> HTML_NAMES = List.of(".html", ".htm", ".xhtml");
  private static final List<String> TEXT_NAMES = List.of(".txt", ".text", "");

  /// The longest page in HTML that is read.
  public static final int MOST_BYTES_OF_HTML = HtmlText.MOST_BYTES;

  private static final int HEAD = 1024;

  private final Detector detector = new DefaultDetector();

  /// Whether a file is, by its first bytes, one whose text has to be taken out of it: a PDF, an
  /// office document or a page in HTML. Loads nothing.
  public static boolean isNeeded(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      String head = new String(in.readNBytes(HEAD), StandardCharsets.ISO_8859_1);
      return head.contains("%PDF-")
          || head.startsWith("PK\3\4")
          || head.startsWith("\u00d0\u00cf\u0011\u00e0")
          || isWholePage(head);
    }
  }

  private static boolean isWholePage(String head) {
    String begin =
        head.replaceFirst("^\u00ef\u00bb\u00bf", "")
            .replaceFirst("^\\s*<\\?xml[^>]*>", "")
            .strip()
            .toLowerCase(Locale.ROOT);
    return begin.startsWith("<!doctype html") || begin.startsWith("<html");
  }

  /// What a file is, by its content; by its name only where content does not tell.
  public Kind kindOf(Path file, String name) throws IOException {
    long size = Files.size(file);
    if (size == 0) {
      throw Unreadable.empty();
    }
    if (size > Original.MOST_BYTES) {
      throw Original.tooLarge();
    }
    MediaType type;
    try (TikaInputStream in = TikaInputStream.get(file)) {
      type = detector.detect(in, new Metadata()).getBaseType();
    }
    return switch (type.toString()) {
      case "application/pdf" -> Kind.PDF;
      case "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
          "application/vnd.openxmlformats-officedocument.wordprocessingml.template",
          "application/vnd.ms-word.document.macroenabled.12" ->
          Kind.DOCX;
      case "application/vnd.oasis.opendocument.text",
          "application/vnd.oasis.opendocument.text-template" ->
          Kind.ODT;
      case "application/x-tika-ooxml-protected" -> throw Unreadable.encrypted();
      case "text/html", "application/xhtml+xml" ->
          isNamed(name, MARKDOWN_NAMES) && !isWholePage(file) ? Kind.MARKDOWN : Kind.HTML;
      case "application/zip", "application/x-tika-ooxml" -> zipKind(name, type);
      default -> textKind(type, name);
    };
  }

  /// What is left of an office document whose end is missing is known by its name alone.
  private static Kind zipKind(String name, MediaType type) {
    if (isNamed(name, List.of(".docx"))) {
      throw Unreadable.cutOff(Kind.DOCX);
    }
    if (isNamed(name, List.of(".odt"))) {
      throw Unreadable.cutOff(Kind.ODT);
    }
    throw Unreadable.notRead(type.toString());
  }

  private static Kind textKind(MediaType type, String name) {
    Kind named =
        isNamed(name, MARKDOWN_NAMES)
            ? Kind.MARKDOWN
            : isNamed(name, HTML_NAMES) ? Kind.HTML : isNamed(name, TEXT_NAMES) ? Kind.TEXT : null;
    boolean text = type.getType().equals("text") || type.equals(MediaType.OCTET_STREAM);
    if (named != null && (text || type.getType().equals("message"))) {
      return named;
    }
    if (type.getType().equals("text")) {
      return Kind.TEXT;
    }
    throw Unreadable.notRead(type.toString());
  }

  private static boolean isWholePage(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return isWholePage(new String(in.readNBytes(HEAD), StandardCharsets.ISO_8859_1));
    }
  }

  private static boolean isNamed(String name, List<String> endings) {
    String last = name.substring(name.lastIndexOf('/') + 1);
    int dot = last.lastIndexOf('.');
    return endings.contains(dot < 0 ? "" : last.substring(dot).toLowerCase(Locale.ROOT));
  }

  /// Whether a file is a page in HTML by its name.
  public static boolean isNamedHtml(String name) {
    return isNamed(name, HTML_NAMES);
  }

  /// The main text of a page in HTML, of at most [#MOST_BYTES_OF_HTML].
  ///
  /// @param declared in which charset it is, as goes before what the page says of itself; null:
  ///   nobody says
  /// @param fallback in which it is if it is no UTF-8 and does not say itself; null: it is detected
  public static Extracted html(byte[] bytes, @Nullable Charset declared, @Nullable Charset fallback)
      throws IOException {
    if (bytes.length == 0) {
      throw Unreadable.empty();
    }
    return HtmlText.of(bytes, declared, fallback);
  }

  /// The text of a file of this kind.
  public Extracted extract(Path file, Kind kind) throws IOException {
    Extracted found =
        switch (kind) {
          case MARKDOWN, TEXT -> text(file, kind);
          case HTML -> HtmlText.of(bytes(file, Kind.HTML, HtmlText.MOST_BYTES), null, null);
          case PDF -> pdf(file);
          case DOCX, ODT -> office(file, kind);
        };
    if (found.body().isBlank()) {
      throw Unreadable.blank(kind);
    }
    return found;
  }

  private static byte[] bytes(Path file, Kind kind, int most) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(most + 1);
      if (bytes.length > most) {
        throw Unreadable.tooLarge(kind, Files.size(file), most);
      }
      return bytes;
    }
  }

  private static Extracted text(Path file, Kind kind) throws IOException {
    byte[] bytes = bytes(file, kind, PreparedText.MOST_BYTES);
    Decoded text = Decoded.of(bytes, null).filter(Decoded::isText).orElseThrow(Unreadable::binary);
    return new Extracted(
        kind,
        kind == Kind.MARKDOWN ? Format.MARKDOWN : Format.TEXT,
        text.text(),
        Arrays.equals(bytes, text.text().getBytes(StandardCharsets.UTF_8)),
        null,
        null,
        text.charset().name(),
        text.isGuessed(),
        List.of(),
        Map.of());
  }

  private static Extracted pdf(Path file) throws IOException {
    PagedText paged = new PagedText();
    Metadata metadata = TikaParsing.pdf(file, paged);
    List<GivenSection> sections = paged.sections();
    return new Extracted(
        Kind.PDF,
        Format.TEXT,
        paged.body(),
        false,
        stated(metadata.get(TikaCoreProperties.TITLE)),
        stated(metadata.get(TikaCoreProperties.LANGUAGE)),
        null,
        false,
        sections,
        paged.pages(sections));
  }

  private static Extracted office(Path file, Kind kind) throws IOException {
    MarkdownWriter markdown = new MarkdownWriter();
    Metadata metadata = TikaParsing.office(file, kind, new XhtmlToMarkdown(markdown));
    return Extracted.of(
        kind,
        markdown.finish(),
        stated(metadata.get(TikaCoreProperties.TITLE)),
        stated(metadata.get(TikaCoreProperties.LANGUAGE)));
  }

  private static @Nullable String stated(@Nullable String value) {
    String given = Objects.requireNonNullElse(value, "").strip();
    return given.isEmpty() ? null : given;
  }
}
