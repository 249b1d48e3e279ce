package dev.asof.cli;

import dev.asof.cli.print.Shown;
import dev.asof.history.Counted;
import dev.asof.intake.archive.ArchiveReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// The report of an import of web archives as every format shows it.
final class ArchiveShown {
  private static final int MOST_SENTENCES = 20;

  private ArchiveShown() {}

  /// @param report what was imported, as of every import
  /// @param captures captures of pages that were asked for
  /// @param texts captures with a text of their own
  /// @param repeats captures that say that a text was seen again
  /// @param gone captures that say that a page is gone
  /// @param failed captures that are only logged
  /// @param neverSeen captures without text of pages of which no text is held
  /// @param others captures that are no pages, by media type
  /// @param leftOut captures that could not be used; `left` lists the first thousand
  record Value(
      Object report,
      long captures,
      long texts,
      long repeats,
      long gone,
      long failed,
      long neverSeen,
      Map<String, Long> others,
      long leftOut,
      List<ArchiveReport.Left> left) {}

  static Shown of(Shown imported, ArchiveReport archives) {
    Value value =
        new Value(
            imported.value(),
            archives.captures(),
            archives.texts(),
            archives.repeats(),
            archives.gone(),
            archives.failed(),
            archives.neverSeen(),
            new TreeMap<>(archives.others()),
            archives.leftOut(),
            archives.left());
    List<String> above = new ArrayList<>(imported.above());
    above.add(
        String.format(
            Locale.ROOT,
            "%s: %s, %,d seen again, %,d gone, %,d failed, %,d of pages never seen"
                + " with a text, %,d no pages, %,d not used.",
            Counted.of(archives.captures(), "capture"),
            Counted.of(archives.texts(), "text"),
            archives.repeats(),
            archives.gone(),
            archives.failed(),
            archives.neverSeen(),
            archives.others().values().stream().mapToLong(Long::longValue).sum(),
            archives.leftOut()));
    return new Shown(
        value, List.of(value), above, imported.table(), imported.text(), below(imported, archives));
  }

  private static List<String> below(Shown imported, ArchiveReport archives) {
    List<String> below = new ArrayList<>(imported.below());
    archives.left().stream()
        .limit(MOST_SENTENCES)
        .forEach(left ->
            below.add(
                "Not used: "
                    + left.url()
                    + " of "
                    + left.captured()
                    + " in "
                    + left.file()
                    + ": "
                    + left.reason()));
    if (archives.leftOut() > MOST_SENTENCES) {
      below.add(
          String.format(
              Locale.ROOT,
              "... and %,d more not used; --output json lists the first thousand",
              archives.leftOut() - MOST_SENTENCES));
    }
    return below;
  }
}
