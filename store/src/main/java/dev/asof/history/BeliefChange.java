package dev.asof.history;

import dev.asof.time.ValidityState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// That for a part of valid time a lane holds something else at T2 than at T1.
///
/// @param section key of the section for which it was stated; null: the whole document. What merely
///   follows for sections from the document's beliefs is not listed
/// @param valid the part of valid time
/// @param before what was held at T1; null: nothing was stated, so that a section was that of its
///   document
/// @param after what is held at T2; null: nothing is stated
/// @param recorded the transactions between the two that opened or closed beliefs of the lane, in
///   order
public record BeliefChange(
    String document,
    String source,
    String scope,
    ValidityState lane,
    @Nullable String section,
    Span valid,
    @Nullable Citation before,
    @Nullable Citation after,
    List<Recorded> recorded) {
  public BeliefChange {
    recorded = List.copyOf(recorded);
  }
}
