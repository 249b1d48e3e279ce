package dev.asof.history;

import java.time.Instant;
import java.util.List;

/// What has to be said where single sections have validity of their own.
final class Sections {
  private static final int MOST_NAMED = 5;

  private Sections() {}

  static List<Notice> notices(Composed composed, Instant about) {
    if (composed.holdsSectionsOnly()) {
      List<SectionRow> only = composed.onlySections();
      BeliefRow some = composed.some();
      return List.of(
          new Notice(
              Notice.Kind.SECTIONS_ONLY,
              some.source()
                  + " has no version of "
                  + some.document()
                  + " in force at "
                  + about
                  + ", only "
                  + (only.size() == 1 ? "a section" : only.size() + " sections")
                  + " of it: "
                  + named(only),
              some.document(),
              cited(only)));
    }
    List<SectionRow> overrides = composed.overrides();
    if (overrides.isEmpty() || !composed.holdsText()) {
      return List.of();
    }
    BeliefRow some = composed.some();
    return List.of(
        new Notice(
            Notice.Kind.SECTIONS_DIFFER,
            (overrides.size() == 1 ? "a section" : overrides.size() + " sections")
                + " of "
                + some.document()
                + " from "
                + some.source()
                + " did not follow "
                + some.named()
                + ": "
                + named(overrides),
            some.document(),
            cited(overrides)));
  }

  private static String named(List<SectionRow> rows) {
    return String.join("; ", rows.stream().limit(MOST_NAMED).map(SectionRow::sentence).toList())
        + (rows.size() > MOST_NAMED ? "; and " + (rows.size() - MOST_NAMED) + " more" : "");
  }

  private static List<Citation> cited(List<SectionRow> rows) {
    return rows.stream().map(SectionRow::cited).toList();
  }
}
