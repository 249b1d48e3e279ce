package dev.asof.cli;

import dev.asof.embed.Embedder;
import dev.asof.fault.AsofException;
import dev.asof.fault.CallerFault;
import dev.asof.fault.Code;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.time.LocalTimes;
import dev.asof.write.ImportOptions;
import dev.asof.write.ImportReport;
import dev.asof.write.Importer;
import dev.asof.write.SourceKind;
import dev.asof.write.Store;
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
      "Passages are embedded beside it and after it; once it has answered, Ctrl-C leaves the rest"
          + " to asof embed, and questions are answered by words meanwhile."
    },
    footer = {
      "  asof import versions.jsonl.gz --tenant laws --system-time carried",
      "  asof import one.jsonl two.jsonl --statements archive --on-error skip",
      "  asof import terms.jsonl --source-zone crawler=America/Los_Angeles",
      "  zcat versions.jsonl.gz | asof import -"
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
    List<Importer.Input> inputs = inputs();
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

  private List<Importer.Input> inputs() {
    List<Importer.Input> inputs = new ArrayList<>();
    for (String file : files) {
      if (file.equals("-")) {
        inputs.add(Importer.Input.file("standard input", () -> edge().in()));
        continue;
      }
      Path path = Path.of(file);
      if (!Files.isReadable(path) || Files.isDirectory(path)) {
        throw new CallerFault(
            Code.BAD_INPUT,
            "the file "
                + file
                + (Files.exists(path) ? " cannot be read" : " does not exist")
                + "; name one that can be read, or - for standard input");
      }
      inputs.add(Importer.Input.file(file, () -> Files.newInputStream(path)));
    }
    return inputs;
  }
}
