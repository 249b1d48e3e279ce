package dev.asof.cli;

import dev.asof.cli.print.Shown;
import dev.asof.cli.print.Table;
import dev.asof.history.History;
import dev.asof.history.Reading;
import dev.asof.history.Reconstruction;
import dev.asof.id.TenantId;
import dev.asof.schema.Database;
import dev.asof.write.Register;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "reconstruct",
    description = {
      "Writes every text in force at a point, with a manifest of hashes.",
      "Into a folder, which is complete or not there, or an archive, whose last file is the"
          + " manifest. The same point gives the same bytes."
    },
    footer = {
      "  asof reconstruct --folder policies-2023 --about 2023-06-01",
      "  asof reconstruct --folder then --about 2023-06-01 --known 2023-05-15",
      "  asof reconstruct --to - --about 2023-06-01 > policies-2023.tar",
      "  asof verify --folder policies-2023"
    })
final class Reconstruct extends ReadCommand {

  @Mixin private final AboutOption about = new AboutOption();

  @Option(
      names = "--folder",
      order = 1,
      paramLabel = "FOLDER",
      description =
          "Where to write; it must not exist, or hold a reconstruction of the same point.")
  private @Nullable Path folder;

  @Option(
      names = "--to",
      order = 2,
      paramLabel = "-",
      description = "Write one tar archive to standard output (-), in place of a folder.")
  private @Nullable String to;

  /// @param bytes size of the texts
  /// @param withdrawn documents of which a source says that nothing applies
  /// @param unknown documents of which only texts of unknown validity are held
  /// @param erased texts in force that were legally erased; the manifest says so
  /// @param restricted texts in force that their source does not let be shown in full; likewise
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
      long erased,
      long restricted) {}

  @Override
  void check() {
    if ((folder == null) == (to == null)) {
      throw usage("Give the folder with --folder, or --to - for an archive on standard output");
    }
    if (to != null && !to.equals("-")) {
      throw usage("--to takes -, which is standard output; send that to a file with > " + to);
    }
  }

  @Override
  int answer(Database database, TenantId tenant) {
    History history = new History(database);
    Path into = folder;
    if (into == null) {
      return stream(history, tenant);
    }
    Reconstruction.Outcome outcome =
        history.reconstruct(tenant, about.in(times()), times().known(), into);
    Value value =
        new Value(
            outcome.head().reading(),
            outcome.head().about(),
            outcome.head().known(),
            outcome.head().token(),
            Objects.requireNonNull(outcome.folder()),
            outcome.files(),
            outcome.bytes(),
            outcome.withdrawn(),
            outcome.unknown(),
            outcome.erased(),
            outcome.restricted());
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
                wrote(outcome) + ", to " + value.folder() + ".",
                without(outcome),
                "Check it with: asof verify --folder " + folder)));
    return value.files() == 0 ? NO : DONE;
  }

  /// The archive takes standard output for itself; what there is to say goes to the other stream.
  private int stream(History history, TenantId tenant) {
    Reconstruction.Outcome outcome =
        history.reconstruct(tenant, about.in(times()), times().known(), edge().bytes());
    try {
      edge().bytes().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    AnswerShown.reading(outcome.head()).forEach(edge()::say);
    edge().say(wrote(outcome) + ", as an archive.");
    edge().say(without(outcome));
    return outcome.files() == 0 ? NO : DONE;
  }

  private static String wrote(Reconstruction.Outcome outcome) {
    return "Wrote " + outcome.files() + " texts, " + outcome.bytes() + " bytes";
  }

  private static String without(Reconstruction.Outcome outcome) {
    return "Without a file: "
        + outcome.withdrawn()
        + " documents that were withdrawn, "
        + outcome.unknown()
        + " of which only texts of unknown validity are held, "
        + outcome.erased()
        + " that were erased"
        + (outcome.restricted() == 0
            ? ""
            : ", "
                + outcome.restricted()
                + " of which the source allows an excerpt or a link only")
        + ".";
  }
}
