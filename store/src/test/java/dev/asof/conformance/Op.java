package dev.asof.conformance;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One step of a random history. Times are points of a small grid, texts are numbers.
sealed interface Op {

  /// Where a step acts; the state is in what it does.
  record Place(String document, String source, String scope) {}

  /// A section's own dates; null where it states none.
  record Dates(@Nullable Integer from, @Nullable Integer to) {}

  /// A version of a text: two records of the same text are two versions.
  record Version(int text, String label, Map<String, Dates> dates) {
    /// The sections of a text: the first in all of them, the others in half.
    boolean has(String section) {
      return section.equals("s0")
          || (section.equals("s1") && (text & 1) != 0)
          || (section.equals("s2") && (text & 2) != 0);
    }
  }

  Place place();

  /// A record of a source that states a start.
  record Stated(
      Place place,
      String label,
      @Nullable Version version,
      @Nullable String nothing,
      int from,
      @Nullable Integer to,
      int looked)
      implements Op {}

  /// A record of a source that saw a text, or that nothing applies, without a start.
  record Saw(
      Place place,
      String label,
      @Nullable Version version,
      @Nullable String nothing,
      @Nullable Integer to,
      int looked)
      implements Op {}

  /// A record whose text has no start.
  record Undated(Place place, Version version, int looked) implements Op {}

  /// A record that says only that a snapshot lacked the document.
  record Absent(Place place, String label, int looked) implements Op {}

  record Put(Place place, Version version) implements Op {}

  record Assert(Place place, Version version, int from, @Nullable Integer to, boolean replaces)
      implements Op {}

  /// @param labelled the version is named by its label, not given as a text
  record Correct(Place place, Version version, boolean labelled, int from, @Nullable Integer to)
      implements Op {}

  /// What applies from a start to an end; nothing where there is no version.
  record Entry(
      @Nullable Version version, @Nullable String nothing, int from, @Nullable Integer to) {}

  /// Replaces all that is asserted. No two entries start together.
  record Restate(Place place, List<Entry> entries) implements Op {}

  /// States for one section what applies: the text in a version that is stored, or nothing.
  record OverrideSection(
      Place place,
      String section,
      @Nullable Version version,
      @Nullable String nothing,
      int from,
      @Nullable Integer to)
      implements Op {}

  record Terminate(Place place, int from) implements Op {}

  record Retract(Place place, @Nullable Integer from, @Nullable Integer to) implements Op {}

  /// Takes back the live statement of the asserted lane at this position.
  record Recall(Place place, int position) implements Op {}

  /// @param version null: gone
  record Observe(Place place, @Nullable Version version, int looked) implements Op {}

  record Failed(Place place, int looked) implements Op {}

  default boolean replaces() {
    return this instanceof Correct
        || this instanceof Terminate
        || this instanceof Retract
        || (this instanceof Assert asserted && asserted.replaces());
  }
}
