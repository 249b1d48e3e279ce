package dev.asof.mcp;

import java.util.List;

/// Arguments that several tools have, with one meaning.
final class Common {

  static final String AS_OF = "as_of";
  static final String KNOWN_AT = "known_at";
  static final String ZONE = "zone";
  static final String DOCUMENT = "document";
  static final String SOURCE = "source";
  static final String SCOPE = "scope";
  static final String LIMIT = "limit";
  static final String CURSOR = "cursor";

  /// Of a page, where nothing is said.
  static final int RESULTS = 20;

  static final int MOST_RESULTS = 200;
  static final int LONGEST_KEY = 2_000;
  static final int LONGEST_TIME = 100;

  private static final int LONGEST_CURSOR = 20_000;

  private Common() {}

  static Parameter asOf(String says) {
    return Parameter.text(
        AS_OF,
        LONGEST_TIME,
        says
            + " Valid time: 2024-03-01 (midnight in each source's own zone), 2024-03-01T10:00,"
            + " 2024-03-01T10:00Z or 2024-03-01T10:00[Europe/London].",
        "2024-03-01",
        "2024-03-01T10:00Z");
  }

  static Parameter knownAt(String says) {
    return Parameter.text(
        KNOWN_AT,
        LONGEST_TIME,
        says
            + " System time, written like as_of; a date is the end of that day. Or the token of an"
            + " earlier answer, such as @12, which repeats what was known there exactly. Without"
            + " it: the last transaction.",
        "2023-05-15",
        "@12");
  }

  static Parameter zone() {
    return Parameter.text(
        ZONE,
        LONGEST_TIME,
        "Zone of a time of day that names none, of a date in known_at, and from which words such as"
            + " today are seen; it does not move a date of valid time, which is midnight in its"
            + " source's own zone. Without it: UTC.",
        "Europe/London",
        "+09:00");
  }

  static Parameter document() {
    return Parameter.text(
        DOCUMENT,
        LONGEST_KEY,
        "Key of the document, exactly as answers show it.",
        "github/privacy-statement");
  }

  static Parameter source() {
    return Parameter.text(
        SOURCE, LONGEST_KEY, "Only what this source says; without it all sources.", "gazette");
  }

  static Parameter scope() {
    return Parameter.text(
        SCOPE, LONGEST_KEY, "Only what holds for these, as answers show it; without it all.");
  }

  static List<Parameter> page() {
    return List.of(
        Parameter.whole(
            LIMIT,
            1,
            MOST_RESULTS,
            "At most so many results; " + RESULTS + " where it is not given.",
            RESULTS),
        Parameter.text(
            CURSOR,
            LONGEST_CURSOR,
            "page.next of the answer before: goes on behind it, at the same point. All other"
                + " arguments stay as they were."));
  }
}
