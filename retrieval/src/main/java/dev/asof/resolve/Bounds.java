package dev.asof.resolve;

import org.jspecify.annotations.Nullable;

/// Says which side of a bound the named time is on, where its word leaves that open.
final class Bounds {

  private Bounds() {}

  static @Nullable String remark(Phrase said, Meaning first, @Nullable Meaning last) {
    String label = Words.label(first);
    return switch (said.bound()) {
      case ON, AS_OF, DURING -> null;
      case BEFORE, UNTIL, AFTER -> label + " is excluded";
      case THROUGH, BY, SINCE, FROM -> label + " is included";
      case BETWEEN ->
          last == null
              ? null
              : said.endExcluded()
                  ? Words.label(last) + " is excluded"
                  : last.granularity() == Granularity.INSTANT
                      ? null
                      : Words.label(last) + " is included";
    };
  }
}
