package dev.asof.cli;

import dev.asof.cli.print.Shown;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.history.History;
import dev.asof.history.Known;
import dev.asof.history.Sources;
import dev.asof.id.TenantId;
import dev.asof.ingest.RecordReader;
import dev.asof.intake.folder.FolderOptions;
import dev.asof.intake.folder.FolderReader;
import dev.asof.intake.folder.Redated;
import dev.asof.schema.Database;
import dev.asof.shown.StatedTimes;
import dev.asof.time.LocalTimes;
import dev.asof.write.Change;
import dev.asof.write.HeldRecords;
import dev.asof.write.ImportOptions;
import dev.asof.write.ImportReport;
import dev.asof.write.Importer;
import dev.asof.write.Intent;
import dev.asof.write.SourceKind;
import dev.asof.write.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "import-folder",
    description = {
      "Reads a folder of documents: Markdown, HTML, text, PDF, DOCX and ODT.",
      "The text is taken out, cut at its headings or, where a PDF has none, at its pages; the file"
          + " is kept beside it, and asof version --original gives it back. What a file is follows"
          + " from its content, not its name.",
      "The document is the path without its ending. When it applies is unknown unless somebody"
          + " says: first asof.csv in the folder, then front matter of the file, then --valid-from."
          + " Both know document, source, version (the label), title, language, valid_from,"
          + " valid_to, zone, published, url, scope and change; asof.csv has a column file with the"
          + " path. Files of one document name the same document there.",
      "A second run takes only what is new, and names files that are gone; nothing is done about"
          + " these. Other dates of a file that is held are asserted for the same text, beside what"
          + " was stated before; a date that is stated no more is named, and stays. At most 256 MiB"
          + " are read of a file, 32 of HTML, 16 of text. Names that begin with a dot are passed"
          + " over, symbolic links are not followed."
    },
    footer = {
      "  asof import-folder policies --source intranet",
      "  asof import-folder laws --source gazette --tenant laws --valid-from 2024-01-01 --zone"
          + " Europe/Vienna",
      "  asof import-folder archive --source archive --include \"**.pdf\" --on-error skip",
      "  asof import-folder notes --source me --valid-from file-date"
    })
final class ImportFolder extends ImportCommand {

  private static final String FILE_DATE = "file-date";
  private static final int ASSERTED_AT_ONCE = 200;

  @Parameters(paramLabel = "FOLDER", description = "The folder; everything below it is read.")
  private Path folder = Path.of("");

  @Option(
      names = {"-s", "--source"},
      order = 1,
      required = true,
      paramLabel = "NAME",
      description = "Who says so, where neither asof.csv nor the file names one.")
  private String source = "";

  @Option(
      names = "--valid-from",
      order = 2,
      paramLabel = "TIME",
      description = {
        "Since when files apply that state no start; file-date takes the date of each file, which",
        "says when it was saved and not when it applies. Default: that is unknown."
      })
  private @Nullable String validFrom;

  @Option(
      names = "--zone",
      order = 3,
      paramLabel = "ZONE",
      description = "The zone in which dates are meant, for files that name none.")
  private @Nullable String zone;

  @Option(
      names = "--language",
      order = 4,
      paramLabel = "TAG",
      description = "Language of files that state none, such as en or ko.")
  private @Nullable String language;

  @Option(
      names = "--prefix",
      order = 5,
      paramLabel = "WORDS",
      description = "Put before the documents that follow from paths, such as policies/.")
  private String prefix = "";

  @Option(
      names = "--include",
      order = 6,
      paramLabel = "GLOB",
      description = "Only paths like this, such as **.pdf; can be repeated.")
  private List<String> include = List.of();

  @Option(
      names = "--exclude",
      order = 7,
      paramLabel = "GLOB",
      description = "No paths like this, such as drafts/**; can be repeated.")
  private List<String> exclude = List.of();

  @Option(
      names = "--statements",
      order = 8,
      paramLabel = "KIND",
      description = {
        "What new sources are: page (shows each time what applies until further notice) or archive",
        "(a collection of versions); default archive."
      })
  private SourceKind statements = SourceKind.ARCHIVE;

  private long unchanged;
  private List<Redated> redated = List.of();
  private List<String> undated = List.of();
  private final List<String> missing = new ArrayList<>();
  private long missed;

  @Override
  Prepared prepare() {
    if (!Files.isDirectory(folder)) {
      throw new CallerFault(
          Code.BAD_INPUT,
          folder
              + (Files.exists(folder) ? " is no folder" : " does not exist")
              + "; name the folder of your documents");
    }
    if (zone != null) {
      LocalTimes.zone(zone);
    }
    if (validFrom != null && !validFrom.equals(FILE_DATE)) {
      LocalTimes.parseStated(
          validFrom, zone == null ? ZoneOffset.UTC : LocalTimes.zone(zone), zone == null);
    }
    return new Prepared(ImportOptions.NOW.as(statements), "now", this::inputs);
  }

  private FolderOptions options(Instant looked) {
    boolean fileDate = FILE_DATE.equals(validFrom);
    return new FolderOptions(
        folder,
        source,
        prefix,
        fileDate ? null : validFrom,
        fileDate,
        language,
        zone,
        include,
        exclude,
        looked);
  }

  private List<Importer.Input> inputs(Database database, TenantId tenant) {
    FolderOptions options = options(looked(database, tenant));
    return List.of(new Importer.Input(options.name(), () -> open(database, tenant, options)));
  }

  private RecordReader open(Database database, TenantId tenant, FolderOptions options)
      throws IOException {
    FolderReader reader = new FolderReader(options, new HeldRecords(database, tenant));
    return new RecordReader() {
      @Override
      public Optional<Item> next() throws IOException {
        return reader.next();
      }

      @Override
      public void close() throws IOException {
        unchanged = reader.unchanged();
        redated = reader.redated();
        undated = reader.undated();
        new History(database)
            .importedFiles(tenant, options.name(), Known.latest(), ImportFolder.this::noteMissing);
        reader.close();
      }
    };
  }

  /// Other dates of a text that is held are asserted beside what was stated before, for each file
  /// in the zone of its source.
  @Override
  void afterwards(Database database, TenantId tenant, Intent intent) {
    if (redated.isEmpty()) {
      return;
    }
    Sources sources = new History(database).reader().snapshot(tenant, Known.latest(), Sources::in);
    Store store = new Store(database);
    for (int from = 0; from < redated.size(); from += ASSERTED_AT_ONCE) {
      List<Change> changes = new ArrayList<>();
      for (Redated one : redated.subList(from, Math.min(from + ASSERTED_AT_ONCE, redated.size()))) {
        changes.add(asserted(one, sources));
      }
      store.write(tenant, intent, changes);
    }
  }

  private static Change asserted(Redated one, Sources sources) {
    String named = one.zone();
    StatedTimes times =
        named == null ? StatedTimes.of(one.place().source(), sources) : StatedTimes.in(named);
    String to = one.to();
    return new Change.Assert(
        one.place(),
        new Change.Wanted.Held(one.version()),
        times.readLine(0, "from", one.from()),
        to == null ? null : times.readLine(0, "to", to),
        false);
  }

  private void noteMissing(String file) {
    if (!Files.exists(folder.resolve(file), LinkOption.NOFOLLOW_LINKS)) {
      missed++;
      if (missing.size() < FolderShown.MOST_MISSING) {
        missing.add(file);
      }
    }
  }

  @Override
  Shown shown(ImportReport report, String tenantName, String systemTime, Duration taken) {
    return FolderShown.of(
        ImportShown.of(report, tenantName, systemTime, taken),
        options(Instant.EPOCH).name(),
        new FolderShown.Passed(unchanged, redated, undated),
        missed,
        missing);
  }
}
