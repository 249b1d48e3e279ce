package dev.asof.cli;

import dev.asof.cli.print.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The report of a folder's import as every format shows it.
final class FolderShown {

  /// Files that are gone and named; the others are counted.
  static final int MOST_MISSING = 1_000;

  private static final int MOST_SENTENCES = 20;

  private FolderShown() {}

  /// @param imported the report of the import itself
  /// @param unchanged files that the tenant held as they are, and that were not read
  /// @param missing files that were imported from a folder of this name before, and are gone;
  ///   `gone` is their number, and the first thousand are named
  record Value(Object imported, String folder, long unchanged, long gone, List<String> missing) {}

  static Shown of(Shown imported, String folder, long unchanged, long gone, List<String> missing) {
    Value value = new Value(imported.value(), folder, unchanged, gone, List.copyOf(missing));
    List<String> above = new ArrayList<>(imported.above());
    above.add(
        String.format(
            Locale.ROOT, "Folder %s: %,d files unchanged, %,d gone.", folder, unchanged, gone));
    List<String> below = new ArrayList<>(imported.below());
    missing.stream()
        .limit(MOST_SENTENCES)
        .forEach(file ->
            below.add(
                "Gone from the folder: "
                    + file
                    + "; what was imported from it stays (asof terminate says that it ended)"));
    if (gone > MOST_SENTENCES) {
      below.add(String.format(Locale.ROOT, "... and %,d more gone", gone - MOST_SENTENCES));
    }
    return new Shown(value, List.of(value), above, imported.table(), imported.text(), below);
  }
}
