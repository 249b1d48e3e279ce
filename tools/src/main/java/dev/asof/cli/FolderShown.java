package dev.asof.cli;

import dev.asof.cli.print.Shown;
import dev.asof.history.Counted;
import dev.asof.intake.folder.Redated;
import dev.asof.write.HeldRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The report of a folder's import as every format shows it.
final class FolderShown {

  /// Files that are gone and named; the others are counted.
  static final int MOST_MISSING = 1_000;

  private static final int MOST_SENTENCES = 20;

  private FolderShown() {}

  /// Files that the tenant held, and that were not read.
  ///
  /// @param unchanged those of which the dates are what they were
  /// @param undated those of which a start was stated once and none is now
  record Passed(long unchanged, List<Redated> redated, List<String> undated) {}

  /// Dates of a file that is held, as they are stated now and as they were when it was imported.
  ///
  /// @param before null: none was stated
  record Dates(
      String file, String from, @Nullable String to, String where, @Nullable String before) {
    static Dates of(Redated one) {
      HeldRecords.Dates before = one.before();
      return new Dates(
          one.file(),
          one.from(),
          one.to(),
          one.where(),
          before == null ? null : span(before.from(), before.to()));
    }

    private static String span(String from, @Nullable String to) {
      return to == null ? from : from + " to " + to;
    }

    String sentence() {
      return "Dates of "
          + file
          + " changed: "
          + span(from, to)
          + " ("
          + where
          + "), asserted "
          + (before == null
              ? "for the first time"
              : "beside "
                  + before
                  + ", which stays stated (asof recall or asof retract gives it up)");
    }
  }

  /// @param imported the report of the import itself
  /// @param unchanged files that the tenant held as they are, and that were not read
  /// @param redated files that the tenant held, of which other dates are asserted now
  /// @param undated files that the tenant held, whose start is stated no more
  /// @param missing files that were imported from a folder of this name before, and are gone;
  ///   `gone` is their number, and the first thousand are named
  record Value(
      Object imported,
      String folder,
      long unchanged,
      List<Dates> redated,
      List<String> undated,
      long gone,
      List<String> missing) {}

  static Shown of(Shown imported, String folder, Passed passed, long gone, List<String> missing) {
    List<Dates> redated = passed.redated().stream().map(Dates::of).toList();
    Value value =
        new Value(
            imported.value(),
            folder,
            passed.unchanged(),
            redated,
            passed.undated(),
            gone,
            List.copyOf(missing));
    List<String> above = new ArrayList<>(imported.above());
    above.add(
        String.format(
            Locale.ROOT,
            "Folder %s: %s unchanged, %,d gone%s.",
            folder,
            Counted.of(passed.unchanged(), "file"),
            gone,
            redated.isEmpty()
                ? ""
                : String.format(Locale.ROOT, ", %,d with other dates", redated.size())));
    List<String> below = new ArrayList<>(imported.below());
    tell(below, redated.stream().map(Dates::sentence).toList(), redated.size(), "other dates");
    tell(
        below,
        passed.undated().stream()
            .map(file ->
                "No start is stated any more for "
                    + file
                    + "; the one that was stays (asof recall or asof retract gives it up)")
            .toList(),
        passed.undated().size(),
        "starts stated no more");
    tell(
        below,
        missing.stream()
            .map(file ->
                "Gone from the folder: "
                    + file
                    + "; what was imported from it stays (asof terminate says that it ended)")
            .toList(),
        gone,
        "gone");
    return new Shown(value, List.of(value), above, imported.table(), imported.text(), below);
  }

  private static void tell(List<String> below, List<String> sentences, long all, String what) {
    sentences.stream().limit(MOST_SENTENCES).forEach(below::add);
    if (all > MOST_SENTENCES) {
      below.add(String.format(Locale.ROOT, "... and %,d more %s", all - MOST_SENTENCES, what));
    }
  }
}
