package dev.asof.split;

import java.util.Locale;
import java.util.Set;

/// How a text marks its structure.
public enum Format {
  /// CommonMark.
  MARKDOWN,
  /// Everything else: only the words of a line can make it a heading.
  TEXT;

  private static final Set<String> MARKDOWN_NAMES =
      Set.of("markdown", "md", "text/markdown", "text/x-markdown");

  /// The format of a media type (`text/markdown; charset=UTF-8`), a format name (`markdown`) or a
  /// file name (`terms.md`). Whatever is not known to be Markdown is text.
  public static Format of(String mediaTypeOrName) {
    String name = mediaTypeOrName.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    return MARKDOWN_NAMES.contains(name) || name.endsWith(".md") || name.endsWith(".markdown")
        ? MARKDOWN
        : TEXT;
  }
}
