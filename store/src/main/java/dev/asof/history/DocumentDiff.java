package dev.asof.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// How what one source has of a document differs between two points.
///
/// @param before what was in force at the first point; null where nothing was
/// @param after what is in force at the second; null where nothing is
/// @param technical the later version says of itself that only its extraction changed, not its
///   meaning
/// @param typographic the texts differ in white space, quotation marks and the like only
/// @param sections the sections that differ; empty unless the document changed
public record DocumentDiff(
    String document,
    String source,
    String scope,
    Kind change,
    @Nullable Citation before,
    @Nullable Citation after,
    boolean technical,
    boolean typographic,
    List<SectionDiff> sections) {
  public DocumentDiff {
    sections = List.copyOf(sections);
  }

  /// What happened to a document or section.
  public enum Kind {
    ADDED,
    REMOVED,
    CHANGED
  }

  /// @param section key of the section
  /// @param title its heading, the later one where it changed
  /// @param words how its text changed; one run for a section that came or went
  public record SectionDiff(
      String section,
      @Nullable String title,
      Kind change,
      boolean typographic,
      List<WordChange> words) {
    public SectionDiff {
      words = List.copyOf(words);
    }
  }
}
