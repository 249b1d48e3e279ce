package dev.asof.intake.extract;

import dev.asof.split.Format;
import dev.asof.split.GivenSection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The text of a file.
///
/// @param body never blank
/// @param exact the body in UTF-8 is the file, byte for byte
/// @param title that the file states for itself
/// @param language BCP 47, that the file states for itself
/// @param charset in which the file was read; null: its format says so itself
/// @param charsetGuessed nothing in the file said which charset it is in
/// @param sections where the file has pages and no headings, one for each page; else empty: the
///   body is cut at its headings
/// @param pages by key of a section, which pages its text stands on; empty: the file has no pages
public record Extracted(
    Kind kind,
    Format format,
    String body,
    boolean exact,
    @Nullable String title,
    @Nullable String language,
    @Nullable String charset,
    boolean charsetGuessed,
    List<GivenSection> sections,
    Map<String, List<PageStart>> pages) {
  public Extracted {
    sections = List.copyOf(sections);
  }

  /// From where on a section stands on a page.
  ///
  /// @param page its number, from 1
  /// @param offset in the text of the section, in UTF-16 units; 0: its beginning stands there, or
  ///   the page began before it
  public record PageStart(int page, int offset) {}

  static Extracted of(Kind kind, String body, @Nullable String title, @Nullable String language) {
    return new Extracted(
        kind, Format.MARKDOWN, body, false, title, language, null, false, List.of(), Map.of());
  }
}
