package dev.asof.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// How what one source has of a document differs between two points.
///
/// @param before what was in force at the first point; null where nothing was
/// @param after what is in force at the second; null where nothing is
/// @param nature whether the meaning may have changed; a document that came or went is substantive
/// @param sections the sections that differ; empty unless the document changed
public record DocumentDiff(
    String document,
    String source,
    String scope,
    Kind change,
    @Nullable Citation before,
    @Nullable Citation after,
    Nature nature,
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

  /// Whether the meaning may have changed.
  public enum Nature {
    SUBSTANTIVE,
    /// The texts differ in white space, quotation marks and the like only: their normalised hashes
    /// are equal.
    TYPOGRAPHIC,
    /// The later version is marked technical, and so is every one on the way back to the earlier:
    /// the extractor changed, not the meaning.
    TECHNICAL
  }

  /// @param section key of the section
  /// @param nature substantive or typographic; only whole versions are technical
  /// @param title its heading, the later one where it changed
  /// @param words how its text changed; one run for a section that came or went. Where the source
  ///   does not show its texts in full, no more of what went or came than it allows
  public record SectionDiff(
      String section, @Nullable String title, Kind change, Nature nature, List<WordChange> words) {
    public SectionDiff {
      words = List.copyOf(words);
    }
  }
}
