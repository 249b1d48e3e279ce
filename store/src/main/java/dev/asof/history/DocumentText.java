package dev.asof.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A document at a point, as one source has it: its version's sections, less those with dates of
/// their own that do not apply, plus those of other versions that do.
///
/// @param base the belief about the document; null where none applies and only sections of it do
/// @param exact every section is that of the version, so that the text is the version's, byte for
///   byte
/// @param absent sections of the version that are not in force, and why
public record DocumentText(
    @Nullable Citation base, boolean exact, List<SectionAt> sections, List<Citation> absent) {
  public DocumentText {
    sections = List.copyOf(sections);
    absent = List.copyOf(absent);
  }

  /// A section in force.
  ///
  /// @param citation names the version that the section's text is from
  /// @param title its heading; null where it has none
  /// @param text as much of it as the source lets be shown; null where that is nothing, or where
  ///   the version was erased, as the citation says
  public record SectionAt(Citation citation, @Nullable String title, @Nullable String text) {}
}
