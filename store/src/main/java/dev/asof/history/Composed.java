package dev.asof.history;

import dev.asof.id.SectionId;
import dev.asof.time.ValidityState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What one source says of a document in one scope at a point, section by section: a belief about
/// the document, and the overrides that decide about single sections there.
///
/// @param base null: no belief about the document applies, only the overrides do
/// @param overrides at most one for a section
/// @param decides it is what decides for its source and scope; else it stands beneath or beside
record Composed(
    BeliefRow.Voice voice, @Nullable BeliefRow base, List<SectionRow> overrides, boolean decides) {
  Composed {
    overrides = List.copyOf(overrides);
  }

  /// Some text is in force: of the document, or of a section that outlasts it.
  boolean holdsText() {
    return (base != null && base.holdsText()) || holdsSectionsOnly();
  }

  /// No version of the document is in force, but single sections are.
  boolean holdsSectionsOnly() {
    return (base == null || !base.holdsText())
        && overrides.stream().anyMatch(SectionRow::holdsText);
  }

  /// The sections in force where no version is.
  List<SectionRow> onlySections() {
    return overrides.stream().filter(SectionRow::holdsText).toList();
  }

  /// A row that names document, source and scope.
  BeliefRow some() {
    return base != null ? base : overrides.getFirst().row();
  }

  /// The belief about the document; where only sections are in force, that in the first of them.
  Citation citedAt(Instant about) {
    return base != null && !holdsSectionsOnly()
        ? base.citedAt(about)
        : onlySections().getFirst().cited();
  }

  /// What decides about single sections at a point: the strongest lane that says anything about a
  /// section does, in it an override goes before the document's belief, and one that was stated
  /// before one that dates imply.
  ///
  /// @param said the beliefs of one source about one document in one scope
  /// @param sections the overrides of that source in the same
  static List<SectionRow> deciding(Instant about, List<BeliefRow> said, List<SectionRow> sections) {
    if (sections.isEmpty()) {
      return List.of();
    }
    Map<SectionId, SectionRow> decided = new LinkedHashMap<>();
    for (ValidityState lane :
        List.of(ValidityState.ASSERTED, ValidityState.OBSERVED, ValidityState.UNKNOWN)) {
      Map<SectionId, SectionRow> ofLane = new LinkedHashMap<>();
      sections.stream()
          .filter(row -> row.row().state() == lane && row.holdsAt(about))
          .forEach(
              row -> ofLane.merge(row.section(), row, (one, other) -> one.implied() ? other : one));
      ofLane.forEach(decided::putIfAbsent);
      if (said.stream().anyMatch(row -> row.state() == lane && row.valid().contains(about))) {
        break;
      }
    }
    return new ArrayList<>(decided.values());
  }
}
