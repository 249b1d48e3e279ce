package dev.asof.history;

import dev.asof.id.VersionId;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Whether two versions differ for technical reasons only: a pure function.
///
/// A technical version means the same as what its source held in its place right before it was
/// recorded: the version it was extracted from again, or the one whose run it breaks off; where
/// nothing was held there, what goes before it in valid time. Two versions mean the same where
/// going back like this from both leads to the same version. So a substantive version between two
/// never hides behind a technical one, and a change means the same forwards and backwards.
final class Technical {

  /// Each step leads to a version that was recorded before, so that every way back ends.
  private static final Comparator<BeliefRow> VERSIONS =
      Comparator.comparingLong(
          row -> row.version() == null ? Long.MAX_VALUE : row.version().value());

  private Technical() {}

  /// @param ever everything that was ever believed about the document, as known at the later T
  static boolean only(BeliefRow one, BeliefRow other, List<BeliefRow> ever) {
    List<BeliefRow> voice =
        ever.stream()
            .filter(row -> row.voice().equals(one.voice()) && row.holdsText())
            .sorted(Comparator.comparingLong(BeliefRow::id))
            .toList();
    Optional<VersionId> mine = meaning(one, voice);
    return mine.isPresent() && mine.equals(meaning(other, voice));
  }

  private static Optional<VersionId> meaning(BeliefRow row, List<BeliefRow> voice) {
    VersionId version = row.version();
    while (version != null) {
      VersionId at = version;
      Optional<BeliefRow> first =
          voice.stream().filter(held -> at.equals(held.version())).findFirst();
      if (first.isEmpty() || !first.get().text().technical()) {
        return Optional.of(at);
      }
      version = before(first.get(), voice).map(BeliefRow::version).orElse(null);
    }
    return Optional.empty();
  }

  private static Optional<BeliefRow> before(BeliefRow first, List<BeliefRow> voice) {
    Instant recorded = first.system().start().orElseThrow();
    List<BeliefRow> earlier =
        voice.stream()
            .filter(row ->
                !row.equals(first)
                    && VERSIONS.compare(row, first) < 0
                    && row.state() == first.state())
            .toList();
    Optional<BeliefRow> inPlace =
        earlier.stream()
            .filter(row ->
                row.system().start().orElseThrow().isBefore(recorded)
                    && row.system().end().filter(end -> end.isBefore(recorded)).isEmpty()
                    && (first.valid().start().isEmpty()
                        ? row.valid().isStartUnbounded()
                        : row.valid().contains(first.valid().start().get())))
            .findFirst();
    return inPlace.or(() ->
        earlier.stream()
            .filter(row ->
                row.system().contains(recorded)
                    && row.valid().end().isPresent()
                    && row.valid().end().equals(first.valid().start()))
            .findFirst());
  }
}
