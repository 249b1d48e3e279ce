package dev.asof.resolve;

import org.jspecify.annotations.Nullable;

/// A time with its bound, as it stands in a question.
///
/// @param lead the words of the bound, folded; empty where the time stands bare
/// @param second the other end of a range; null where there is one time
/// @param endExcluded the second time does not belong to the range
/// @param beforeAndAfter both sides of the one time are asked for
/// @param each the unit by which it is asked for one by one; null: not
record Phrase(
    Bound bound,
    String lead,
    Said first,
    @Nullable Said second,
    boolean endExcluded,
    boolean beforeAndAfter,
    @Nullable Unit each) {

  static Phrase of(Bound bound, String lead, Said said) {
    return new Phrase(bound, lead, said, null, false, false, null);
  }

  static Phrase between(String lead, Said first, Said second, boolean endExcluded) {
    return new Phrase(Bound.BETWEEN, lead, first, second, endExcluded, false, null);
  }

  static Phrase beforeAndAfter(Said said) {
    return new Phrase(Bound.ON, "before and after", said, null, false, true, null);
  }

  Phrase oneByOne(Unit unit) {
    return new Phrase(bound, lead, first, second, endExcluded, beforeAndAfter, unit);
  }
}
