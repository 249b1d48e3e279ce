package dev.asof.cli;

import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.schema.Owner;
import dev.asof.time.LocalTimes;
import dev.asof.write.ImportOptions;
import dev.asof.write.Importer;
import dev.asof.write.SourceKind;
import dev.asof.write.export.ExportImport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "import",
    description = {
      "Reads files of records: one version of one document a line, with its validity.",
      "The tenant is created where it is missing. Bad lines stop it before anything is written."
          + " What is held already is skipped, so an import can be repeated, and goes on where it"
          + " was stopped.",
      "A file that asof export wrote is recognised: it fills an empty tenant with just what it is"
          + " of, verified, under the same tokens and hashes. On a given server that takes a login"
          + " that is a member of asof_owner.",
      "Passages are embedded beside it and after it; once it has answered, Ctrl-C leaves the rest"
          + " to asof embed, and questions are answered by words meanwhile."
    },
    footer = {
      "  asof import versions.jsonl.gz --tenant laws --system-time carried",
      "  asof import one.jsonl two.jsonl --statements archive --on-error skip",
      "  asof import terms.jsonl --source-zone crawler=America/Los_Angeles",
      "  zcat versions.jsonl.gz | asof import -",
      "  asof import laws.export.jsonl.gz --tenant laws"
    })
final class Import extends ImportCommand {

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Files of records, .jsonl or .jsonl.gz; - reads standard input.")
  private List<String> files = List.of();

  @Option(
      names = "--statements",
      order = 1,
      paramLabel = "KIND",
      description = {
        "What new sources are: page (shows each time what applies until further notice) or archive",
        "(a collection of versions); default: archive where all its records carry one recorded"
            + " time."
      })
  private @Nullable SourceKind statements;

  @Option(
      names = "--system-time",
      order = 2,
      paramLabel = "HOW",
      description = {
        "now: known since this import; carried: known since the recorded_at of each record;",
        "carried:FIELD: since the time in that field. Default now."
      })
  private String systemTime = "now";

  @Option(
      names = "--source-zone",
      order = 3,
      paramLabel = "SOURCE=ZONE",
      description =
          "The zone in which a source that is new here writes its dates, for records that name"
              + " none.")
  private Map<String, String> sourceZones = Map.of();

  private @Nullable StandardInput standard;

  @Override
  Prepared prepare() {
    ImportOptions options = options();
    List<Importer.Input> inputs = inputs(standard());
    return new Prepared(options, systemTime, (database, tenant) -> inputs);
  }

  /// An export fills an empty tenant with just what the other had; nothing of it is up to options.
  @Override
  @Nullable Filling filling() {
    Exported exported = Exported.of(files, standard());
    if (exported == null) {
      return null;
    }
    if (statements != null || !systemTime.equals("now") || skipsBad() || !sourceZones.isEmpty()) {
      throw usage(
          exported.name()
              + " is an export, which comes back as it was: leave out --statements,"
              + " --system-time, --on-error and --source-zone");
    }
    return (name, progress) -> {
      ExportImport.Report report = exported.into(Owner.of(settings()), name, progress);
      return Exported.shown(report, name);
    };
  }

  private StandardInput standard() {
    if (standard == null) {
      standard = new StandardInput(edge().in());
    }
    return standard;
  }

  private ImportOptions options() {
    ImportOptions options =
        switch (systemTime) {
          case "now" -> ImportOptions.NOW;
          case "carried" -> ImportOptions.CARRIED;
          default -> {
            String field = systemTime.startsWith("carried:") ? systemTime.substring(8) : "";
            if (field.isBlank()) {
              throw usage(
                  "--system-time is '"
                      + systemTime
                      + "'; it has to be now, carried or carried:FIELD");
            }
            yield ImportOptions.CARRIED.carriedBy(field);
          }
        };
    Map<String, ZoneId> zones = new HashMap<>();
    sourceZones.forEach((source, zone) -> zones.put(source, LocalTimes.zone(zone)));
    return options.as(statements).inZones(zones);
  }

  /// Throws a [CallerFault] where the file cannot be read.
  static Path readable(String file) {
    Path path = Path.of(file);
    if (!Files.isReadable(path) || Files.isDirectory(path)) {
      throw new CallerFault(
          Code.BAD_INPUT,
          "the file "
              + file
              + (Files.exists(path) ? " cannot be read" : " does not exist")
              + "; name one that can be read, or - for standard input");
    }
    return path;
  }

  private List<Importer.Input> inputs(StandardInput standard) {
    List<Importer.Input> inputs = new ArrayList<>();
    for (String file : files) {
      if (file.equals("-")) {
        inputs.add(Importer.Input.file(StandardInput.NAME, standard::whole));
        continue;
      }
      Path path = readable(file);
      inputs.add(Importer.Input.file(file, () -> Files.newInputStream(path)));
    }
    return inputs;
  }
}
