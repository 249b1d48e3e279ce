package dev.asof.cli;

import dev.asof.embed.Embedder;
import dev.asof.fault.AsofException;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.schema.Owner;
import dev.asof.time.LocalTimes;
import dev.asof.write.ImportOptions;
import dev.asof.write.ImportReport;
import dev.asof.write.Importer;
import dev.asof.write.SourceKind;
import dev.asof.write.Store;
import dev.asof.write.export.ExportImport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
final class Import extends AsofCommand {

  /// What becomes of a line that cannot be used.
  enum OnError {
    stop,
    skip
  }

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
      names = "--on-error",
      order = 3,
      paramLabel = "WHAT",
      description =
          "stop at the first bad line with nothing written, or skip bad lines; default stop.")
  private OnError onError = OnError.stop;

  @Option(
      names = "--source-zone",
      order = 4,
      paramLabel = "SOURCE=ZONE",
      description =
          "The zone in which a source that is new here writes its dates, for records that name"
              + " none.")
  private Map<String, String> sourceZones = Map.of();

  @Option(
      names = "--no-embed",
      order = 5,
      description = "Embed nothing now; asof embed does it later.")
  private boolean withoutEmbedding;

  @Mixin private final EmbedderOptions embedders = new EmbedderOptions();
  @Mixin private final TenantOption tenant = new TenantOption();
  @Mixin private final ActorOptions actor = new ActorOptions();

  @Override
  public Integer call() {
    ImportOptions options = options();
    StandardInput standard = new StandardInput(edge().in());
    Exported exported = Exported.of(files, standard);
    if (exported != null) {
      return takeIn(exported);
    }
    List<Importer.Input> inputs = inputs(standard);
    Instant start = edge().clock().instant();
    Optional<Embedder> model =
        withoutEmbedding ? Optional.empty() : embedders.open(edge(), settings());
    try (Embedder embedder = model.orElse(null);
        Database database = open()) {
      String name = tenant.name(edge());
      TenantId id = new Store(database).createTenant(name);
      if (embedder == null) {
        answer(run(database, id, inputs, options), name, start);
        return DONE;
      }
      Embedding embedding = new Embedding(edge(), database, embedder, id);
      try (Embedding.Beside beside = embedding.beside()) {
        answer(run(database, id, inputs, options), name, start);
        embedTheRest(embedding, beside);
      }
      return DONE;
    }
  }

  /// An export fills an empty tenant with just what the other had; nothing of it is up to options.
  private int takeIn(Exported exported) {
    if (statements != null
        || !systemTime.equals("now")
        || onError != OnError.stop
        || !sourceZones.isEmpty()) {
      throw usage(
          exported.name()
              + " is an export, which comes back as it was: leave out --statements,"
              + " --system-time, --on-error and --source-zone");
    }
    String name = tenant.name(edge());
    Optional<Embedder> model =
        withoutEmbedding ? Optional.empty() : embedders.open(edge(), settings());
    try (Embedder embedder = model.orElse(null);
        Database database = open()) {
      TenantId id = new Store(database).createTenant(name);
      ExportImport.Report report;
      try (WorkProgress progress = new WorkProgress(edge(), output().showsProgress(edge()))) {
        report = exported.into(Owner.of(settings()), name, progress);
      }
      print(Exported.shown(report, name));
      edge().out().flush();
      if (embedder != null) {
        Embedding embedding = new Embedding(edge(), database, embedder, id);
        embedding.run(Long.MAX_VALUE, output().showsProgress(edge()));
        embedding.index();
      }
      return DONE;
    }
  }

  private void answer(ImportReport report, String name, Instant start) {
    Duration taken = Duration.between(start, edge().clock().instant());
    print(ImportShown.of(report, name, systemTime, taken));
    edge().out().flush();
  }

  /// What was imported stays imported, whatever becomes of this.
  private void embedTheRest(Embedding embedding, Embedding.Beside beside) {
    try {
      beside.finish();
      embedding.run(Long.MAX_VALUE, output().showsProgress(edge()));
      embedding.index();
    } catch (AsofException e) {
      edge()
          .say(
              "asof: everything was imported, but not all of it embedded: "
                  + e.sentence()
                  + " (asof embed goes on with it)");
    }
  }

  private ImportReport run(
      Database database, TenantId id, List<Importer.Input> inputs, ImportOptions options) {
    try (ImportProgress progress = new ImportProgress(edge(), output().showsProgress(edge()))) {
      return new Importer(database)
          .run(id, inputs, options, actor.intent("import", edge()), progress);
    }
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
    return options.as(statements).skippingBad(onError == OnError.skip).inZones(zones);
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
