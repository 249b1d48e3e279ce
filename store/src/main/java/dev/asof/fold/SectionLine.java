package dev.asof.fold;

import dev.asof.id.SectionId;
import dev.asof.id.VersionId;
import java.util.List;
import java.util.function.BiPredicate;

/// What a lane holds about one section along valid time: what was stated for the section decides,
/// then what dates inside a version imply, then the document's version.
public final class SectionLine {
  private SectionLine() {}

  /// Ordered by valid time and free of overlap; where a version lacks the section, nothing is said.
  ///
  /// @param implied overrides that dates inside versions imply
  /// @param explicit overrides that were stated for sections
  /// @param hasSection whether a version's manifest holds a section
  public static List<Belief> of(
      SectionId section,
      List<Belief> beliefs,
      List<SectionOverride> implied,
      List<SectionOverride> explicit,
      BiPredicate<VersionId, SectionId> hasSection) {
    List<Belief> line =
        beliefs.stream()
            .filter(belief ->
                !(belief.by().holding() instanceof Holding.Text text)
                    || hasSection.test(text.version(), section))
            .toList();
    for (List<SectionOverride> stronger : List.of(implied, explicit)) {
      for (SectionOverride override : stronger) {
        if (override.section().equals(section)) {
          line =
              Fold.append(
                  line,
                  new Statement(
                      override.by(),
                      Effect.REPLACES,
                      override.holding(),
                      override.during(),
                      false,
                      null));
        }
      }
    }
    return line;
  }
}
