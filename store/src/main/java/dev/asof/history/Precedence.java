package dev.asof.history;

import dev.asof.time.ValidityState;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What one source says about one document in one scope at a point, out of everything it holds
/// there: a pure function.
///
/// A sight of absence comes first, with what was asserted beneath it. Else what is asserted
/// decides, and what was observed is reported beside it. Else what was observed. A text of unknown
/// validity is a result only where there is nothing else.
final class Precedence {
  private Precedence() {}

  /// @param results the one that decides first; empty where the source says nothing
  /// @param unknown a text of unknown validity that stands in for a result; comes after the results
  ///   of all sources
  record Decision(List<BeliefRow> results, @Nullable BeliefRow unknown, List<Notice> notices) {

    /// What decides, unless nothing or only an unknown text does.
    @Nullable BeliefRow deciding() {
      return results.isEmpty() ? null : results.getFirst();
    }
  }

  /// @param voice the beliefs of one source about one document in one scope, held at one T; at most
  ///   one of each state applies at any instant
  static Decision at(Instant about, List<BeliefRow> voice) {
    BeliefRow asserted = inLane(ValidityState.ASSERTED, about, voice);
    BeliefRow observed = inLane(ValidityState.OBSERVED, about, voice);
    BeliefRow unknown = inLane(ValidityState.UNKNOWN, about, voice);
    List<Notice> notices = new ArrayList<>();
    List<BeliefRow> results = new ArrayList<>();
    if (asserted == null) {
      if (observed != null) {
        results.add(observed);
      }
    } else if (observed != null && isAbsenceThatStands(observed, asserted)) {
      results.add(observed);
      results.add(asserted);
      notices.add(noEndStated(about, observed, asserted));
    } else {
      results.add(asserted);
      if (observed != null) {
        notices.add(beside(about, observed, asserted));
      }
    }
    if (unknown == null || results.isEmpty()) {
      return new Decision(results, unknown, notices);
    }
    notices.add(unknownText(about, unknown, results.getFirst()));
    return new Decision(results, null, notices);
  }

  private static @Nullable BeliefRow inLane(
      ValidityState state, Instant about, List<BeliefRow> voice) {
    for (BeliefRow row : voice) {
      if (row.state() == state && row.valid().contains(about)) {
        return row;
      }
    }
    return null;
  }

  /// Whether `one` answers first where both are held; both are of one voice, and of different
  /// states.
  static boolean isStronger(BeliefRow one, BeliefRow other) {
    if (one.state() == ValidityState.OBSERVED && other.state() == ValidityState.ASSERTED) {
      return isAbsenceThatStands(one, other);
    }
    if (one.state() == ValidityState.ASSERTED && other.state() == ValidityState.OBSERVED) {
      return !isAbsenceThatStands(other, one);
    }
    return one.state().compareTo(other.state()) < 0;
  }

  /// A sight of absence covers an asserted text unless an operator, who looks at nothing, stated
  /// the text after it. What a record states ended the run of absence by its own look.
  private static boolean isAbsenceThatStands(BeliefRow observed, BeliefRow asserted) {
    return !observed.holdsText()
        && asserted.holdsText()
        && (asserted.stated().looked() != null
            || asserted.stated().statement() < observed.stated().statement());
  }

  private static Notice noEndStated(Instant about, BeliefRow absence, BeliefRow asserted) {
    Instant end = asserted.stated().to();
    return new Notice(
        Notice.Kind.NO_END_STATED,
        asserted.source()
            + " no longer shows "
            + asserted.document()
            + since(absence)
            + (end == null
                ? ", but no end was stated for "
                : ", but the end stated for it is " + end + " for ")
            + asserted.named(),
        asserted.document(),
        List.of(asserted.citedAt(about)));
  }

  private static Notice beside(Instant about, BeliefRow observed, BeliefRow asserted) {
    boolean same = observed.saysTheSameAs(asserted);
    String what =
        observed.holdsText()
            ? "the text " + observed.named()
            : "that it is gone (" + observed.nothing() + ")";
    return new Notice(
        same ? Notice.Kind.OBSERVED_AGREES : Notice.Kind.OBSERVED_DIFFERS,
        "looking at "
            + asserted.source()
            + since(observed)
            + " showed "
            + what
            + (same
                ? ", which supports what is asserted, "
                : ", which contradicts what is asserted, ")
            + asserted.named(),
        asserted.document(),
        List.of(observed.citedAt(about)));
  }

  private static Notice unknownText(Instant about, BeliefRow unknown, BeliefRow deciding) {
    boolean later = unknown.transaction() > deciding.transaction();
    return new Notice(
        Notice.Kind.UNKNOWN_TEXT,
        "a "
            + (later ? "later " : "")
            + "text without effective date was recorded on "
            + day(unknown.system().start().orElseThrow())
            + " from "
            + unknown.source()
            + ": "
            + unknown.named(),
        unknown.document(),
        List.of(unknown.citedAt(about)));
  }

  private static String since(BeliefRow row) {
    return row.valid().start().map(start -> " since " + start).orElse("");
  }

  private static LocalDate day(Instant instant) {
    return instant.atZone(ZoneOffset.UTC).toLocalDate();
  }
}
