package dev.asof.answer;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/// Something that does not hold of a sentence that a model wrote.
///
/// A sentence without marks names at least one passage that was sent; each passage that it names
/// was read again in the database at its point, with the same text; what it quotes stands there;
/// each number from three on, and each date, stands there too. Whether the passages *mean* what the
/// sentence says is not checked and cannot be, here: a `not` that was left out leaves no mark.
/// Neither are a month or a weekday without a number, a number that is made of words other than
/// English or German ones up to a thousand, and words in single quotation marks.
///
/// @param detail what it is about, as it stands in the sentence; empty: the whole sentence
public record Mark(Kind code, String detail) {

  /// Stable words for programs.
  public enum Kind {
    /// It names no passage.
    UNCITED("no citation"),
    /// It names a passage that was not sent.
    UNKNOWN_CITATION("no such passage"),
    /// The passage is not in force there any more as it was sent: hidden or erased since.
    UNVERIFIED_CITATION("the passage does not verify"),
    /// It names a passage of another period than the one it stands under.
    OTHER_PERIOD("a passage of another period"),
    /// Words in quotation marks that stand in no passage it names, as they are.
    UNSUPPORTED_QUOTATION("quoted, but in no cited passage"),
    /// A number or a date that stands in no passage it names.
    UNSUPPORTED_NUMBER("in no cited passage"),
    /// It names what one source says, and nothing around it names what another says differently.
    ONE_SIDED("another source differs, and is not cited");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /// For a person; in JSON too.
  @JsonProperty
  public String sentence() {
    return detail.isEmpty() ? code.words : code.words + ": " + detail;
  }
}
