package dev.asof.cli;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.history.History;
import dev.asof.history.Reading;
import dev.asof.history.Reconstruction;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.write.Register;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "reconstruct",
    description = {
      "Writes every text in force at a point into a folder, with a manifest of hashes.",
      "The same point gives the same bytes. The folder is complete or not there."
    },
    footer = {
      "  asof reconstruct --folder policies-2023 --about 2023-06-01",
      "  asof reconstruct --folder then --about 2023-06-01 --known 2023-05-15",
      "  asof verify --folder policies-2023"
    })
final class Reconstruct extends ReadCommand {

  @Mixin private final AboutOption about = new AboutOption();

  @Option(
      names = "--folder",
      order = 1,
      required = true,
      paramLabel = "FOLDER",
      description =
          "Where to write; it must not exist, or hold a reconstruction of the same point.")
  private Path folder = Path.of("");

  /// @param bytes size of the texts
  /// @param withdrawn documents of which a source says that nothing applies
  /// @param unknown documents of which only texts of unknown validity are held
  /// @param erased texts in force that were legally erased; the manifest says so
  record Value(
      Reading reading,
      @Nullable String about,
      Instant known,
      long token,
      Path folder,
      long files,
      long bytes,
      long withdrawn,
      long unknown,
      long erased) {}

  @Override
  int answer(Database database, TenantId tenant) {
    History history = new History(database);
    Reconstruction.Outcome outcome =
        history.reconstruct(tenant, about.in(times()), times().known(), folder);
    Value value =
        new Value(
            outcome.head().reading(),
            outcome.head().about(),
            outcome.head().known(),
            outcome.head().token(),
            outcome.folder(),
            outcome.files(),
            outcome.bytes(),
            outcome.withdrawn(),
            outcome.unknown(),
            outcome.erased());
    Register.in(database.settings().home())
        .add(
            new Register.Copy(
                edge().clock().instant(),
                "reconstruction",
                value.folder(),
                tenantName(),
                value.token()));
    print(
        new Shown(
            value,
            List.of(value),
            AnswerShown.reading(outcome.head()),
            Table.of(List.of()),
            List.of(
                "Wrote "
                    + value.files()
                    + " texts, "
                    + value.bytes()
                    + " bytes, to "
                    + value.folder()
                    + ".",
                "Without a file: "
                    + value.withdrawn()
                    + " documents that were withdrawn, "
                    + value.unknown()
                    + " of which only texts of unknown validity are held, "
                    + value.erased()
                    + " that were erased.",
                "Check it with: asof verify --folder " + folder)));
    return value.files() == 0 ? NO : DONE;
  }
}
