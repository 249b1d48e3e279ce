package dev.asof.history;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Something a reader of the results has to know.
///
/// @param sentence for a person
/// @param document key of the document it is about; null: the whole answer
/// @param beliefs those it is about; they are no results
public record Notice(
    Kind code, String sentence, @Nullable String document, List<Citation> beliefs) {
  public Notice {
    beliefs = List.copyOf(beliefs);
  }

  /// What a notice says; stable words for programs.
  public enum Kind {
    /// Nothing applied; the beliefs are those that say so, and the nearest on either side, which
    /// are *not in force*.
    NOTHING_IN_FORCE,
    /// No version applied, but single sections did: they are the results.
    SECTIONS_ONLY,
    /// Single sections are not those of the version that is in force; the beliefs say what applies
    /// to them.
    SECTIONS_DIFFER,
    /// The source no longer shows the text, and stated no end for it.
    NO_END_STATED,
    /// What was observed is the text that was asserted.
    OBSERVED_AGREES,
    /// What was observed is not what was asserted.
    OBSERVED_DIFFERS,
    /// A text without effective date is recorded beside the results.
    UNKNOWN_TEXT,
    SOURCES_AGREE,
    SOURCES_CONFLICT,
    /// The texts of two sources differ in white space, quotation marks and the like only.
    SOURCES_DIFFER_IN_TYPOGRAPHY,
    /// The belief changes inside the day asked about.
    CHANGES_INSIDE_DAY,
    /// Nobody named the zone in which a date was read.
    ZONE_ASSUMED,
    /// A text that applied was legally erased: gone from every answer, whatever it is known at.
    ERASED,
    /// The answer is as known at an earlier time than asked for.
    PINNED,
    /// No `about` was given; the answer is what is in effect now.
    NO_TIME_GIVEN,
    /// Vectors were wanted, and some or all passages were found by their words alone.
    WORDS_ONLY,
    /// The question names a time, and the caller gave another, which goes before.
    OTHER_TIME_NAMED,
    /// A section had more than one text over the time asked about.
    CHANGED,
    /// A section had one text only over the time asked about.
    NEVER_CHANGED,
    /// The question holds nothing that can be searched for.
    NO_WORDS,
    /// The question was too long; its first words were searched for.
    QUESTION_CUT;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
