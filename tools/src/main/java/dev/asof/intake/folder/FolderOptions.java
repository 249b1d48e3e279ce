package dev.asof.intake.folder;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a folder is to be read.
///
/// @param source who says so, where neither `asof.csv` nor the file names one
/// @param prefix put before the document keys that follow from paths; may be empty
/// @param validFrom since when the files apply that state no start, as it was written; null: nobody
///   says
/// @param fileDate the date of such a file is taken instead, because the user chose so
/// @param language of files that state none, BCP 47; null: not known
/// @param zone in which dates are meant where a file names none; null: the zone of its source
/// @param include globs of paths that are read; empty: all
/// @param exclude globs of paths that are not read
/// @param looked when it is read, by the database's clock
public record FolderOptions(
    Path folder,
    String source,
    String prefix,
    @Nullable String validFrom,
    boolean fileDate,
    @Nullable String language,
    @Nullable String zone,
    List<String> include,
    List<String> exclude,
    Instant looked) {
  public FolderOptions {
    include = List.copyOf(include);
    exclude = List.copyOf(exclude);
  }

  /// The name of the folder, which says of a record where it came from.
  public String name() {
    Path last = folder.toAbsolutePath().normalize().getFileName();
    return last == null ? "/" : last.toString();
  }
}
